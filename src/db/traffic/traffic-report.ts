// Reports of traffic: sums of the rows that batches of calls add, grouped and filtered by their
// keys (docs/domain/reports.md).
import { type RawBuilder, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { Sum } from '#core/money.ts'
import type { Database } from '../database.ts'
import { keyOf, type Listed, type ListQuery, sortOf, toPage } from '../paging.ts'
import { inScope, isOfAdmin, ownerOf, type Scope } from '../scope.ts'
import { SYSTEM_CURRENCY } from '../settings.ts'
import { foundBy, groupList, listOf, SAME, type TrafficSide } from './found-traffic.ts'
import { columnsOfFilters, isWantedTraffic, type TrafficFilters } from './traffic-filters.ts'
import type { ReportPeriod } from './traffic-period.ts'
import { trafficRows } from './traffic-rows.ts'

const KEYS = {
  client: { column: 'account_id', name: 'client' },
  reseller: { column: 'reseller_id', name: 'reseller' },
  settlement: { column: 'settlement_id', name: 'settlement' },
  gateway: { column: 'gateway_id', name: 'gateway' },
  destination: { column: 'destination' },
  country: { column: 'country' },
  prefix: { column: 'prefix' },
  sip_code: { column: 'sip_code' },
  refusal: { column: 'refusal' },
  codec: { column: 'codec' },
} as const
type Key = keyof typeof KEYS
export type TrafficGroup = 'hour' | 'day' | 'month' | Key

export interface TrafficReport extends TrafficFilters {
  readonly side: TrafficSide
  readonly groups: readonly TrafficGroup[]
  readonly min_calls?: number | undefined
}

/** A sum or a share of a row, in what it is written; keys are null unless grouped by them. */
export interface TrafficReportSums {
  readonly time: string | null
  readonly client_id: number | null
  readonly client_name: string | null
  readonly reseller_id: number | null
  readonly reseller_name: string | null
  readonly settlement_id: number | null
  readonly settlement_name: string | null
  readonly gateway_id: number | null
  readonly gateway_name: string | null
  readonly destination: string | null
  readonly country: string | null
  readonly prefix: string | null
  readonly sip_code: number | null
  readonly refusal: string | null
  readonly codec: string | null
  readonly attempts: number
  readonly calls: number
  readonly answered: number
  readonly failed: number
  readonly short_calls: number
  readonly asr: number | null
  readonly ner: number | null
  readonly acd_seconds: number | null
  readonly pdd_ms: number | null
  readonly duration_ms: number
  readonly billed_seconds: number
  readonly bought_seconds: number
  readonly revenue: Sum
  readonly cost: Sum
  readonly charged: Sum
  readonly switch_faults: number
  readonly client_faults: number
  readonly settlement_faults: number
  readonly user_faults: number
  readonly mos: number | null
  readonly loss_percent: number | null
  readonly jitter_ms: number | null
  readonly round_trip_ms: number | null
  readonly one_way_calls: number
  readonly currency: string
  /** Null where the sums have no clients. */
  readonly clients: number | null
  readonly calls_change: number | null
  readonly seconds_change: number | null
  readonly revenue_change: number | null
  readonly margin_change: number | null
  readonly charged_change: number | null
}

/** By which column, beside the seller, a side is found. */
const SIDES: Readonly<Record<TrafficSide, readonly string[]>> = {
  SELLER: [],
  CLIENT: ['account_id'],
  SETTLEMENT: ['settlement_id'],
}

/** Rows of the scope, from one side: all three name the account, so none shows that of another. */
function isOnSide(scope: Scope, side: TrafficSide): RawBuilder<boolean> {
  const id = ownerOf(scope)
  if (side === 'SELLER' && scope.kind === 'accounts') {
    return sql<boolean>`t.seller_id = ${id} and ${inScope(scope, 't.account_id')}`
  }
  if (side === 'SELLER') return sql<boolean>`t.seller_id = ${id}`
  const isParty = SIDES[side].map((column) => sql<boolean>`${sql.ref(`t.${column}`)} = ${id}`)
  return sql<boolean>`${sql.join([sql`t.seller_id = ${OPERATOR_ID}`, ...isParty], sql` and `)}`
}

const currencyOf = (scope: Scope): RawBuilder<string> =>
  isOfAdmin(scope)
    ? SYSTEM_CURRENCY
    : sql`(select currency from account where id = ${scope.account_id})`

const TIME_UNITS = ['hour', 'day', 'month'] as const
const unitOf = ({ groups }: TrafficReport) => TIME_UNITS.find((unit) => groups.includes(unit))
const isKey = (group: TrafficGroup): group is Key => group in KEYS

/** A gateway answers for its attempts, a client waits for all gateways: V3. */
export function countsAttempts({ side, groups, ...filters }: TrafficReport): boolean {
  const ways = [filters.gateway_id, filters.settlement_id]
  const ways_not = [filters.gateway_id_not, filters.settlement_id_not]
  return (
    side === 'SETTLEMENT' ||
    groups.includes('gateway') ||
    groups.includes('settlement') ||
    [...ways, ...ways_not].some((ids) => ids !== undefined)
  )
}

const changeOf = (now: RawBuilder<unknown>, before: RawBuilder<unknown>) =>
  sql`case when ${before} > 0 then ((${now} - ${before}) / ${before}::numeric)::float8 end`

/** The rows of the report; without groups a single one. */
function rowsOf(
  scope: Scope,
  report: TrafficReport,
  period: ReportPeriod,
  counts_attempts: boolean,
): RawBuilder<unknown> {
  const { side, min_calls } = report
  const keys = report.groups.filter(isKey).map((key) => KEYS[key].column)
  const unit = unitOf(report)
  const time = unit ? sql`date_trunc(${sql.lit(unit)}, bucket, ${period.zone})` : sql`null`
  // The unit after: what the sums of a day are compared with is the next day.
  const later =
    unit === 'hour'
      ? sql`time + interval '1 hour'`
      : unit
        ? sql`((time at time zone ${period.zone} + ${sql.lit(`1 ${unit}`)}::interval)
            at time zone ${period.zone})`
        : sql`null`
  const listed = listOf(keys)
  const seen = scope.kind === 'accounts' ? ['account_id'] : SIDES[side]
  const compared = [...keys, ...seen, ...columnsOfFilters(report)]
  const { rows, has_clients } = trafficRows(compared, period)
  const is_now = sql`bucket >= ${period.from_at}::timestamptz`
  const columns = sql`${time} as time ${listed}, ${is_now} as is_now`
  const wanted = sql`(${rows}) t where ${isOnSide(scope, side)} and ${isWantedTraffic(report)}`
  const times = unit ? [sql`b.time = n.time`] : []
  const isSame = [...times, ...keys.map((key) => sql`b.${sql.ref(key)} = n.${sql.ref(key)}`)]
  const isGrouped = unit !== undefined || keys.length > 0
  const [base, answered, effective, pdd_ms, pdds] = counts_attempts
    ? ([
        'attempts',
        'answered_attempts',
        'effective_attempts',
        'attempt_pdd_ms',
        'attempt_pdds',
      ] as const)
    : (['calls', 'answered', 'effective_calls', 'call_pdd_ms', 'call_pdds'] as const)
  const isListed = sql`n.${sql.ref(base)} >= ${min_calls ?? 0} and n.calls + n.attempts > 0`
  const n = (column: string) => sql.ref(`n.${column}`)
  const b = (column: string) => sql.ref(`b.${column}`)
  // Each INVITE to a settlement account is a call of it, as in its list of calls.
  const calls = side === 'SETTLEMENT' ? 'attempts' : 'calls'
  return sql`
    with found as (
      ${foundBy(keys, columns, wanted, side, has_clients)}),
    n as (${isGrouped ? sql`select * from found where is_now` : totalOf(has_clients)}),
    b as (
      select ${later} as time ${listed}, ${SAME} from found ${unit ? sql`` : sql`where not is_now`}
      group by ${groupList(keys.length + 1)})
    select n.time, ${keyColumns(keys)}, n.attempts, ${n(calls)} as calls, n.answered,
      ${n(base)} - ${n(answered)} as failed, n.short_calls,
      ${n(answered)}::float8 / nullif(${n(base)}, 0) as asr,
      ${n(effective)}::float8 / nullif(${n(base)}, 0) as ner,
      n.duration_ms::float8 / 1000 / nullif(n.answered, 0) as acd_seconds,
      ${n(pdd_ms)}::float8 / nullif(${n(pdds)}, 0) as pdd_ms,
      n.duration_ms, n.billed_seconds, n.bought_seconds, n.revenue, n.cost, n.charged,
      n.switch_faults, n.client_faults, n.settlement_faults, n.user_faults,
      n.mos_sum::float8 / 10 / nullif(n.quality_calls, 0) as mos,
      n.loss_sum::float8 / nullif(n.quality_calls, 0) as loss_percent,
      n.jitter_sum::float8 / nullif(n.quality_calls, 0) as jitter_ms,
      n.round_trip_sum::float8 / nullif(n.round_trip_calls, 0) as round_trip_ms,
      n.one_way_calls,
      ${currencyOf(scope)} as currency, n.clients,
      ${changeOf(n(calls), b(calls))} as calls_change,
      ${changeOf(n('duration_ms'), b('duration_ms'))} as seconds_change,
      ${changeOf(n('revenue'), b('revenue'))} as revenue_change,
      ${changeOf(sql`(n.revenue - n.cost)`, sql`(b.revenue - b.cost)`)} as margin_change,
      ${changeOf(n('charged'), b('charged'))} as charged_change
    from n left join b on ${isSame.length > 0 ? sql.join(isSame, sql` and `) : sql`true`}
      ${namesOf(keys)}
    where ${isGrouped ? isListed : sql`true`}`
}

/** One row, also where nothing is found. */
const totalOf = (has_clients: boolean) => sql`
  select null as time, ${SAME}, coalesce(max(clients), ${has_clients ? 0 : null}) as clients
  from found where is_now`

/** All keys, those that are not grouped by as null. */
function keyColumns(keys: readonly string[]): RawBuilder<unknown> {
  const columns = Object.entries(KEYS).flatMap(([key, of_key]) => {
    const isAsked = keys.includes(of_key.column)
    if (!('name' in of_key)) {
      const value = isAsked ? sql`n.${sql.ref(of_key.column)}` : sql`null`
      return [sql`${value} as ${sql.ref(key)}`]
    }
    const id = isAsked ? sql`n.${sql.ref(of_key.column)}` : sql`null`
    const name = isAsked ? sql`${sql.ref(`${of_key.name}.name`)}` : sql`null`
    return [sql`${id} as ${sql.ref(`${key}_id`)}`, sql`${name} as ${sql.ref(`${key}_name`)}`]
  })
  return sql.join(columns)
}

function namesOf(keys: readonly string[]): RawBuilder<unknown> {
  const joins = Object.values(KEYS).flatMap((of_key) => {
    if (!('name' in of_key) || !keys.includes(of_key.column)) return []
    const table = sql.ref(of_key.name === 'gateway' ? 'gateway' : 'account')
    return [
      sql`left join ${table} as ${sql.ref(of_key.name)}
      on ${sql.ref(`${of_key.name}.id`)} = n.${sql.ref(of_key.column)}`,
    ]
  })
  return sql.join(joins, sql` `)
}

/** Columns that are derived in the API are ordered by what they are derived from. */
const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  seconds: sql`duration_ms`,
  margin: sql`revenue - cost`,
  margin_percent: sql`case when revenue > 0 then (revenue - cost) / revenue end`,
  sold_rate: sql`revenue / nullif(billed_seconds, 0)`,
  bought_rate: sql`cost / nullif(bought_seconds, 0)`,
}

