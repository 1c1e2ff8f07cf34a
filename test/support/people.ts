// Forms of admins and permission groups, filled in with valid values.

import type { BodyOf } from '#contract/endpoint.ts'
import type { createPermissionGroup } from '#contract/people/permission-groups.ts'
import type { createUser } from '#contract/people/users.ts'
import type { Database } from '#db/database.ts'
import { PASSWORD } from './password.ts'

export const permissionGroupForm: BodyOf<typeof createPermissionGroup> = {
  name: 'Support',
  description: '',
  permissions: ['tariffs.view'],
  scope: 'EVERYTHING',
  account_ids: [],
  masked_digits: 0,
  refuses_export: false,
  requires_second_factor: false,
  hides_prices: false,
  hides_costs: false,
}

/** Without a group, and so without rights. */
export const userForm: BodyOf<typeof createUser> = {
  username: 'anna',
  password: PASSWORD,
  full_name: 'Anna Berg',
  email: '',
  phone: '',
  status: 'active',
  has_all_rights: false,
  group_ids: [],
  own_account_ids: [],
  allowed_networks: [],
  expires_at: null,
  timezone: null,
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
