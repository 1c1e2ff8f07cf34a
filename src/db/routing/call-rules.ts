// Queries that trace rules and recording rules share.
import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** Those of the rule `t`. */
export const namesOfAccounts = sql<{ id: number; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name) order by a.name), '[]')
  from account a where a.id = any (t.account_ids))`
export const namesOfGateways = sql<{ id: number; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name), '[]')
  from gateway g where g.id = any (t.gateway_ids))`

interface Counts {
  readonly rules: number
  readonly accounts: number
  readonly gateways: number
}

/** How many rules there are, and how many of these accounts and gateways. Rules come one by one. */
export async function countForCallRule(
  tx: Tx,
  table: 'trace_rule' | 'recording_rule',
  { account_ids, gateway_ids }: { account_ids: readonly number[]; gateway_ids: readonly number[] },
): Promise<Counts> {
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
  const { rows } = await sql<Counts>`
    select (select count(*)::integer from ${sql.table(table)}) as rules,
      (select count(*)::integer from account where id = any (${[...account_ids]}::bigint[])
        and kind in ('WHOLESALE', 'RETAIL', 'RESELLER') and deleted_at is null) as accounts,
      (select count(*)::integer from gateway where id = any (${[...gateway_ids]}::bigint[])
        and deleted_at is null) as gateways`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('A query without a table has one row')
  return found
}
