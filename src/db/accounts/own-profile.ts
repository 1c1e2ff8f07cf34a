// The details of its account that a user changes itself.
import type { Selectable } from 'kysely'
import { updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { isOwn, type Scope } from '../scope.ts'
import type { AccountTable } from '../tables/accounts.ts'

const FIELDS = [
  'company',
  'address',
  'country_iso2',
  'tax_number',
  'phone',
  'billing_email',
  'noc_email',
  'rates_email',
] as const satisfies readonly (keyof AccountTable)[]

type OwnProfile = Pick<Selectable<AccountTable>, (typeof FIELDS)[number]>

export const findOwnProfile = (database: Database, scope: Scope, id: number) =>
  database
    .selectFrom('account')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(isOwn(scope, 'id'))
    .select(FIELDS)
    .select(['name', 'version'])
    .executeTakeFirst()

/** False if the account has changed since `version` was read. */
export const updateOwnProfile = (
  tx: Tx,
  id: number,
  version: number,
  profile: OwnProfile,
): Promise<boolean> => updateVersion(tx, 'account', id, version, profile)
