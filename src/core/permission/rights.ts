// The rights of a user to act and to see: those of its permission groups together, and whether they
// are enough to give rights to another user.
import type { Hiding } from './field-rights.ts'
import {
  OF_STAFF,
  PERMISSIONS,
  type Permission,
  permissionsOf,
  USER_TYPES,
  type UserType,
} from './permission.ts'

/** Whose rows: everything, or some accounts with all below them. */
export type RightsScope = 'EVERYTHING' | readonly number[]

export interface Rights extends Hiding {
  /** Those of later versions too. */
  readonly has_all: boolean
  readonly permissions: readonly Permission[]
  readonly scope: RightsScope
  /** How many last digits of telephone numbers are hidden. */
  readonly masked_digits: number
}

export const MASKED_DIGITS_MAX = 15

/** A permission group, as far as it counts for one user. */
export interface GroupRights extends Omit<Rights, 'permissions' | 'has_all'> {
  readonly permissions: readonly string[]
  readonly refuses_export: boolean
}

export const ALL_RIGHTS: Rights = {
  has_all: true,
  permissions: PERMISSIONS,
  scope: 'EVERYTHING',
  masked_digits: 0,
  hides_prices: false,
  hides_costs: false,
}

/** The rights of a user without a group. */
const NO_RIGHTS: Rights = {
  has_all: false,
  permissions: [],
  scope: [],
  masked_digits: MASKED_DIGITS_MAX,
  hides_prices: true,
  hides_costs: true,
}

/** With the permission to view what may be changed, and without those that no longer exist. */
export function completePermissions(permissions: Iterable<string>): Permission[] {
  const wanted = new Set<string>()
  for (const permission of permissions) {
    wanted.add(permission)
    wanted.add(permission.replace(/\w+$/, 'view'))
  }
  return PERMISSIONS.filter((permission) => wanted.has(permission))
}

/** The right to set a password of a portal. */
export const PORTAL_PASSWORDS = 'portal_passwords.execute' satisfies Permission

const isExport = (permission: string): boolean => permission.endsWith('.export')
/**
 * Every line of a ledger, an invoice, a re-rating and a reconciliation is a price, or a cost. And a
 * price that is not seen cannot be kept as it is.
 */
const needsPrices = (permission: string): boolean =>
  /^(ledger|invoices|re_ratings|reconciliations)\.|^packages\.(create|edit)$/.test(permission)
/** The ledger and the invoices of clients stay, without those of carriers. */
const needsCosts = (permission: string): boolean =>
  /^(re_ratings|reconciliations)\./.test(permission)

/**
 * Those about the staff and the account of a portal: the same ones of another user are about
 * another staff. Nor does to open a portal show more than the rest.
 */
const OF_OWN: readonly Permission[] = [...OF_STAFF, 'own_account.edit', 'portal_sessions.execute']

/** The other permissions of the users of the portals. */
const OF_PORTALS: readonly Permission[] = [
  ...new Set(USER_TYPES.filter((type) => type !== 'ADMIN').flatMap(permissionsOf)),
].filter((one) => !OF_OWN.includes(one))

/** A password opens the portal: only who sees all of it anyway may set one. */
function withoutHiddenPortals(rights: Rights, most: readonly Permission[]): Rights {
  const { permissions, masked_digits, hides_prices, hides_costs } = rights
  const hides = masked_digits > 0 || hides_prices || hides_costs
  const open = OF_PORTALS.filter((one) => most.includes(one))
  if (!hides && open.every((one) => permissions.includes(one))) return rights
  return { ...rights, permissions: permissions.filter((one) => one !== PORTAL_PASSWORDS) }
}

/**
 * Permissions add up; a restriction of one group counts for all. So a group that hides something
 * hides it wherever the other groups of the user lead. `most` are the permissions that users of the
 * account, or of the operator, can have.
 */
export function rightsOfGroups(
  groups: readonly GroupRights[],
  most: readonly Permission[] = PERMISSIONS,
): Rights {
  if (groups.length === 0) return NO_RIGHTS
  const permissions = completePermissions(groups.flatMap((group) => group.permissions))
  const refuses_export = groups.some((group) => group.refuses_export)
  const hides_prices = groups.some((group) => group.hides_prices)
  const hides_costs = groups.some((group) => group.hides_costs)
  const scopes = groups.flatMap(({ scope }) => (scope === 'EVERYTHING' ? [] : [scope]))
  const rights: Rights = {
    has_all: false,
    permissions: permissions.filter(
      (one) =>
        most.includes(one) &&
        !(refuses_export && isExport(one)) &&
        !(hides_prices && needsPrices(one)) &&
        !(hides_costs && needsCosts(one)),
    ),
    scope:
      scopes.length === 0
        ? 'EVERYTHING'
        : [...new Set(scopes.flat())].sort((first, second) => first - second),
    masked_digits: Math.max(...groups.map((group) => group.masked_digits)),
    hides_prices,
    hides_costs,
  }
  return withoutHiddenPortals(rights, most)
}

/** The permissions of a group that its own restrictions take away again. */
export function takenAway(group: GroupRights, most?: readonly Permission[]): Permission[] {
  const left = new Set(rightsOfGroups([group], most).permissions)
  return completePermissions(group.permissions).filter((permission) => !left.has(permission))
}

/**
 * The kinds of tariffs whose prices are hidden: such tariffs do not exist for the user. The cost of
 * a reseller is what the one above it sells.
 */
export function hiddenTariffsOf(type: UserType, { hides_prices, hides_costs }: Hiding) {
  const hidden = new Set<'SELL' | 'BUY' | 'RESELLER_COST'>()
  if (hides_prices) hidden.add('SELL').add('RESELLER_COST')
  if (hides_costs) hidden.add(type === 'RESELLER' ? 'RESELLER_COST' : 'BUY')
  return [...hidden]
}

/**
 * The rights that `granted` has and `granter` lacks, as words for the user; none if it may be
 * granted.
 */
export function rightsBeyond(granter: Rights, granted: Rights): string[] {
  const own = new Set<string>(granter.permissions)
  const beyond: string[] = granted.permissions.filter((permission) => !own.has(permission))
  if (granted.has_all && !granter.has_all) beyond.push('all rights')
  if (!isWithin(granter.scope, granted.scope)) beyond.push('accounts outside your own scope')
  if (granter.masked_digits > granted.masked_digits) beyond.push('digits of telephone numbers')
  if (granter.hides_prices && !granted.hides_prices) beyond.push('prices')
  if (granter.hides_costs && !granted.hides_costs) beyond.push('costs and margins')
  return beyond
}

function isWithin(outer: RightsScope, inner: RightsScope): boolean {
  if (outer === 'EVERYTHING') return true
  if (inner === 'EVERYTHING') return false
  const accounts = new Set(outer)
  return inner.every((account_id) => accounts.has(account_id))
}
