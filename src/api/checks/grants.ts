// A staff user gives only rights that it has, and changes no user or group that has more rights.
import type { Permission } from '#core/permission/permission.ts'
import { ALL_RIGHTS, type Rights, rightsBeyond, rightsOfGroups } from '#core/permission/rights.ts'
import type { Tx } from '#db/database.ts'
import { allPermissionGroups, type GroupRow, groupRightsOf } from '#db/people/permission-groups.ts'
import type { Caller } from '../http/caller.ts'
import { badField, Problem } from '../http/problem.ts'

interface Holder {
  readonly has_all_rights: boolean
  readonly group_ids: readonly number[]
  readonly own_account_ids: readonly number[]
}

/** The rights of a colleague with these groups; `groups` are all that the caller has. */
export function rightsOfUser(
  { most_permissions }: Caller,
  groups: readonly GroupRow[],
  user: Holder,
): Rights {
  if (user.has_all_rights) return ALL_RIGHTS
  const own = groups.filter(({ id }) => user.group_ids.includes(id))
  const held = own.map((group) => groupRightsOf(group, user.own_account_ids))
  return rightsOfGroups(held, most_permissions)
}

/** The rights of a group alone; the own accounts of a user are checked with the user. */
export const rightsOfGroup = (
  { most_permissions }: Caller,
  group: Parameters<typeof groupRightsOf>[0],
): Rights => rightsOfGroups([groupRightsOf(group, [])], most_permissions)

const NAMED = 5

const wordsOf = (beyond: readonly string[]): string =>
  beyond.slice(0, NAMED).join(', ') +
  (beyond.length > NAMED ? ` and ${beyond.length - NAMED} more` : '')

/** Refuses to give what the caller lacks. */
export function refuseToGive(caller: Caller, field: string, granted: Rights): void {
  const beyond = rightsBeyond(caller.rights, granted)
  if (beyond.length > 0) throw badField(field, `You cannot give what you lack: ${wordsOf(beyond)}.`)
}

/** Refuses permissions that no user of the account can have. */
export function refuseForeignPermissions(
  { most_permissions }: Caller,
  field: string,
  permissions: readonly Permission[],
): void {
  const beyond = permissions.filter((one) => !most_permissions.includes(one))
  if (beyond.length > 0) throw badField(field, `You cannot give what you lack: ${wordsOf(beyond)}.`)
}

/** Refuses to touch what has more rights than the caller. */
export function refuseToTouch(caller: Caller, what: string, held: Rights): void {
  const beyond = rightsBeyond(caller.rights, held)
  if (beyond.length === 0) return
  throw new Problem('not-allowed', { message: `${what} has rights you lack: ${wordsOf(beyond)}.` })
}

/** Refuses to touch a colleague with more rights than the caller. */
export async function refuseStronger(
  tx: Tx,
  caller: Caller,
  user: Holder & { readonly username: string },
): Promise<void> {
  const groups = await allPermissionGroups(tx, caller.scope)
  refuseToTouch(caller, user.username, rightsOfUser(caller, groups, user))
}
