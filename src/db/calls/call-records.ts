// Call records for the console. Always within a range of time, so that only few partitions are
// read.
import { sql } from 'kysely'
import type { AttemptEnd, NotSentReason } from '#core/call/attempt-end.ts'
import type { CallMedia } from '#core/call/call.ts'
import type { CallStatus } from '#core/call/call-record.ts'
import type { Money, Rate, Sum } from '#core/money.ts'
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
import { aroundCall, resolvePeriod } from '../periods.ts'
import { inScope, type Scope } from '../scope.ts'
import { SYSTEM_CURRENCY } from '../settings.ts'
import { type CallQuery, isWanted } from './call-filters.ts'
import { term, termText } from './charge-terms.ts'

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
  readonly sell_rate_currency: string
  readonly sell_amount: Money
  readonly buy_billed_seconds: number
  readonly buy_rate: Rate | null
  readonly buy_rate_currency: string
  /** Of the row of a call: what all its attempts cost. */
  readonly buy_amount: Sum
  readonly attempt_buy_amount: Sum
  /** Of the operator, in the system currency. */
  readonly revenue: Money
  readonly cost: Money
  readonly currency: string
  readonly sip_call_id: string
  readonly user_agent: string
  readonly gateway_user_agent: string
  readonly transport: string
  readonly sip_username: string | null
  readonly routed_caller_number: string
  readonly sent_caller_number: string
  readonly reseller_names: string[]
  readonly media_mode: string
  readonly codec: string
  readonly media: CallMedia | null
  readonly early_media: boolean
  readonly sell_currency: string
  readonly buy_currency: string
  /** Of the client's charge and of all settlement accounts; on the row of the call only. */
  readonly sell_net: Money | null
  readonly sell_vat: Money | null
  readonly buy_net: Sum | null
  readonly buy_vat: Sum | null
  readonly pai: string
  readonly rpid: string
  readonly diversion: string
  readonly privacy: string
  readonly from_domain: string
  readonly dialled_domain: string
  readonly local_address: string
  readonly sent_caller_name: string
  readonly tunnel_name: string | null
  readonly callee_codec: string
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
  coalesce(bought.amount, r.buy_amount) as buy_amount,
  r.buy_amount::numeric as attempt_buy_amount,
  r.revenue, r.cost, ${SYSTEM_CURRENCY} as currency,
  coalesce(st.currency, r.sell_currency) as sell_rate_currency,
  coalesce(bt.currency, r.buy_currency) as buy_rate_currency,
  r.sip_call_id, r.user_agent, r.gateway_user_agent, r.transport, u.username as sip_username,
  r.routed_caller_number, r.sent_caller_number, r.media_mode, r.codec, r.media, r.early_media,
  r.sell_currency, coalesce(bought.currency, r.buy_currency) as buy_currency,
  array(select n.name from unnest(r.reseller_ids) with ordinality as p(id, place)
    join account n on n.id = p.id order by p.place) as reseller_names,
  sold.net as sell_net, sold.vat as sell_vat, bought.net as buy_net, bought.vat as buy_vat,
  r.pai, r.rpid, r.diversion, r.privacy, r.from_domain, r.dialled_domain, r.local_address,
  r.sent_caller_name, n.name as tunnel_name,
  coalesce(r.media -> 'callee' ->> 'codec', '') as callee_codec`

const NAMES = sql`left join account c on c.id = r.account_id
  left join account s on s.id = r.settlement_id
  left join gateway g on g.id = r.gateway_id
  left join sip_user u on u.id = r.sip_user_id
  left join route_plan p on p.id = r.route_plan_id
  left join tunnel n on n.id = r.tunnel_id
  left join tariff st on st.id = r.tariff_id
  left join tariff bt on bt.id = r.buy_tariff_id`

/**
 * What all carriers are paid, those of attempts before the last one too, in the currency of the
 * last.
 */
const paid = (
  column: 'net' | 'vat' | 'amount',
) => sql`round(sum(h.${sql.ref(column)}::numeric * h.fx)
  / (array_agg(h.fx order by h.is_last desc))[1]) as ${sql.ref(column)}`

// Looked up per record: a join would read all partitions.
const CHARGES = sql`left join lateral (
    select h.net, h.vat from call_charge h where r.is_last and h.call_id = r.call_id
      and h.started_at = r.started_at and h.depth = 0 limit 1) sold on true
  left join lateral (
    select (array_agg(h.currency order by h.is_last desc))[1] as currency,
      ${paid('net')}, ${paid('vat')}, ${paid('amount')}
    from (select h.net, h.vat, h.amount, ${sql.raw(term('h', 'party_fx'))} as fx,
        ${sql.raw(termText('h', 'currency'))} as currency, h.account_id = r.settlement_id as is_last
      from call_charge h where r.is_last and h.call_id = r.call_id
        and h.started_at = r.started_at and h.depth = -1) h) bought on true`

type CallRecordQuery = ListQuery<'started_at'> & CallQuery

export async function listCallRecords(
  database: Database,
  scope: Scope,
  query: CallRecordQuery,
): Promise<Listed<CallRecordRow>> {
  const key = keyOf(query, [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, /^\d{1,19}$/])
  const { sort, direction } = sortOf(query, '-started_at')
  const way = sql.raw(direction)
  const matching = isWanted(scope, query, await resolvePeriod(database, query))
  const isBehind = afterKey(sql`r.started_at`, 'timestamptz', sql`r.call_id`, key, direction)
  const order = sql`order by r.started_at ${way}, r.call_id ${way}`
  // Names are looked up for the rows of the page only: before a new partition is analysed, the
  // planner believes that few rows match, and would look them up for all that do.
  const { rows } = await sql<CallRecordRow>`
    with r as (
      select * from call_record r where ${matching} and ${isBehind}
      ${order} limit ${query.limit + 1})
    select ${COLUMNS} from r ${NAMES} ${CHARGES} ${order}`.execute(database)
  const total = await countRows(database, query, sql`select 1 from call_record r where ${matching}`)
  return toPage(query, sort, rows, total, (last) => [last.started_at, last.call_id])
}

/** Every attempt of a call, in order. */
export async function findCallRecords(
  database: Database,
  scope: Scope,
  call_id: string,
): Promise<CallRecordRow[]> {
  const { rows } = await sql<CallRecordRow>`
    select ${COLUMNS} from call_record r ${NAMES} ${CHARGES}
    where ${aroundCall(call_id, 'r.started_at')} and r.call_id = ${call_id}::bigint
      and ${inScope(scope, 'r.account_id')}
    order by r.attempt_no`.execute(database)
  return rows
}
