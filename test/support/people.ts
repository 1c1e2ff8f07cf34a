// Forms of admins and permission groups, filled in with valid values.

import type { BodyOf } from '#contract/endpoint.ts'
import { createPermissionGroup } from '#contract/people/permission-groups.ts'
import { createUser } from '#contract/people/users.ts'
import { type Permission, permissionsOf, type UserType } from '#core/permission/permission.ts'
import type { Database } from '#db/database.ts'
import { NEW_GROUP } from '#web/fields/permission-labels.ts'
import { NEW_USER } from '#web/users/user-labels.ts'
import type { Session, TestApi } from './api.ts'
import { PASSWORD } from './password.ts'

export const permissionGroupForm: BodyOf<typeof createPermissionGroup> = {
  ...NEW_GROUP,
  name: 'Support',
  permissions: ['tariffs.view'],
}

/** Without a group, and so without rights. */
export const userForm: BodyOf<typeof createUser> = {
  ...NEW_USER,
  username: 'anna',
  password: PASSWORD,
  full_name: 'Anna Berg',
}

/** Factors of users who have lost the phone. */
export async function addSecondFactors(database: Database, usernames: readonly string[]) {
  await database
    .insertInto('second_factor')
    .columns(['user_id', 'secret', 'confirmed_at'])
    .expression((eb) =>
      eb
        .selectFrom('console_user')
        .where('username', 'in', usernames)
        .select((u) => ['id', u.val('of no app').as('secret'), 'created_at']),
    )
    .execute()
}

/** An admin with a group that has these values, or without one. */
export async function signInAdmin(
  api: TestApi,
  username: string,
  group?: Partial<Omit<typeof permissionGroupForm, 'permissions'>> & {
    readonly permissions?: readonly Permission[]
  },
): Promise<Session> {
  const { permissions = permissionGroupForm.permissions, ...values } = group ?? {}
  const form = { ...permissionGroupForm, name: username, ...values }
  const body = { ...form, permissions: [...permissions] }
  const ids = group ? [(await api.admin.call(createPermissionGroup, { body })).data.id] : []
  await api.admin.call(createUser, { body: { ...userForm, username, group_ids: ids } })
  return api.signIn(username, 'ADMIN')
}

/** The staff of an account views what the account does, and changes clients of a reseller. */
export const staffPermissionsOf = (type: UserType): readonly Permission[] =>
  permissionsOf(type).filter((one) => /\.view$|^(wholesale|retail)_clients\./.test(one))

/** A user of the account with these permissions, by a group that the account adds. */
export async function signInStaff(
  api: TestApi,
  account: string,
  type: 'RESELLER' | 'WHOLESALE',
): Promise<Session> {
  const door = type === 'RESELLER' ? type : 'CLIENT'
  const session = await api.signIn(account, door)
  const { scope: _, account_ids: __, ...group } = permissionGroupForm
  const { has_all_rights: ___, own_account_ids: ____, ...user } = userForm
  const desk = { ...group, name: 'Desk', permissions: [...staffPermissionsOf(type)] }
  const { id } = (await session.call(createPermissionGroup, { body: desk as never })).data
  const username = `${account}-desk`
  await session.call(createUser, { body: { ...user, username, group_ids: [id] } as never })
  return api.signIn(username, door)
}