const GIVE_UP_MS = 10_000
/** Sums of some ten thousand rows stay in memory. */
const WORK_MEMORY = '32MB'

async function prepare(tx: Database): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(GIVE_UP_MS)}`.execute(tx)
  await sql`set local work_mem = ${sql.lit(WORK_MEMORY)}`.execute(tx)
}

/** Rows sorted by any column; those of the same value by their keys. */
export async function listTraffic<S extends string>(
  database: Database,
  scope: Scope,
  report: TrafficReport,
  period: ReportPeriod,
  query: ListQuery<S>,
): Promise<Listed<TrafficReportSums>> {
  const offset = Number(keyOf(query, [/^\d{1,9}$/])?.[0] ?? 0)
  const usual = (unitOf(report) ? '-time' : '-calls') as S
  const { sort, column, direction } = sortOf(query, usual)
  const by = ORDERS[column] ?? sql.ref(column)
  const ties = sql`time, client_id, reseller_id, settlement_id, gateway_id, destination, country,
    prefix, sip_code, refusal, codec`
  const found = rowsOf(scope, report, period, countsAttempts(report))
  const rows = await database.transaction().execute(async (tx) => {
    await prepare(tx)
    const page = await sql<TrafficReportSums & { readonly total: number }>`
      select *, count(*) over () as total from (${found}) listed
      order by ${by} ${sql.raw(direction)} nulls last, ${ties}
      limit ${query.limit + 1} offset ${offset}`.execute(tx)
    return page.rows
  })
  return toPage(query, sort, rows, rows[0]?.total ?? 0, () => [offset + query.limit])
}

/** The totals of the whole report. */
export async function sumTraffic(
  database: Database,
  scope: Scope,
  report: TrafficReport,
  period: ReportPeriod,
): Promise<TrafficReportSums> {
  const whole = rowsOf(scope, { ...report, groups: [] }, period, countsAttempts(report))
  return database.transaction().execute(async (tx) => {
    await prepare(tx)
    const { rows } = await sql<TrafficReportSums>`${whole}`.execute(tx)
    const [sums] = rows
    if (!sums) throw new Error('A sum without groups has one row')
    return sums
  })
}
