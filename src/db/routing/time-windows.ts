import { sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { TimeRange } from '#core/time/time-window.ts'
import { insertRow, markDeleted, updateVersion } from '../crud.ts'
import type { Database, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { usedByCount } from '../references.ts'
import { inScope, type Scope } from '../scope.ts'

const timeWindows = (database: Database, scope: Scope) =>
  database
    .selectFrom('time_window as w')
    .where('w.deleted_at', 'is', null)
    .where(inScope(scope, 'w.owner_id'))
    .select(['w.id', 'w.version', 'w.name', 'w.description', 'w.status', 'w.timezone', 'w.ranges'])
    .select(['w.created_at', 'w.updated_at'])
    .select(usedByCount('time_window', sql`w.id`).as('used_by_count'))

const SORTS = {
  name: sql`lower(w.name)`,
  timezone: sql`w.timezone`,
  status: sql`w.status`,
  used_by_count: sql`used_by_count`,
  created_at: sql`w.created_at`,
}

interface TimeWindowQuery extends ListQuery<keyof typeof SORTS> {
  readonly status?: 'active' | 'blocked' | undefined
}

export async function listTimeWindows(database: Database, scope: Scope, query: TimeWindowQuery) {
  const select = timeWindows(database, scope)
    .where(hasText(query.q, 'w.name', 'w.description'))
    .where(hasValues({ 'w.status': query.status }))
  return offsetPage(database, select, query, SORTS, 'name', sql`w.id`)
}

export async function findTimeWindow(database: Database, scope: Scope, id: number) {
  return timeWindows(database, scope).where('w.id', '=', id).executeTakeFirst()
}

interface TimeWindowValues {
  readonly name: string
  readonly description: string
  readonly status: 'active' | 'blocked'
  readonly timezone: string
  readonly ranges: readonly TimeRange[]
}

const asRow = (window: TimeWindowValues) => ({ ...window, ranges: JSON.stringify(window.ranges) })

export const insertTimeWindow = (tx: Tx, window: TimeWindowValues): Promise<number> =>
  insertRow(tx, 'time_window', { ...asRow(window), owner_id: OPERATOR_ID })

/** False if the row has changed since `version` was read. */
export const updateTimeWindow = (
  tx: Tx,
  id: number,
  version: number,
  window: TimeWindowValues,
): Promise<boolean> => updateVersion(tx, 'time_window', id, version, asRow(window))

export const deleteTimeWindow = (tx: Tx, id: number, at: string): Promise<void> =>
  markDeleted(tx, 'time_window', id, at)
