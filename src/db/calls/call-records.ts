// Call records for the console. Always within a range of time, so that only few partitions are
// read.
import { type RawBuilder, sql } from 'kysely'
import type { CallRecord } from '#core/call/call-record.ts'
import type { Money, Sum } from '#core/money.ts'
import type { Database } from '../database.ts'
import type { Listed, ListQuery } from '../paging.ts'
import { aroundCall, searchedPeriod } from '../periods.ts'
import { isOfAdmin, type Scope } from '../scope.ts'
import { SYSTEM_CURRENCY } from '../settings.ts'
import { attemptsOf, type CallQuery, isWanted } from './call-filters.ts'
import { pageOfCalls } from './call-pages.ts'
import { term, termText } from './charge-terms.ts'

/** The columns of a record that are shown as the engine has written them. */
const AS_WRITTEN = [
  'attempt_no',
  'is_last',
  'duration_ms',
  'pdd_ms',
  'call_pdd_ms',
  'routing_ms',
  'account_id',
  'client_type',
  'caller_number',
  'caller_name',
  'dialled_number',
  'called_number',
  'sent_number',
  'prefix',
  'destination',
  'source_ip',
  'source_port',
  'gateway_id',
  'gateway_address',
  'status',
  'sip_code',
  'sip_reason',
  'q850_cause',
  'gateway_sip_code',
  'gateway_q850_cause',
  'attempt_end',
  'not_sent_reason',
  'refusal',
  'fault',
  'release_side',
  'billed_seconds',
  'sell_rate',
  'sell_amount',
  'buy_billed_seconds',
  'buy_rate',
  'buy_prefix',
  'revenue',
  'cost',
  'sip_call_id',
  'user_agent',
  'gateway_user_agent',
  'transport',
  'routed_caller_number',
  'sent_caller_number',
  'media_mode',
  'codec',
  'media',
  'one_way_audio',
  'early_media',
  'sell_currency',
  'pai',
  'rpid',
  'diversion',
  'privacy',
  'from_domain',
  'dialled_domain',
  'local_address',
  'sent_caller_name',
] as const satisfies readonly (keyof CallRecord)[]

export interface CallRecordRow extends Pick<CallRecord, (typeof AS_WRITTEN)[number]> {
  readonly call_id: string
  readonly started_at: string
  readonly sent_at: string | null
  readonly progress_at: string | null
  readonly answered_at: string | null
  readonly ended_at: string
  readonly client_name: string | null
  readonly settlement_name: string | null
  readonly gateway_name: string | null
  readonly route_plan_name: string | null
  readonly sell_rate_currency: string
  readonly buy_destination: string
  readonly buy_rate_currency: string
  /** In the row of a call, the cost of all its attempts. */
  readonly buy_amount: Sum
  readonly attempt_buy_amount: Sum
  /** Currency of the operator, in which revenue and cost are. */
  readonly currency: string
  readonly sip_username: string | null
  readonly reseller_names: string[]
  readonly buy_currency: string
  /** Sums of the client's charge and of all settlement accounts; on the row of the call only. */
  readonly sell_net: Money | null
  readonly sell_vat: Money | null
  readonly buy_net: Sum | null
  readonly buy_vat: Sum | null
  readonly tunnel_name: string | null
  readonly callee_codec: string
  readonly caller_mos: number | null
  readonly callee_mos: number | null
}

