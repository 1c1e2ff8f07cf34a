// One page of a list. A cursor is opaque to the console: small lists hide an offset in it, growing
// ones the key of the last row, so that a page never skips or repeats rows that come in meanwhile.
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

export interface ListQuery<S extends string> {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly sort?: S | `-${S}` | undefined
  readonly q?: string | undefined
  readonly total?: 'exact' | undefined
}

export interface Listed<T> {
  readonly rows: T[]
  readonly page: {
    readonly limit: number
    readonly cursor: string | null
    readonly next_cursor: string | null
    readonly total: number
    readonly total_is_exact: boolean
    readonly sort: string
  }
}

/** Above this a total is "at least": counting on at every page would cost too much. */
const TOTAL_MAX = 10_000

export class BadCursor extends Error {}

function decodeCursor(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(value)) return value
  } catch {
    // Answered below, as any other cursor that is not ours.
  }
  throw new BadCursor('A cursor that this server did not make')
}

const encodeCursor = (parts: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** Whether a cursor counts rows, so that one more row before it makes the next page repeat one. */
export function isOffset(cursor: string): boolean {
  try {
    return decodeCursor(cursor).length === 1
  } catch {
    // Sealed cursors are those of calls, which have a key.
    return false
  }
}

/** The rows of one page out of `rows`, of which there is one more if there is a next page. */
export function toPage<T>(
  query: ListQuery<string>,
  sort: string,
  rows: T[],
  total: number,
  cursorAfter: (last: T) => readonly (string | number)[],
  total_max = TOTAL_MAX,
): Listed<T> {
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  const hasNext = rows.length > query.limit && last !== undefined
  const isExact = query.total === 'exact' || total <= total_max
  return {
    rows: shown,
    page: {
      limit: query.limit,
      cursor: query.cursor ?? null,
      next_cursor: hasNext ? encodeCursor(cursorAfter(last)) : null,
      total: isExact ? total : total_max,
      total_is_exact: isExact,
      sort,
    },
  }
}

/**
 * The parts of the cursor of a growing list, each matched by its pattern; undefined on the first
 * page.
 */
export function keyOf(query: ListQuery<string>, patterns: readonly RegExp[]): string[] | undefined {
  if (query.cursor === undefined) return undefined
  const parts = decodeCursor(query.cursor).map(String)
  const isOurs =
    parts.length === patterns.length && patterns.every((p, i) => p.test(parts[i] ?? ''))
  if (!isOurs) throw new BadCursor('A cursor of another list')
  return parts
}

/** Splits `-name` into the column and its direction. */
export function sortOf<S extends string>(
  query: ListQuery<S>,
  otherwise: S | `-${S}`,
): { readonly sort: string; readonly column: S; readonly direction: 'asc' | 'desc' } {
  const sort = query.sort ?? otherwise
  return sort.startsWith('-')
    ? { sort, column: sort.slice(1) as S, direction: 'desc' }
    : { sort, column: sort as S, direction: 'asc' }
}

/**
 * The rows behind the last one of the page before. The key is (column, id, …): the first compared
 * as `type`, numbers after it. The bound on the column alone says nothing new, but by it the
 * planner leaves out partitions.
 */
export function afterKey(
  column: RawBuilder<unknown>,
  type: 'timestamptz' | 'bigint',
  ids: readonly RawBuilder<unknown>[],
  key: readonly string[] | undefined,
  direction: 'asc' | 'desc',
): RawBuilder<boolean> {
  if (!key) return sql<boolean>`true`
  const [at, ...last] = key
  const value = sql`${at}::${sql.raw(type)}`
  const [atMost, behind] = direction === 'desc' ? ['<=', '<'] : ['>=', '>']
  return sql<boolean>`${column} ${sql.raw(atMost ?? '')} ${value}
    and (${sql.join([column, ...ids])}) ${sql.raw(behind ?? '')}
      (${sql.join([value, ...last.map((one) => sql`${one}::bigint`)])})`
}

/**
 * Counts the rows of a list, up to the greatest total that is shown, and one more; all of them when
 * that is needed, until the query times out.
 */
export async function countRows(
  database: Database,
  query: ListQuery<string>,
  rows: RawBuilder<unknown>,
  total_max = TOTAL_MAX,
): Promise<number> {
  const cap = query.total === 'exact' ? sql`` : sql`limit ${total_max + 1}`
  const counted = await sql<{ count: number }>`
    select count(*) as count from (${rows} ${cap}) counted`.execute(database)
  return counted.rows[0]?.count ?? 0
}

/**
 * A page of a configuration list by offset. `sorts` says by what each sort of the contract orders;
 * the last of `ties` is the id, so that the order is the same on every page.
 */
export async function offsetPage<DB, TB extends keyof DB, O, S extends string>(
  database: Database,
  select: SelectQueryBuilder<DB, TB, O>,
  query: ListQuery<S>,
  sorts: Readonly<Record<S, RawBuilder<unknown>>>,
  otherwise: S | `-${S}`,
  ...ties: RawBuilder<unknown>[]
): Promise<Listed<O>> {
  const offset = Number(keyOf(query, [/^\d{1,9}$/])?.[0] ?? 0)
  const { sort, column, direction } = sortOf(query, otherwise)
  const way = sql.raw(direction)
  const rows = await select
    .orderBy(
      sql`${sorts[column]} ${way} nulls last, ${sql.join(ties.map((tie) => sql`${tie} ${way}`))}`,
    )
    .limit(query.limit + 1)
    .offset(offset)
    .execute()
  const isAll = offset === 0 && rows.length <= query.limit
  const counted = sql`select 1 from (${select}) listed`
  const total = isAll ? rows.length : await countRows(database, query, counted)
  return toPage(query, sort, rows, total, () => [offset + query.limit])
}

/** A search text as the pattern of its beginning; its own wildcards stay characters. */
export const startsWith = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`
/** The same, found anywhere. */
export const contains = (text: string): string => `%${startsWith(text)}`

/** A condition: one of the columns has the text somewhere. Every row has it if there is none. */
export function hasText(
  q: string | undefined,
  ...columns: (string | RawBuilder<unknown>)[]
): RawBuilder<boolean> {
  if (!q) return sql<boolean>`true`
  const found = contains(q)
  const matches = columns.map((column) => {
    return sql`${typeof column === 'string' ? sql.ref(column) : column} ilike ${found}`
  })
  return sql<boolean>`(${sql.join(matches, sql` or `)})`
}

/** A condition: the columns have these values. A column without one may have any. */
export function hasValues(
  values: Readonly<Record<string, string | number | undefined>>,
): RawBuilder<boolean> {
  const conditions = Object.entries(values).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`],
  )
  return conditions.length === 0 ? sql<boolean>`true` : sql.join<boolean>(conditions, sql` and `)
}
