// Packages: how many talk seconds are sold, for which numbers, for how much, how often.
import { type Insertable, sql } from 'kysely'
import { insertRow, markDeleted, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { inScope, ownerOf, type Scope } from '../scope.ts'
import type { PackageTable } from '../tables/billing.ts'

/** Subscriptions that have not ended, of clients that exist. */
const subscribersCount = sql<number>`(select count(*) from package_subscription s
  join account a on a.id = s.account_id
  where s.package_id = p.id and s.state <> 'ENDED' and a.deleted_at is null)`

const packages = (database: Database, scope: Scope) =>
  database
    .selectFrom('package as p')
    .where('p.deleted_at', 'is', null)
    .where(inScope(scope, 'p.owner_id'))
    .select(['p.id', 'p.version', 'p.name', 'p.status', 'p.prefixes', 'p.seconds', 'p.price'])
    .select(['p.currency', 'p.cycle', 'p.has_rollover', 'p.priority', 'p.notes'])
    .select(['p.created_at', 'p.updated_at', subscribersCount.as('subscribers_count')])

const SORTS = {
  name: sql`lower(p.name)`,
  seconds: sql`p.seconds`,
  price: sql`p.price`,
  cycle: sql`array_position(array['ONCE', 'DAY', 'WEEK', 'MONTH'], p.cycle)`,
  priority: sql`p.priority`,
  status: sql`p.status`,
  subscribers_count: sql`subscribers_count`,
  created_at: sql`p.created_at`,
}

interface PackageQuery extends ListQuery<keyof typeof SORTS> {
  readonly cycle?: PackageTable['cycle'] | undefined
  readonly currency?: string | undefined
  readonly status?: PackageTable['status'] | undefined
}

export async function listPackages(database: Database, scope: Scope, query: PackageQuery) {
  const select = packages(database, scope)
    .where(hasText(query.q, 'p.name', 'p.notes'))
    .where(
      hasValues({ 'p.cycle': query.cycle, 'p.currency': query.currency, 'p.status': query.status }),
    )
  return offsetPage(database, select, query, SORTS, 'name', sql`p.id`)
}

export async function findPackage(database: Database, scope: Scope, id: number) {
  return packages(database, scope).where('p.id', '=', id).executeTakeFirst()
}

type PackageValues = Omit<
  Insertable<PackageTable>,
  'id' | 'owner_id' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'
>

/** The package is one of the user's account, or of the operator. */
export const insertPackage = (tx: Tx, scope: Scope, values: PackageValues): Promise<number> =>
  insertRow(tx, 'package', { ...values, owner_id: ownerOf(scope) })

/** False if the row has changed since `version` was read. */
export const updatePackage = (
  tx: Tx,
  id: number,
  version: number,
  values: PackageValues,
): Promise<boolean> => updateVersion(tx, 'package', id, version, values)

/** It stays as a name for the calls that it has paid. */
export const deletePackage = (tx: Tx, id: number, at: string): Promise<void> =>
  markDeleted(tx, 'package', id, at)
