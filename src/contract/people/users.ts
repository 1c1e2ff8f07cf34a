// Staff users: those of the operator, each with permission groups or with all rights, and those of
// an account, each with its permission groups.
import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import { needing } from '../field-rights.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

/** Staff users of a client, reseller or settlement account; the operator may have any number. */
export const STAFF_PER_ACCOUNT = 50

export const userForm = z.strictObject({
  username: is.username,
  full_name: is.line(120),
  email: is.email,
  phone: is.line(40),
  status: is.status,
  /** Every permission, now and in later versions; groups do not count then. */
  has_all_rights: needing('operations', z.boolean()),
  group_ids: z.array(is.id).max(50, 'At most 50.'),
  /** The clients and resellers that a group with the scope "own accounts" shows to the user. */
  own_account_ids: needing('operations', z.array(is.id).max(1000, 'At most 1000.')),
  /** Empty is any address. */
  allowed_networks: is.networks,
  /** From then on the user cannot sign in. */
  expires_at: is.instant.nullable(),
  /** In which times are shown to the user; null is that of the switch. */
  timezone: z.string().max(64).nullable(),
})

export const newUserForm = userForm.extend({ password: is.password })

const group = z.object({ id: is.id, name: z.string() })

export const user = userForm.extend({
  id: is.id,
  version: is.version,
  /** Those of `group_ids`, by name. */
  groups: z.array(group),
  /** Those of `own_account_ids`, by name. */
  own_accounts: needing('operations', z.array(group)),
  sessions_count: z.number(),
  last_login_at: is.instant.nullable(),
  last_login_ip: z.string().nullable(),
  password_changed_at: is.instant,
  created_at: is.instant,
  updated_at: is.instant,
})
export type User = z.output<typeof user>

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  summary: 'Admins, or the staff of the own account',
  needs: 'users.view',
  list: true,
  query: listQuery(['username', 'full_name', 'status', 'last_login_at', 'created_at'], {
    status: is.status.optional(),
    group_id: is.queryId.optional(),
  }),
  answer: z.array(user),
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  summary: 'One staff user',
  needs: 'users.view',
  params: idParams,
  answer: user,
})

export const createUser = endpoint({
  method: 'POST',
  path: '/api/users',
  summary: 'Adds a staff user with rights that the caller has too',
  needs: 'users.create',
  confirm: true,
  body: newUserForm,
  answer: user,
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/users/:id',
  summary: 'Changes a staff user; the last admin with all rights keeps them',
  needs: 'users.edit',
  confirm: true,
  params: idParams,
  body: userForm.extend({ version: is.version }),
  answer: user,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id',
  summary: 'Deletes a staff user, but never the last admin with all rights',
  needs: 'users.delete',
  confirm: true,
  params: idParams,
})

export const resetUserPassword = endpoint({
  method: 'POST',
  path: '/api/users/:id/password',
  summary: 'Sets another password and ends all sessions of the staff user',
  needs: 'users.execute',
  confirm: true,
  params: idParams,
  body: z.strictObject({ password: is.password }),
})
