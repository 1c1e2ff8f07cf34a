// The figures of the home page: from the sums per quarter of an hour, and from the calls that go
// on.
import { type RawBuilder, sql } from 'kysely'
import type { Sum } from '#core/money.ts'
import { openCallInScope, trafficOf } from '../calls/traffic.ts'
import type { Database } from '../database.ts'
import { inScope, type Scope } from '../scope.ts'
import { startOfDay } from '../settings.ts'

export interface TrafficSums {
  readonly calls: number
  readonly answered: number
  readonly duration_ms: number
  /** Revenue and cost of the operator, in the system currency. */
  readonly revenue: Sum
  readonly cost: Sum
  /** To the accounts of the scope, each in its own currency. */
  readonly charged: Sum
  readonly call_pdd_ms: number
  readonly call_pdds: number
}

const SUMS = sql`
  coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(answered), 0)::bigint as answered,
  coalesce(sum(duration_ms), 0)::bigint as duration_ms,
  coalesce(sum(revenue), 0) as revenue, coalesce(sum(cost), 0) as cost,
  coalesce(sum(charged), 0) as charged,
  coalesce(sum(call_pdd_ms), 0)::bigint as call_pdd_ms,
  coalesce(sum(call_pdds), 0)::bigint as call_pdds`

const TOP = 10

async function sumTraffic(
  database: Database,
  scope: Scope,
  period: RawBuilder<unknown>,
): Promise<TrafficSums> {
  const { rows } = await sql<TrafficSums>`
    select ${SUMS} from (${trafficOf(scope)}) traffic where ${period}`.execute(database)
  const [sums] = rows
  if (!sums) throw new Error('A sum without groups has one row')
  return sums
}

/** Days are those of the user's time zone. */
export const sumToday = (
  database: Database,
  scope: Scope,
  timezone: string | null,
): Promise<TrafficSums> => sumTraffic(database, scope, sql`bucket >= ${startOfDay(timezone)}`)

/** From midnight to the quarter of an hour that has now, so that it compares with today. */
export const sumYesterdayUntilNow = (
  database: Database,
  scope: Scope,
  timezone: string | null,
): Promise<TrafficSums> =>
  sumTraffic(
    database,
    scope,
    sql`bucket >= ${startOfDay(timezone, 1)} and bucket <= now() - interval '1 day'`,
  )

const RANGES = {
  '6h': { length: sql`interval '6 hours'`, step: sql`interval '15 minutes'` },
  '24h': { length: sql`interval '24 hours'`, step: sql`interval '15 minutes'` },
  '7d': { length: sql`interval '168 hours'`, step: sql`interval '1 hour'` },
}

/** A row per step of the range, also without calls. */
export async function sumOverTime(
  database: Database,
  scope: Scope,
  range: keyof typeof RANGES,
): Promise<(TrafficSums & { bucket: string })[]> {
  const { length, step } = RANGES[range]
  const binOf = (at: RawBuilder<unknown>) => sql`date_bin(${step}, ${at}, '2000-01-01Z')`
  const { rows } = await sql<TrafficSums & { bucket: string }>`
    with bins as (
      select generate_series(last - ${length} + ${step}, last, ${step}) as bucket
      from (select ${binOf(sql`now()`)} as last) clock)
    select bins.bucket, ${SUMS}
    from bins left join (
      select *, ${binOf(sql`every.bucket`)} as bin from (${trafficOf(scope)}) every
      where bucket > now() - ${length} - ${step}
      ) traffic on traffic.bin = bins.bucket
    group by bins.bucket order by bins.bucket`.execute(database)
  return rows
}

interface TopClient extends TrafficSums {
  readonly id: number
  readonly name: string
}

/** By the revenue, or for users who do not see it by the number of calls. */
export async function topClients(
  database: Database,
  scope: Scope,
  timezone: string | null,
  by: 'revenue' | 'calls',
): Promise<TopClient[]> {
  const order = by === 'revenue' ? sql`revenue desc, calls desc` : sql`calls desc`
  const { rows } = await sql<TopClient>`
    select a.id, a.name, ${SUMS}
    from (${trafficOf(scope)}) traffic join account a on a.id = traffic.account_id
    where bucket >= ${startOfDay(timezone)}
    group by a.id, a.name order by ${order}, a.id limit ${TOP}`.execute(database)
  return rows
}

interface GatewaySums {
  readonly id: number
  readonly name: string
  readonly attempts: number
  readonly answered: number
  readonly seconds: number
  /** In the system currency, and in that of the settlement account. */
  readonly cost: Sum
  readonly charged: Sum
}

/** The gateways of the scope: all for the operator, its own for a settlement account. */
export async function topGateways(
  database: Database,
  scope: Scope,
  timezone: string | null,
): Promise<GatewaySums[]> {
  const { rows } = await sql<GatewaySums>`
    select g.id, g.name, sum(t.attempts)::bigint as attempts, sum(t.answered)::bigint as answered,
      (sum(t.duration_ms) / 1000)::bigint as seconds, sum(t.cost) as cost,
      sum(t.bought) as charged
    from traffic_by_gateway t join gateway g on g.id = t.gateway_id
    where t.bucket >= ${startOfDay(timezone)} and ${inScope(scope, 't.settlement_id')}
    group by g.id, g.name order by seconds desc, attempts desc, g.id limit ${TOP}`.execute(database)
  return rows
}

const RECENT_SECONDS = 10

interface CallsNow {
  readonly calls_now: number
  /** Rate of calls that began within the last ten seconds, running or over. */
  readonly calls_per_second: number
}

export async function countCallsNow(database: Database, scope: Scope): Promise<CallsNow> {
  const isOwn = openCallInScope(scope)
  const since = sql`now() - make_interval(secs => ${RECENT_SECONDS})`
  const { rows } = await sql<{ calls_now: number; recent: number }>`
    with open as (select started_at from open_call where ${isOwn})
    select (select count(*) from open) as calls_now,
      (select count(*) from open where started_at > ${since})
      + (select count(*) from call_record where is_last and ${isOwn}
          and started_at > ${since} and started_at <= now()) as recent`.execute(database)
  const { calls_now = 0, recent = 0 } = rows[0] ?? {}
  return { calls_now, calls_per_second: recent / RECENT_SECONDS }
}
