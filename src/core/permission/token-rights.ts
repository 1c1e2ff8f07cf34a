// The rights of an API token: a part of those of its user at the time of the request.
import { PERMISSIONS, type Permission } from './permission.ts'
import type { Rights } from './rights.ts'

/** Who may sign in, with which rights, and the own account, are changed by people only. */
const OF_PEOPLE =
  /^(users|permission_groups|sessions|api_tokens|portal_\w+|own_account)\.(?!view$|export$)/

export const TOKEN_PERMISSIONS: readonly Permission[] = PERMISSIONS.filter(
  (permission) => !OF_PEOPLE.test(permission),
)

/** Scope and hidden fields are those of the user. */
export function rightsOfToken(held: Rights, granted: readonly string[]): Rights {
  const open = new Set<string>(TOKEN_PERMISSIONS.filter((one) => granted.includes(one)))
  const permissions = held.permissions.filter((permission) => open.has(permission))
  return { ...held, has_all: false, permissions }
}
