// The rights of a user who sees the portal of an account below the own one: what the account may,
// as far as the user may the same (ADR-0034).
import type { Permission } from './permission.ts'
import type { Rights } from './rights.ts'
import { TOKEN_PERMISSIONS } from './token-rights.ts'

/** The right to open the portal of an account below the own one. */
export const PORTAL_SESSIONS = 'portal_sessions.execute' satisfies Permission

/** The permissions that show the same calls to different types of users. */
const SAME: Partial<Readonly<Record<Permission, Permission>>> = {
  'call_records.view': 'reseller_records.view',
  'call_records.export': 'reseller_records.export',
  'reseller_records.view': 'call_records.view',
  'reseller_records.export': 'call_records.export',
}

/** Names of fields with a secret, or its hash: of a person, a phone, an address or a receiver. */
export const isSecretField = (name: string): boolean =>
  /(^|_)(password|secret)(_hash|_key)?$/.test(name)

/** The facts that decide on the use of an endpoint in the portal of another account. */
interface Use {
  readonly needs: string
  readonly is_change: boolean
  /** Its answer has a secret. */
  readonly secret: true | undefined
}

/**
 * Never in the portal of another account, whatever the rights and the reason: sessions, tokens and
 * factors, which are those of the person and not of the account; changes of what belongs to the
 * signed-in user; and secrets that are made and shown. Fields that set a secret are refused by
 * their names (`isSecretField`).
 */
export const isNeverOnBehalf = ({ needs, is_change, secret }: Use): boolean =>
  needs === 'session' || (is_change && (needs === 'signed-in' || secret === true))

const isReading = (permission: string): boolean => /\.(view|export)$/.test(permission)

/**
 * `most` is what the account may. Who may sign in there, and with which rights, is changed by the
 * account alone, as by an API token.
 */
export function rightsOnBehalf(
  own: Rights,
  most: readonly Permission[],
  may_write: boolean,
): Rights {
  const held = new Set(own.permissions)
  const has = (permission: Permission) => {
    const same = SAME[permission]
    return held.has(permission) || (same !== undefined && held.has(same))
  }
  const permissions = most.filter(
    (one) => TOKEN_PERMISSIONS.includes(one) && has(one) && (may_write || isReading(one)),
  )
  return { ...own, has_all: false, permissions, scope: 'EVERYTHING' }
}
