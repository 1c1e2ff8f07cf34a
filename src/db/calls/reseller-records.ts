// Calls as the resellers above their clients see them: one row per call and reseller.
import { sql } from 'kysely'
import type { CallStatus } from '#core/call/call-record.ts'
import type { Money, Rate, Sum } from '#core/money.ts'
import type { Database } from '../database.ts'
import { countRows, keyOf, type Listed, type ListQuery, sortOf, toPage } from '../paging.ts'
import { aroundCall, searchedPeriod } from '../periods.ts'
import { type Scope, seesEarningsOf } from '../scope.ts'
import {
  type ResellerCallQuery,
  resellerCalls,
  resellerEarnings,
  wantedResellerCalls,
} from './reseller-calls.ts'

export interface ResellerRecordRow {
  readonly call_id: string
  readonly started_at: string
  readonly reseller_id: number
  readonly reseller_name: string
  /** 1 is the nearest to the client. */
  readonly depth: number
  readonly level: number
  readonly client_name: string
  readonly called_number: string
  readonly dialled_number: string
  readonly destination: string
  readonly status: CallStatus
  readonly refusal: string | null
  readonly sip_code: number | null
  readonly duration_ms: number
  readonly billed_seconds: number
  readonly prefix: string | null
  readonly cost_rate: Rate | null
  readonly cost_rate_currency: string
  readonly currency: string
  /** In the currency of the reseller, without VAT. */
  readonly revenue: Sum
  readonly cost: Sum
  /** The amount that the account below it pays, VAT included, in the currency of that account. */
  readonly child_amount: Money
  readonly child_currency: string
}

interface WholeResellerRecordRow extends ResellerRecordRow {
  readonly caller_number: string
  readonly answered_at: string | null
  readonly ended_at: string
  readonly child_name: string
  readonly child_billed_seconds: number
  readonly child_prefix: string | null
  readonly child_rate: Rate | null
  readonly child_rate_currency: string
}

/** A call `r` with a reseller above its client, and the charges of its two sides. */
const COLUMNS = sql`r.call_id::text as call_id, r.started_at, r.reseller_id, r.depth,
  a.name as reseller_name,
  r.level, c.name as client_name, r.called_number, r.dialled_number, r.destination, r.status,
  r.refusal, r.sip_code, r.duration_ms,
  coalesce(own.billed_seconds, 0) as billed_seconds, own.prefix,
  (own.terms->>'rate')::bigint as cost_rate, a.currency,
  coalesce(t.currency, a.currency) as cost_rate_currency,
  ${resellerEarnings.revenue}::numeric as revenue, ${resellerEarnings.cost}::numeric as cost,
  coalesce(child.amount, 0) as child_amount, coalesce(child.currency, '') as child_currency`

const FROM = sql`from r join account a on a.id = r.reseller_id join account c on c.id = r.account_id
  left join call_charge own on own.call_id = r.call_id and own.started_at = r.started_at
    and own.account_id = r.reseller_id
  left join tariff t on t.id = own.tariff_id
  left join call_charge child on child.call_id = r.call_id
    and child.started_at = r.started_at and child.parent_id = r.reseller_id`

type ResellerRecordQuery = ListQuery<'started_at'> & ResellerCallQuery

export async function listResellerRecords(
  database: Database,
  scope: Scope,
  query: ResellerRecordQuery,
): Promise<Listed<ResellerRecordRow>> {
  const key = keyOf(query, [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, /^\d{1,19}$/, /^\d{1,2}$/])
  const { sort, direction } = sortOf(query, '-started_at')
  const way = sql.raw(direction)
  const matching = wantedResellerCalls(scope, query, await searchedPeriod(database, query))
  const behind = sql.raw(direction === 'desc' ? '<' : '>')
  const isBehind = key
    ? sql`(r.started_at, r.call_id, p.depth) ${behind}
        (${key[0]}::timestamptz, ${key[1]}::bigint, ${key[2]}::bigint)`
    : sql`true`
  const order = sql`order by r.started_at ${way}, r.call_id ${way}, r.depth ${way}`
  const { rows } = await sql<ResellerRecordRow>`
    with r as (
      select r.*, p.reseller_id, p.depth, s.level from ${resellerCalls}
      where ${matching} and ${isBehind}
      order by r.started_at ${way}, r.call_id ${way}, p.depth ${way}
      limit ${query.limit + 1})
    select ${COLUMNS} ${FROM}
    ${order}`.execute(database)
  const total = await countRows(
    database,
    query,
    sql`select 1 from ${resellerCalls} where ${matching}`,
  )
  return toPage(query, sort, rows, total, (last) => [last.started_at, last.call_id, last.depth])
}

/** The call with the nearest reseller whose earnings the scope has. */
export async function findResellerRecord(
  database: Database,
  scope: Scope,
  call_id: string,
): Promise<WholeResellerRecordRow | undefined> {
  const { rows } = await sql<WholeResellerRecordRow>`
    with r as (
      select r.*, p.reseller_id, p.depth, s.level from ${resellerCalls}
      where ${aroundCall(call_id, 'r.started_at')} and r.call_id = ${call_id}::bigint
        and r.is_last and ${seesEarningsOf(scope, 'p.reseller_id')}
      order by p.depth limit 1)
    select ${COLUMNS}, r.caller_number, r.answered_at, r.ended_at, b.name as child_name,
      coalesce(child.billed_seconds, 0) as child_billed_seconds, child.prefix as child_prefix,
      (child.terms->>'rate')::bigint as child_rate,
      coalesce(e.currency, child.currency, b.currency) as child_rate_currency
    ${FROM}
      join account b on b.id = coalesce(r.reseller_ids[(r.depth - 1)::int], r.account_id)
      left join tariff e on e.id = child.tariff_id`.execute(database)
  return rows[0]
}