const COLUMNS = sql`${sql.raw(AS_WRITTEN.map((column) => `r.${column}`).join(', '))},
  r.call_id::text as call_id, r.started_at, r.sent_at, r.progress_at, r.answered_at, r.ended_at,
  c.name as client_name, s.name as settlement_name, g.name as gateway_name,
  p.name as route_plan_name, u.username as sip_username, n.name as tunnel_name,
  coalesce(br.destination, '') as buy_destination,
  coalesce(bought.amount, r.buy_amount) as buy_amount,
  r.buy_amount::numeric as attempt_buy_amount, ${SYSTEM_CURRENCY} as currency,
  coalesce(st.currency, r.sell_currency) as sell_rate_currency,
  coalesce(bt.currency, r.buy_currency) as buy_rate_currency,
  coalesce(bought.currency, r.buy_currency) as buy_currency,
  array(select n.name from unnest(r.reseller_ids) with ordinality as p(id, place)
    join account n on n.id = p.id order by p.place) as reseller_names,
  sold.net as sell_net, sold.vat as sell_vat, bought.net as buy_net, bought.vat as buy_vat,
  coalesce(r.media -> 'callee' ->> 'codec', '') as callee_codec,
  (r.media -> 'caller' ->> 'mos')::float8 as caller_mos,
  (r.media -> 'callee' ->> 'mos')::float8 as callee_mos`

const NAMES = sql`left join account c on c.id = r.account_id
  left join account s on s.id = r.settlement_id
  left join gateway g on g.id = r.gateway_id
  left join sip_user u on u.id = r.sip_user_id
  left join route_plan p on p.id = r.route_plan_id
  left join tunnel n on n.id = r.tunnel_id
  left join tariff st on st.id = r.tariff_id
  left join tariff bt on bt.id = r.buy_tariff_id
  left join tariff_rate br on br.id = r.buy_rate_id`

/**
 * The sum paid to all carriers, those of attempts before the last one too, in the currency of the
 * last.
 */
const paid = (
  column: 'net' | 'vat' | 'amount',
) => sql`round(sum(h.${sql.ref(column)}::numeric * h.fx)
  / (array_agg(h.fx order by h.is_last desc))[1]) as ${sql.ref(column)}`

// Looked up per record: a join would read all partitions. Payments to other carriers are not for
// all callers.
const chargesOf = (
  scope: Scope,
  isOnPage: (column: string) => RawBuilder<boolean>,
) => sql`left join lateral (
    select h.net, h.vat from call_charge h where r.is_last and h.call_id = r.call_id
      and h.started_at = r.started_at and ${isOnPage('h.started_at')} and h.depth = 0
    limit 1) sold on true
  left join lateral (
    select (array_agg(h.currency order by h.is_last desc))[1] as currency,
      ${paid('net')}, ${paid('vat')}, ${paid('amount')}
    from (select h.net, h.vat, h.amount, ${sql.raw(term('h', 'party_fx'))} as fx,
        ${sql.raw(termText('h', 'currency'))} as currency, h.account_id = r.settlement_id as is_last
      from call_charge h where ${sql.lit(isOfAdmin(scope))} and r.is_last and h.call_id = r.call_id
        and h.started_at = r.started_at and ${isOnPage('h.started_at')}
        and h.depth = -1) h) bought on true`

type CallRecordQuery = ListQuery<'started_at'> & CallQuery

export async function listCallRecords(
  database: Database,
  scope: Scope,
  query: CallRecordQuery,
): Promise<Listed<CallRecordRow>> {
  return pageOfCalls(database, query, {
    from: sql`call_record r`,
    matching: isWanted(scope, query, await searchedPeriod(database, query)),
    read: sql`*`,
    columns: COLUMNS,
    names: (isOnPage) => sql`${NAMES} ${chargesOf(scope, isOnPage)}`,
  })
}

/** Every attempt of a call, in order. */
export async function findCallRecords(
  database: Database,
  scope: Scope,
  call_id: string,
): Promise<CallRecordRow[]> {
  const { rows } = await sql<CallRecordRow>`
    select ${COLUMNS} from call_record r
      ${NAMES} ${chargesOf(scope, (column) => aroundCall(call_id, column))}
    where ${aroundCall(call_id, 'r.started_at')} and r.call_id = ${call_id}::bigint
      and ${attemptsOf(scope)}
    order by r.attempt_no`.execute(database)
  return rows
}
