// Recording rules as the console shows and changes them.
import { type Insertable, sql } from 'kysely'
import { insertRow, removeRow, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { namesOfAccounts, namesOfGateways } from '../routing/call-rules.ts'
import { type Scope, seesEverything } from '../scope.ts'
import type { RecordingRuleTable } from '../tables/recordings.ts'

const recordingRules = (database: Database, scope: Scope) =>
  database
    .selectFrom('recording_rule as t')
    .where(seesEverything(scope))
    .select(['t.id', 't.version', 't.name', 't.status', 't.account_ids', 't.gateway_ids'])
    .select(['t.called_prefixes', 't.caller_prefixes'])
    .select(['t.created_at', 't.updated_at'])
    .select([namesOfAccounts.as('accounts'), namesOfGateways.as('gateways')])

const SORTS = {
  name: sql`lower(t.name)`,
  status: sql`t.status`,
  created_at: sql`t.created_at`,
}

interface RecordingRuleQuery extends ListQuery<keyof typeof SORTS> {
  readonly status?: 'active' | 'paused' | undefined
}

export async function listRecordingRules(
  database: Database,
  scope: Scope,
  query: RecordingRuleQuery,
) {
  const select = recordingRules(database, scope)
    .where(hasText(query.q, 't.name'))
    .where(hasValues({ 't.status': query.status }))
  return offsetPage(database, select, query, SORTS, 'name', sql`t.id`)
}

export async function findRecordingRule(database: Database, scope: Scope, id: number) {
  return recordingRules(database, scope).where('t.id', '=', id).executeTakeFirst()
}

type RecordingRuleValues = Omit<
  Insertable<RecordingRuleTable>,
  'id' | 'version' | 'created_at' | 'updated_at'
>

export const insertRecordingRule = (tx: Tx, rule: RecordingRuleValues): Promise<number> =>
  insertRow(tx, 'recording_rule', rule)

/** False if the row has changed since `version` was read. */
export const updateRecordingRule = (
  tx: Tx,
  id: number,
  version: number,
  rule: RecordingRuleValues,
): Promise<boolean> => updateVersion(tx, 'recording_rule', id, version, rule)

export const deleteRecordingRule = (tx: Tx, id: number): Promise<void> =>
  removeRow(tx, 'recording_rule', id)
