// Trace rules as the console shows and changes them.
import { type Insertable, sql } from 'kysely'
import { insertRow, removeRow, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { namesOfAccounts, namesOfGateways } from '../routing/call-rules.ts'
import { type Scope, seesEverything } from '../scope.ts'
import type { TraceRuleTable } from '../tables/sip-traces.ts'

const traceRules = (database: Database, scope: Scope) =>
  database
    .selectFrom('trace_rule as t')
    .where(seesEverything(scope))
    .select(['t.id', 't.version', 't.name', 't.status', 't.account_ids', 't.gateway_ids'])
    .select(['t.called_prefixes', 't.caller_prefixes', 't.failed_only', 't.percent', 't.until_at'])
    .select(['t.created_at', 't.updated_at'])
    .select([
      namesOfAccounts.as('accounts'),
      namesOfGateways.as('gateways'),
      sql<boolean>`coalesce(t.until_at <= now(), false)`.as('has_ended'),
    ])

const SORTS = {
  name: sql`lower(t.name)`,
  status: sql`t.status`,
  percent: sql`t.percent`,
  until_at: sql`t.until_at`,
  created_at: sql`t.created_at`,
}

interface TraceRuleQuery extends ListQuery<keyof typeof SORTS> {
  readonly status?: 'active' | 'paused' | undefined
}

export async function listTraceRules(database: Database, scope: Scope, query: TraceRuleQuery) {
  const select = traceRules(database, scope)
    .where(hasText(query.q, 't.name'))
    .where(hasValues({ 't.status': query.status }))
  return offsetPage(database, select, query, SORTS, 'name', sql`t.id`)
}

export async function findTraceRule(database: Database, scope: Scope, id: number) {
  return traceRules(database, scope).where('t.id', '=', id).executeTakeFirst()
}

type TraceRuleValues = Omit<
  Insertable<TraceRuleTable>,
  'id' | 'version' | 'created_at' | 'updated_at'
>

export const insertTraceRule = (tx: Tx, rule: TraceRuleValues): Promise<number> =>
  insertRow(tx, 'trace_rule', rule)

/** False if the row has changed since `version` was read. */
export const updateTraceRule = (
  tx: Tx,
  id: number,
  version: number,
  rule: TraceRuleValues,
): Promise<boolean> => updateVersion(tx, 'trace_rule', id, version, rule)

export const deleteTraceRule = (tx: Tx, id: number): Promise<void> =>
  removeRow(tx, 'trace_rule', id)
