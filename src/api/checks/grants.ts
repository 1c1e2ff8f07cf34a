// An admin gives only rights that it has, and changes no user or group that has more rights.
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

/** The rights of a user with these groups; `groups` are all that exist. */
export function rightsOfUser(groups: readonly GroupRow[], user: Holder): Rights {
  if (user.has_all_rights) return ALL_RIGHTS
  const own = groups.filter(({ id }) => user.group_ids.includes(id))
  return rightsOfGroups(own.map((group) => groupRightsOf(group, user.own_account_ids)))
}

/** The rights of a group alone; the own accounts of a user are checked with the user. */
export const rightsOfGroup = (group: Parameters<typeof groupRightsOf>[0]): Rights =>
  rightsOfGroups([groupRightsOf(group, [])])

const NAMED = 5

const wordsOf = (beyond: readonly string[]): string =>
  beyond.slice(0, NAMED).join(', ') +
  (beyond.length > NAMED ? ` and ${beyond.length - NAMED} more` : '')

/** Refuses to give what the caller lacks. */
export function refuseToGive(caller: Caller, field: string, granted: Rights): void {
  const beyond = rightsBeyond(caller.rights, granted)
  if (beyond.length > 0) throw badField(field, `You cannot give what you lack: ${wordsOf(beyond)}.`)
}

/** Refuses to touch what has more rights than the caller. */
export function refuseToTouch(caller: Caller, what: string, held: Rights): void {
  const beyond = rightsBeyond(caller.rights, held)
  if (beyond.length === 0) return
  throw new Problem('not-allowed', { message: `${what} has rights you lack: ${wordsOf(beyond)}.` })
}

/** Refuses to touch an admin with more rights than the caller. */
export async function refuseStronger(
  tx: Tx,
  caller: Caller,
  admin: Holder & { readonly username: string },
): Promise<void> {
  const groups = await allPermissionGroups(tx, caller.scope)
  refuseToTouch(caller, admin.username, rightsOfUser(groups, admin))
}
