// The rows of the preview of a rate import, filtered and sorted.
import { sql } from 'kysely'
import type { Money, Percent, Rate } from '#core/money.ts'
import { IMPORT_ROW_KINDS, type ImportRowKind } from '#core/rate-import/import-options.ts'
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
import {
  HAS_COUNTRY_CONFLICT,
  IS_ABOVE_SELL,
  IS_BELOW_COST,
  IS_LARGE,
} from './rate-import-preview.ts'

export interface ImportRow {
  readonly number: number
  readonly line: number | null
  readonly kind: ImportRowKind
  readonly prefix: string | null
  readonly destination: string
  readonly currency: string
  readonly blocked: boolean
  readonly old_rate: Rate | null
  readonly old_prefix: string | null
  readonly rate: Rate | null
  readonly change_percent: Percent | null
  readonly starts_at: string | null
  readonly ends_at: string | null
  readonly cost_rate: Rate | null
  readonly cost_tariff_name: string | null
  readonly sell_rate: Rate | null
  readonly sell_tariff_name: string | null
  readonly is_above_sell: boolean
  readonly is_large: boolean
  readonly is_below_cost: boolean
  readonly calls: number | null
  readonly billed_seconds: number | null
  readonly difference: Money | null
  readonly reason: string
  readonly column_name: string
  readonly value: string
  readonly named_country: string | null
  readonly code_country: string | null
}

const SORTS = {
  number: sql`r.number`,
  prefix: sql`r.prefix`,
  rate: sql`r.rate`,
  change_percent: sql`r.change_percent`,
  change_size: sql`abs(r.change_percent)`,
  billed_seconds: sql`r.billed_seconds`,
  difference_size: sql`abs(r.difference)`,
}

const WARNINGS = {
  large: IS_LARGE,
  below_cost: IS_BELOW_COST,
  above_sell: IS_ABOVE_SELL,
  country: HAS_COUNTRY_CONFLICT,
}

interface RowQuery extends ListQuery<keyof typeof SORTS> {
  readonly kind?: ImportRowKind | 'CHANGES' | undefined
  readonly warning?: keyof typeof WARNINGS | undefined
}

/** The rows of an import that the caller may see. */
export async function listImportRows(
  database: Database,
  import_id: number,
  query: RowQuery,
): Promise<Listed<ImportRow>> {
  const { q, kind, warning } = query
  const filters = [sql`r.import_id = ${import_id}`]
  if (kind === 'CHANGES') filters.push(sql`r.kind not in ('UNCHANGED', 'INVALID')`)
  else if (kind) filters.push(sql`r.kind = ${kind}`)
  if (warning) filters.push(sql.raw(WARNINGS[warning]))
  if (q) {
    filters.push(sql`(r.prefix like ${startsWith(q)} or r.destination ilike ${contains(q)})`)
  }
  const from = sql`from rate_import_row r join rate_import i on i.id = r.import_id
    join tariff t on t.id = i.tariff_id left join tariff b on b.id = r.cost_tariff_id
    left join tariff v on v.id = r.sell_tariff_id
    where ${sql.join(filters, sql` and `)}`
  const offset = Number(keyOf(query, [/^\d{1,9}$/])?.[0] ?? 0)
  const { sort, column, direction } = sortOf(query, 'number')
  const { rows } = await sql<ImportRow>`
    select r.number, r.line, r.kind, r.prefix, r.destination, t.currency, r.blocked, r.old_rate,
      r.old_prefix, r.sell_rate, v.name as sell_tariff_name,
      r.rate, r.change_percent, r.starts_at, r.ends_at, r.cost_rate, b.name as cost_tariff_name,
      ${sql.raw(IS_LARGE)} as is_large, coalesce(${sql.raw(IS_BELOW_COST)}, false) as is_below_cost,
      coalesce(${sql.raw(IS_ABOVE_SELL)}, false) as is_above_sell,
      r.calls, r.billed_seconds, r.difference, r.reason, r.column_name, r.value,
      r.named_country, r.code_country
    ${from} order by ${SORTS[column]} ${sql.raw(direction)} nulls last, r.number
    limit ${query.limit + 1} offset ${offset}`.execute(database)
  if (!q && !warning) {
    const total = await countOfImport(database, import_id, kind)
    return toPage({ ...query, total: 'exact' }, sort, rows, total, () => [offset + query.limit])
  }
  const total = await countRows(database, query, sql`select 1 ${from}`)
  return toPage(query, sort, rows, total, () => [offset + query.limit])
}

const CHANGES = ['NEW', 'UP', 'DOWN', 'CHANGED', 'BLOCKED', 'REMOVED'] as const

/** As the preview has counted them; while it is made, those of the one before. */
async function countOfImport(
  database: Database,
  import_id: number,
  kind: RowQuery['kind'],
): Promise<number> {
  const all = kind === 'CHANGES' ? CHANGES : kind ? [kind] : IMPORT_ROW_KINDS
  const columns = all.map((one) => sql.ref(`${one.toLowerCase()}_count`))
  const { rows } = await sql<{ count: number }>`
    select ${sql.join(columns, sql` + `)} as count from rate_import
    where id = ${import_id}`.execute(database)
  return rows[0]?.count ?? 0
}
