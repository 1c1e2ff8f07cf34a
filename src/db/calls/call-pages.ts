// One page of a list of calls, by the time at which they began.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import {
  afterKey,
  countRows,
  keyOf,
  type Listed,
  type ListQuery,
  sortOf,
  toPage,
} from '../paging.ts'

/** Lists of calls are read most, and their first page is enough: more is counted on request. */
const CALLS_COUNTED = 1000
const KEY_PATTERNS = [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, /^\d{1,19}$/, /^\d{1,5}$/] as const

interface CallKey {
  readonly started_at: string
  readonly call_id: string
  readonly attempt_no: number
}

interface CallList {
  /** Where the calls `r` come from. */
  readonly from: RawBuilder<unknown>
  /** The same calls in a form that is faster to count. */
  readonly counted?: RawBuilder<unknown>
  readonly matching: RawBuilder<unknown>
  /** The columns read of all rows, and those made of them for the rows of the page. */
  readonly read: RawBuilder<unknown>
  readonly columns: RawBuilder<unknown>
  /** The joins that look up names; the condition that it makes is true of the rows of the page. */
  readonly names: (isOnPage: (column: string) => RawBuilder<boolean>) => RawBuilder<unknown>
}

/**
 * Names are looked up for the rows of the page only: before a new partition is analysed, the
 * planner believes that few rows match, and would look them up for all that do. The times of
 * the page are found first, so that the planner leaves out all other partitions: planning their
 * joins takes longer than reading the page.
 */
export async function pageOfCalls<Row extends CallKey>(
  database: Database,
  query: ListQuery<'started_at'>,
  { from, counted = from, matching, read, columns, names }: CallList,
): Promise<Listed<Row>> {
  const key = keyOf(query, KEY_PATTERNS)
  const { sort, direction } = sortOf(query, '-started_at')
  const way = sql.raw(direction)
  const ids = [sql`r.call_id`, sql`r.attempt_no`]
  const isBehind = afterKey(sql`r.started_at`, 'timestamptz', ids, key, direction)
  const order = sql`order by r.started_at ${way}, r.call_id ${way}, r.attempt_no ${way}`
  const found = await sql<{ started_at: string }>`
    select r.started_at from ${from} where ${matching} and ${isBehind}
    ${order} limit ${query.limit + 1}`.execute(database)
  const times = found.rows.map(({ started_at }) => started_at)
  const [first, last] = direction === 'desc' ? [times.at(-1), times[0]] : [times[0], times.at(-1)]
  const isOnPage = (column: string) => sql<boolean>`${sql.ref(column)} between
    ${first ?? null}::timestamptz and ${last ?? null}::timestamptz`
  const { rows } = await sql<Row>`
    with r as (
      select ${read} from ${from}
      where ${matching} and ${isBehind} and r.started_at = any (${times}::timestamptz[])
      ${order} limit ${query.limit + 1})
    select ${columns} from r ${names(isOnPage)} ${order}`.execute(database)
  const isAll = !key && rows.length <= query.limit
  const total = isAll
    ? rows.length
    : await countRows(
        database,
        query,
        sql`select 1 from ${counted} where ${matching}`,
        CALLS_COUNTED,
      )
  const cursorAfter = (last: Row) => [last.started_at, last.call_id, last.attempt_no]
  return toPage(query, sort, rows, total, cursorAfter, CALLS_COUNTED)
}
