// The rows of a reconciliation and their sums by destination, filtered and sorted.
import { sql } from 'kysely'
import type { Money } from '#core/money.ts'
import type { RowClass } from '#core/reconciliation/reconciliation.ts'
import type { Database } from '../database.ts'
import {
  contains,
  countRows,
  keyOf,
  type Listed,
  type ListQuery,
  sortOf,
  startsWith,
  toPage,
} from '../paging.ts'
import { SUMS, type Sums } from './reconciliations.ts'

export interface ListedRow {
  readonly number: number
  readonly class: RowClass
  readonly called_number: string
  readonly destination: string
  readonly line: number | null
  readonly call_id: string | null
  readonly our_at: string | null
  readonly their_at: string | null
  readonly our_calls: number | null
  readonly their_calls: number | null
  readonly our_seconds: number | null
  readonly their_seconds: number | null
  readonly our_amount: Money | null
  readonly their_amount: Money | null
  readonly difference: Money | null
  readonly currency: string
  readonly reason: string
  readonly column_name: string
  readonly value: string
}

const ROW_SORTS = {
  number: sql`w.number`,
  called_number: sql`w.called_number`,
  difference_size: sql`abs(w.difference)`,
}

interface RowQuery extends ListQuery<keyof typeof ROW_SORTS> {
  readonly class?: RowClass | 'DIFFERENCES' | undefined
  readonly destination?: string | undefined
}

/** The rows of a reconciliation that the caller may see. */
export async function listRows(
  database: Database,
  id: number,
  query: RowQuery,
): Promise<Listed<ListedRow>> {
  const { q, class: kind, destination } = query
  const filters = [sql`w.reconciliation_id = ${id}`]
  if (kind === 'DIFFERENCES') {
    filters.push(sql`w.class in ('OTHER_DURATION', 'OTHER_RATE', 'ONLY_OURS', 'ONLY_THEIRS')`)
  } else if (kind) filters.push(sql`w.class = ${kind}`)
  if (destination !== undefined) filters.push(sql`w.destination = ${destination}`)
  if (q) {
    filters.push(sql`(w.called_number like ${startsWith(q)} or w.destination ilike ${contains(q)})`)
  }
  const from = sql`from reconciliation_row w join reconciliation r on r.id = w.reconciliation_id
    join account a on a.id = r.settlement_id where ${sql.join(filters, sql` and `)}`
  const offset = Number(keyOf(query, [/^\d{1,9}$/])?.[0] ?? 0)
  const { sort, column, direction } = sortOf(query, '-difference_size')
  const { rows } = await sql<ListedRow>`
    select w.number, w.class, w.called_number, w.destination, w.line, w.call_id::text as call_id,
      w.our_at, w.their_at, w.our_calls, w.their_calls, w.our_seconds, w.their_seconds,
      w.our_amount, w.their_amount, w.difference, a.currency, w.reason, w.column_name, w.value
    ${from} order by ${ROW_SORTS[column]} ${sql.raw(direction)} nulls last, w.number
    limit ${query.limit + 1} offset ${offset}`.execute(database)
  const total = await countRows(database, query, sql`select 1 ${from}`)
  return toPage(query, sort, rows, total, () => [offset + query.limit])
}

export interface ListedSum extends Sums {
  readonly destination: string
  readonly currency: string
}

const SUM_SORTS = {
  difference_size: sql`abs(sum(s.difference))`,
  destination: sql`lower(s.destination)`,
  our_calls: sql`sum(s.our_calls)`,
  their_calls: sql`sum(s.their_calls)`,
}

/** Sums of the rows that are compared: of the period, and valid. */
export async function listSums(
  database: Database,
  id: number,
  query: ListQuery<keyof typeof SUM_SORTS>,
): Promise<Listed<ListedSum>> {
  const filters = [
    sql`s.reconciliation_id = ${id}`,
    sql`s.class not in ('OUTSIDE', 'INVALID')`,
    ...(query.q ? [sql`s.destination ilike ${contains(query.q)}`] : []),
  ]
  const from = sql`from reconciliation_sum s join reconciliation r on r.id = s.reconciliation_id
    join account a on a.id = r.settlement_id where ${sql.join(filters, sql` and `)}
    group by s.destination, a.currency`
  const offset = Number(keyOf(query, [/^\d{1,9}$/])?.[0] ?? 0)
  const { sort, column, direction } = sortOf(query, '-difference_size')
  const { rows } = await sql<ListedSum>`
    select s.destination, a.currency, ${SUMS} ${from}
    order by ${SUM_SORTS[column]} ${sql.raw(direction)} nulls last, s.destination
    limit ${query.limit + 1} offset ${offset}`.execute(database)
  const total = await countRows(database, query, sql`select 1 ${from}`)
  return toPage(query, sort, rows, total, () => [offset + query.limit])
}
