// Failover policies: what happens to calls that gateways have refused.
import { type Insertable, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { Database, Tx } from '../database.ts'
import { contains, type ListQuery, offsetPage } from '../paging.ts'
import { inScope, type Scope } from '../scope.ts'
import type { StopPolicyTable } from '../tables.ts'

const usedByCount = sql<number>`(select count(*) from gateway g where g.deleted_at is null
  and (g.stop_policy_id = p.id or p.is_default and g.stop_policy_id is null))`

const stopPolicies = (database: Database | Tx, scope: Scope) =>
  database
    .selectFrom('stop_policy as p')
    .where('p.deleted_at', 'is', null)
    .where(inScope(scope, 'p.owner_id'))
    .select(['p.id', 'p.version', 'p.name', 'p.description', 'p.is_default'])
    .select(['p.created_at', 'p.updated_at'])
    .select([
      sql<number>`jsonb_array_length(p.rules)`.as('rules_count'),
      usedByCount.as('used_by_count'),
    ])

const SORTS = {
  name: sql`lower(p.name)`,
  rules_count: sql`rules_count`,
  used_by_count: sql`used_by_count`,
  created_at: sql`p.created_at`,
}

export async function listStopPolicies(
  database: Database,
  scope: Scope,
  query: ListQuery<keyof typeof SORTS>,
) {
  const { q } = query
  let select = stopPolicies(database, scope)
  if (q) {
    const found = contains(q)
    select = select.where((is) =>
      is.or([is('p.name', 'ilike', found), is('p.description', 'ilike', found)]),
    )
  }
  return offsetPage(database, select, query, SORTS, 'name', sql`p.id`)
}

/** The policy with its rules in their order. */
export async function findStopPolicy(database: Database | Tx, scope: Scope, id: number) {
  return stopPolicies(database, scope).where('p.id', '=', id).select('p.rules').executeTakeFirst()
}

type StopPolicyValues = Omit<
  Insertable<StopPolicyTable>,
  'id' | 'owner_id' | 'is_default' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'
>

export async function insertStopPolicy(tx: Tx, policy: StopPolicyValues): Promise<number> {
  const { id } = await tx
    .insertInto('stop_policy')
    .values({ ...policy, owner_id: OPERATOR_ID })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False if the row has changed since `version` was read. */
export async function updateStopPolicy(
  tx: Tx,
  id: number,
  version: number,
  policy: StopPolicyValues,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('stop_policy')
    .set({ ...policy, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteStopPolicy(tx: Tx, id: number, at: string): Promise<void> {
  await tx.updateTable('stop_policy').set({ deleted_at: at }).where('id', '=', id).execute()
}
