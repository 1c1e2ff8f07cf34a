// The rights of a user with their origin, computed as the server does.
import type { Member, PermissionGroup } from '#contract/people/permission-groups.ts'
import type { Permission } from '#core/permission/permission.ts'
import {
  ALL_RIGHTS,
  completePermissions,
  type Rights,
  rightsOfGroups,
} from '#core/permission/rights.ts'

const scopeOf = ({ scope, account_ids }: PermissionGroup, { own_account_ids }: Member) => {
  if (scope === 'OWN') return own_account_ids
  // Groups of accounts have no scope.
  return scope === 'LISTED' ? account_ids : 'EVERYTHING'
}

export const groupsOf = (user: Member, groups: readonly PermissionGroup[]): PermissionGroup[] =>
  groups.filter(({ id }) => user.group_ids.includes(id))

/** `most` are the permissions that users like the one who looks can have. */
export function rightsOf(
  user: Member,
  groups: readonly PermissionGroup[],
  most: readonly Permission[],
): Rights {
  if (user.has_all_rights) return ALL_RIGHTS
  return rightsOfGroups(
    groupsOf(user, groups).map((group) => ({ ...group, scope: scopeOf(group, user) })),
    most,
  )
}

/** The groups that give a user a permission. */
export function originsOf(
  permission: Permission,
  user: Member,
  groups: readonly PermissionGroup[],
): string[] {
  if (user.has_all_rights) return ['all rights']
  return groupsOf(user, groups)
    .filter((group) => completePermissions(group.permissions).includes(permission))
    .map(({ name }) => name)
}
