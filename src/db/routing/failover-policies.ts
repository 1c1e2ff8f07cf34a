// Failover policies: what happens to calls that gateways have refused.
import { type Insertable, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { insertRow, markDeleted, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, type ListQuery, offsetPage } from '../paging.ts'
import { inScope, type Scope } from '../scope.ts'
import type { FailoverPolicyTable } from '../tables/routing.ts'

const usedByCount = sql<number>`(select count(*) from gateway g where g.deleted_at is null
  and (g.failover_policy_id = p.id or p.is_default and g.failover_policy_id is null))`

const failoverPolicies = (database: Database, scope: Scope) =>
  database
    .selectFrom('failover_policy as p')
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

export async function listFailoverPolicies(
  database: Database,
  scope: Scope,
  query: ListQuery<keyof typeof SORTS>,
) {
  const select = failoverPolicies(database, scope).where(
    hasText(query.q, 'p.name', 'p.description'),
  )
  return offsetPage(database, select, query, SORTS, 'name', sql`p.id`)
}

/** The policy with its rules in their order. */
export async function findFailoverPolicy(database: Database, scope: Scope, id: number) {
  return failoverPolicies(database, scope)
    .where('p.id', '=', id)
    .select('p.rules')
    .executeTakeFirst()
}

type FailoverPolicyValues = Omit<
  Insertable<FailoverPolicyTable>,
  'id' | 'owner_id' | 'is_default' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'
>

export const insertFailoverPolicy = (tx: Tx, policy: FailoverPolicyValues): Promise<number> =>
  insertRow(tx, 'failover_policy', { ...policy, owner_id: OPERATOR_ID })

/** False if the row has changed since `version` was read. */
export const updateFailoverPolicy = (
  tx: Tx,
  id: number,
  version: number,
  policy: FailoverPolicyValues,
): Promise<boolean> => updateVersion(tx, 'failover_policy', id, version, policy)

export const deleteFailoverPolicy = (tx: Tx, id: number, at: string): Promise<void> =>
  markDeleted(tx, 'failover_policy', id, at)
