// Call records for the console. Always within a range of time, so that only few partitions are
// read.
import { type RawBuilder, sql } from 'kysely'
import type { AttemptEnd, NotSentReason } from '#core/call/attempt-end.ts'
import type { CallMedia } from '#core/call/call.ts'
import { callIdTime } from '#core/call/call-id.ts'
import type { CallStatus } from '#core/call/call-record.ts'
import type { Money, Rate } from '#core/money.ts'
import type { Database } from './database.ts'
import {
  afterKey,
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

export interface CallRecordRow {
  readonly call_id: string
  readonly attempt_no: number
  readonly is_last: boolean
  readonly started_at: string
  readonly sent_at: string | null
  readonly progress_at: string | null
  readonly answered_at: string | null
  readonly ended_at: string
  readonly duration_ms: number
  readonly pdd_ms: number | null
  readonly call_pdd_ms: number | null
  readonly routing_ms: number | null
  readonly account_id: number
  readonly client_name: string | null
  readonly client_type: string
  readonly caller_number: string
  readonly caller_name: string
  readonly dialled_number: string
  readonly called_number: string
  readonly sent_number: string
  readonly prefix: string | null
  readonly destination: string
  readonly source_ip: string | null
  readonly source_port: number | null
  readonly settlement_name: string | null
  readonly gateway_id: number | null
  readonly gateway_name: string | null
  readonly gateway_address: string | null
  readonly route_plan_name: string | null
  readonly status: CallStatus
  readonly sip_code: number | null
  readonly sip_reason: string
  readonly q850_cause: number | null
  readonly gateway_sip_code: number | null
  readonly gateway_q850_cause: number | null
  readonly attempt_end: AttemptEnd | null
  readonly not_sent_reason: NotSentReason | null
  readonly refusal: string | null
  readonly release_side: 'CALLER' | 'CALLEE' | 'SWITCH' | null
  readonly billed_seconds: number
  readonly sell_rate: Rate | null
  readonly sell_amount: Money
  readonly buy_billed_seconds: number
  readonly buy_rate: Rate | null
  readonly buy_amount: Money
  readonly margin: Money
  readonly sip_call_id: string
  readonly user_agent: string
  readonly transport: string
  readonly sip_username: string | null
  readonly routed_caller_number: string
  readonly sent_caller_number: string
  readonly reseller_names: string[]
  readonly media_mode: string
  readonly codec: string
  readonly media: CallMedia | null
  readonly sell_currency: string
  readonly buy_currency: string
}

const COLUMNS = sql`
  r.call_id::text as call_id, r.attempt_no, r.is_last, r.started_at, r.sent_at,
  r.progress_at, r.answered_at, r.ended_at, r.duration_ms, r.pdd_ms, r.call_pdd_ms, r.routing_ms,
  r.gateway_sip_code, r.gateway_q850_cause, r.attempt_end, r.not_sent_reason, r.account_id,
  c.name as client_name, r.client_type, r.caller_number, r.caller_name, r.dialled_number,
  r.called_number, r.sent_number, r.prefix, r.destination, r.source_ip, r.source_port,
  s.name as settlement_name, r.gateway_id, g.name as gateway_name, r.gateway_address,
  p.name as route_plan_name, r.status, r.sip_code, r.sip_reason, r.q850_cause, r.refusal,
  r.release_side, r.billed_seconds, r.sell_rate, r.sell_amount, r.buy_billed_seconds, r.buy_rate,
  r.buy_amount, r.margin, r.sip_call_id, r.user_agent, r.transport, u.username as sip_username,
  r.routed_caller_number, r.sent_caller_number, r.media_mode, r.codec, r.media, r.sell_currency,
  r.buy_currency, array(select n.name from unnest(r.reseller_ids) with ordinality as p(id, place)
    join account n on n.id = p.id order by p.place) as reseller_names`

const NAMES = sql`left join account c on c.id = r.account_id
  left join account s on s.id = r.settlement_id
  left join gateway g on g.id = r.gateway_id
  left join sip_user u on u.id = r.sip_user_id
  left join route_plan p on p.id = r.route_plan_id`

/**
 * Clients and callers whom nobody knows are found among the wholesale ones, as they come from
 * there.
 */
const TYPES = {
  wholesale: ['WHOLESALE', 'UNKNOWN'],
  retail: ['RETAIL'],
}

interface CallRecordQuery extends ListQuery<'started_at'>, TimeQuery {
  readonly type: keyof typeof TYPES
  readonly status?: CallStatus | undefined
  readonly account_id?: number | undefined
  readonly gateway_id?: number | undefined
  readonly settlement_id?: number | undefined
  readonly caller_number?: string | undefined
  readonly called_number?: string | undefined
  readonly sip_code?: number | undefined
  readonly refusal?: string | undefined
  readonly min_duration?: number | undefined
}

function filtersOf(scope: Scope, query: CallRecordQuery): RawBuilder<boolean> {
  const { q, status, account_id, gateway_id, settlement_id, sip_code, refusal } = query
  const { caller_number, called_number, min_duration } = query
  const filters = [
    sql`r.is_last`,
    sql`r.client_type = any (${TYPES[query.type]}::text[])`,
    inScope(scope, 'r.account_id'),
  ]
  if (status === 'FAILED') filters.push(sql`r.status <> 'ANSWERED'`)
  else if (status) filters.push(sql`r.status = ${status}`)
  if (account_id) filters.push(sql`r.account_id = ${account_id}`)
  if (gateway_id) filters.push(sql`r.gateway_id = ${gateway_id}`)
  if (settlement_id) filters.push(sql`r.settlement_id = ${settlement_id}`)
  if (sip_code) filters.push(sql`r.sip_code = ${sip_code}`)
  if (refusal) filters.push(sql`r.refusal = ${refusal}`)
  if (caller_number) filters.push(sql`r.caller_number like ${startsWith(caller_number)}`)
  if (called_number) filters.push(sql`r.called_number like ${startsWith(called_number)}`)
  if (min_duration) filters.push(sql`r.duration_ms >= ${min_duration}::bigint * 1000`)
  if (q) {
    const found = startsWith(q)
    filters.push(sql`(r.called_number like ${found} or r.caller_number like ${found}
      or r.dialled_number like ${found} or r.sip_call_id = ${q} or r.call_id::text = ${q})`)
  }
  return sql.join<boolean>(filters, sql` and `)
}

export async function listCallRecords(
  database: Database,
  scope: Scope,
  query: CallRecordQuery,
): Promise<Listed<CallRecordRow>> {
  const key = keyOf(query, [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, /^\d{1,19}$/])
  const { from_at, to_at } = await resolvePeriod(database, query)
  const { direction } = sortOf(query, '-started_at')
  const way = sql.raw(direction)
  const matching = sql`r.started_at >= ${from_at}::timestamptz
    and r.started_at < ${to_at}::timestamptz and ${filtersOf(scope, query)}`
  const isBehind = afterKey(sql`r.started_at`, 'timestamptz', sql`r.call_id`, key, direction)
  const order = sql`order by r.started_at ${way}, r.call_id ${way}`
  // Names are looked up for the rows of the page only: before a new partition is analysed, the
  // planner believes that few rows match, and would look them up for all that do.
  const { rows } = await sql<CallRecordRow>`
    with r as (
      select * from call_record r where ${matching} and ${isBehind}
      ${order} limit ${query.limit + 1})
    select ${COLUMNS} from r ${NAMES} ${order}`.execute(database)
  const total = await cappedCount(database, sql`select 1 from call_record r where ${matching}`)
  return toPage(query, rows, total, (last) => [last.started_at, last.call_id])
}

const DAY_MS = 24 * 3600 * 1000

/**
 * The id of a call holds its time, which finds the partitions; a day around it covers any clock.
 */
function periodOf(call_id: string, column: string): RawBuilder<boolean> {
  const time = callIdTime(call_id)
  const from_at = new Date(time - DAY_MS).toISOString()
  const to_at = new Date(time + DAY_MS).toISOString()
  return sql<boolean>`${sql.ref(column)} between ${from_at}::timestamptz and ${to_at}::timestamptz`
}

/** Every attempt of a call, in order. */
export async function findCallRecords(
  database: Database,
  scope: Scope,
  call_id: string,
): Promise<CallRecordRow[]> {
  const { rows } = await sql<CallRecordRow>`
    select ${COLUMNS} from call_record r ${NAMES}
    where ${periodOf(call_id, 'r.started_at')} and r.call_id = ${call_id}::bigint
      and ${inScope(scope, 'r.account_id')}
    order by r.attempt_no`.execute(database)
  return rows
}

interface ChargeRow {
  readonly account_id: number
  readonly account_name: string
  readonly depth: number
  readonly tariff_id: number
  readonly tariff_name: string | null
  readonly prefix: string
  /** As they were when the call began (core/tariff/terms.ts). */
  readonly terms: unknown
  readonly duration_seconds: number
  readonly billed_seconds: number
  readonly package_seconds: number
  readonly package_name: string | null
  readonly net: Money
  readonly vat: Money
  readonly amount: Money
  readonly currency: string
  readonly attempts: number
  readonly income: Money
  readonly balance_after: Money | null
  readonly re_rating_id: number | null
}

/** What each party paid: the client, the resellers above it, the settlement account. */
export async function findCharges(database: Database, call_id: string): Promise<ChargeRow[]> {
  const { rows } = await sql<ChargeRow>`
    select h.account_id, a.name as account_name, h.depth, h.tariff_id, t.name as tariff_name,
      h.prefix, h.terms, h.duration_seconds, h.billed_seconds, h.net, h.vat, h.amount,
      h.currency, h.attempts, h.income, h.package_seconds, p.name as package_name,
      h.re_rating_id, l.balance_after
    from call_charge h
    join account a on a.id = h.account_id
    left join tariff t on t.id = h.tariff_id
    left join package_subscription s on s.id = h.package_subscription_id
    left join package p on p.id = s.package_id
    left join ledger_entry l on l.call_id = h.call_id and l.account_id = h.account_id
      and l.kind = 'CALL' and not exists (
        select from ledger_entry r where r.reverses_id = l.id)
    where ${periodOf(call_id, 'h.started_at')} and h.call_id = ${call_id}::bigint
    order by h.depth < 0, h.depth`.execute(database)
  return rows
}

/** The steps of the decision as they were written down; none when routing did not log the call. */
export async function findRoutingSteps(database: Database, call_id: string): Promise<unknown> {
  const { rows } = await sql<{ steps: unknown }>`
    select steps from routing_log l
    where ${periodOf(call_id, 'l.started_at')} and l.call_id = ${call_id}::bigint`.execute(database)
  return rows[0]?.steps ?? []
}
