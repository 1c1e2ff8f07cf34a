// Permission groups: what their users may do, whose rows they see, and what is hidden from them.
import { z } from 'zod'
import { PERMISSIONS } from '#core/permission/permission.ts'
import { MASKED_DIGITS_MAX } from '#core/permission/rights.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { needing } from '../field-rights.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

export const GROUP_SCOPES = ['EVERYTHING', 'OWN', 'LISTED'] as const

export const permissionGroupForm = z.strictObject({
  name: is.name(80),
  description: is.text(500),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** Whose rows: everything, the user's own accounts, or those of `account_ids`. */
  scope: needing('operations', z.enum(GROUP_SCOPES)),
  /** Resellers and clients, each with all below it. */
  account_ids: needing('operations', z.array(is.id).max(1000, 'At most 1000.')),
  /** How many last digits of telephone numbers are hidden. */
  masked_digits: z.number().int().min(0).max(MASKED_DIGITS_MAX),
  refuses_export: z.boolean(),
  /** Its users need a second factor to log in. */
  requires_second_factor: z.boolean(),
  /** Hides sales and their prices. */
  hides_prices: z.boolean(),
  /** Hides costs and earnings. */
  hides_costs: z.boolean(),
})

export const permissionGroup = permissionGroupForm.extend({
  id: is.id,
  version: is.version,
  /** Those of `account_ids`, by name. */
  accounts: needing('operations', z.array(z.object({ id: is.id, name: z.string() }))),
  permissions_count: z.number(),
  members_count: z.number(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type PermissionGroup = z.output<typeof permissionGroup>

export const listPermissionGroups = endpoint({
  method: 'GET',
  path: '/api/permission-groups',
  summary: 'Permission groups',
  needs: 'permission_groups.view',
  list: true,
  query: listQuery(['name', 'scope', 'members_count', 'created_at'], {
    scope: needing('operations', z.enum(GROUP_SCOPES).optional()),
  }),
  answer: z.array(permissionGroup),
})

export const getPermissionGroup = endpoint({
  method: 'GET',
  path: '/api/permission-groups/:id',
  summary: 'One permission group',
  needs: 'permission_groups.view',
  params: idParams,
  answer: permissionGroup,
})

export const createPermissionGroup = endpoint({
  method: 'POST',
  path: '/api/permission-groups',
  summary: 'Adds a permission group with rights that the caller has too',
  needs: 'permission_groups.create',
  confirm: true,
  body: permissionGroupForm,
  answer: permissionGroup,
})

export const updatePermissionGroup = endpoint({
  method: 'PUT',
  path: '/api/permission-groups/:id',
  summary: 'Changes a permission group; it counts at the next request of its users',
  needs: 'permission_groups.edit',
  confirm: true,
  params: idParams,
  body: permissionGroupForm.extend({ version: is.version }),
  answer: permissionGroup,
})

export const deletePermissionGroup = endpoint({
  method: 'DELETE',
  path: '/api/permission-groups/:id',
  summary: 'Deletes a permission group without users',
  needs: 'permission_groups.delete',
  confirm: true,
  params: idParams,
})

const member = z.object({
  id: is.id,
  username: z.string(),
  full_name: z.string(),
  status: is.status,
  expires_at: is.instant.nullable(),
  has_all_rights: needing('operations', z.boolean()),
  group_ids: z.array(is.id),
  own_account_ids: needing('operations', z.array(is.id)),
})
export type Member = z.output<typeof member>

export const getAssignments = endpoint({
  method: 'GET',
  path: '/api/permission-groups/assignments',
  summary: 'All staff users and all permission groups, and who is in which',
  needs: 'permission_groups.view',
  answer: z.object({ users: z.array(member), groups: z.array(permissionGroup) }),
})

export const setAssignments = endpoint({
  method: 'PUT',
  path: '/api/permission-groups/assignments',
  summary: 'Sets the permission groups of several staff users',
  needs: 'permission_groups.execute',
  confirm: true,
  body: z.strictObject({
    changes: z
      .array(z.strictObject({ user_id: is.id, group_ids: z.array(is.id).max(50, 'At most 50.') }))
      .min(1, 'Required.')
      .max(500, 'At most 500.'),
  }),
})
