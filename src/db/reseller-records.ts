// Calls as the resellers above their clients see them: one row per call and reseller.
import { sql } from 'kysely'
import type { CallStatus } from '#core/call/call-record.ts'
import type { Money, Rate, Sum } from '#core/money.ts'
import type { Database } from './database.ts'
import {
  cappedCount,
  keyOf,
  type Listed,
  type ListQuery,
  sortOf,
  startsWith,
  toPage,
} from './paging.ts'
import { resolvePeriod, type TimeQuery } from './periods.ts'
import { inScope, type Scope } from './scope.ts'

interface ResellerRecordRow {
  readonly call_id: string
  readonly started_at: string
  readonly reseller_id: number
  readonly reseller_name: string
  /** 1 is the nearest to the client. */
  readonly depth: number
  readonly level: number
  readonly client_name: string
  readonly called_number: string
  readonly destination: string
  readonly status: CallStatus
  readonly refusal: string | null
  readonly sip_code: number | null
  readonly duration_ms: number
  readonly billed_seconds: number
  readonly prefix: string | null
  readonly cost_rate: Rate | null
  readonly currency: string
  readonly cost: Money
  readonly income: Money
  readonly margin: Sum
}

interface ResellerRecordQuery extends ListQuery<'started_at'>, TimeQuery {
  readonly status?: CallStatus | undefined
  readonly reseller_id?: number | undefined
  readonly level?: number | undefined
  readonly account_id?: number | undefined
  readonly called_number?: string | undefined
}

export async function listResellerRecords(
  database: Database,
  scope: Scope,
  query: ResellerRecordQuery,
): Promise<Listed<ResellerRecordRow>> {
  const key = keyOf(query, [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, /^\d{1,19}$/, /^\d{1,2}$/])
  const { from_at, to_at } = await resolvePeriod(database, query)
  const { direction } = sortOf(query, '-started_at')
  const way = sql.raw(direction)
  const { status, reseller_id, level, account_id, called_number } = query
  const filters = [
    sql`r.started_at >= ${from_at}::timestamptz and r.started_at < ${to_at}::timestamptz`,
    sql`r.is_last`,
    inScope(scope, 'p.reseller_id'),
  ]
  if (status === 'FAILED') filters.push(sql`r.status <> 'ANSWERED'`)
  else if (status) filters.push(sql`r.status = ${status}`)
  if (reseller_id) filters.push(sql`p.reseller_id = ${reseller_id}`)
  if (level) filters.push(sql`s.level = ${level}`)
  if (account_id) filters.push(sql`r.account_id = ${account_id}`)
  if (called_number) filters.push(sql`r.called_number like ${startsWith(called_number)}`)
  const matching = sql.join(filters, sql` and `)
  // The nearest reseller has the depth 1.
  const levels = sql`call_record r
    cross join lateral unnest(r.reseller_ids) with ordinality as p(reseller_id, depth)
    join reseller s on s.account_id = p.reseller_id`
  const behind = sql.raw(direction === 'desc' ? '<' : '>')
  const isBehind = key
    ? sql`(r.started_at, r.call_id, p.depth) ${behind}
        (${key[0]}::timestamptz, ${key[1]}::bigint, ${key[2]}::bigint)`
    : sql`true`
  const order = sql`order by r.started_at ${way}, r.call_id ${way}, r.depth ${way}`
  const { rows } = await sql<ResellerRecordRow>`
    with r as (
      select r.*, p.reseller_id, p.depth, s.level from ${levels}
      where ${matching} and ${isBehind}
      order by r.started_at ${way}, r.call_id ${way}, p.depth ${way}
      limit ${query.limit + 1})
    select r.call_id::text as call_id, r.started_at, r.reseller_id, r.depth,
      a.name as reseller_name,
      r.level, c.name as client_name, r.called_number, r.destination, r.status, r.refusal,
      r.sip_code, r.duration_ms, coalesce(own.billed_seconds, 0) as billed_seconds, own.prefix,
      (own.terms->>'rate')::bigint as cost_rate, a.currency, coalesce(own.amount, 0) as cost,
      coalesce(child.income, 0) as income,
      coalesce(child.income, 0)::numeric - coalesce(own.amount, 0) as margin
    from r join account a on a.id = r.reseller_id join account c on c.id = r.account_id
      left join call_charge own on own.call_id = r.call_id and own.started_at = r.started_at
        and own.account_id = r.reseller_id
      left join call_charge child on child.call_id = r.call_id
        and child.started_at = r.started_at and child.parent_id = r.reseller_id
    ${order}`.execute(database)
  const total = await cappedCount(database, sql`select 1 from ${levels} where ${matching}`)
  return toPage(query, rows, total, (last) => [last.started_at, last.call_id, last.depth])
}
