// The figures of the home page: from the sums per quarter of an hour, and from the calls that go
// on.
import { type RawBuilder, sql } from 'kysely'
import type { Sum } from '#core/money.ts'
import type { Database } from './database.ts'
import { inScope, type Scope } from './scope.ts'
import { SERVER_ZONE, START_OF_TODAY } from './settings.ts'
import { AVAILABLE } from './sums.ts'
import { openCallInScope, trafficOf } from './traffic.ts'

export interface TrafficSums {
  readonly calls: number
  readonly answered: number
  readonly duration_ms: number
  readonly sell: Sum
  readonly buy: Sum
  readonly margin: Sum
  readonly pdd_ms_sum: number
  readonly pdd_count: number
}

const SUMS = sql`
  coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(answered), 0)::bigint as answered,
  coalesce(sum(duration_ms), 0)::bigint as duration_ms,
  coalesce(sum(sell_amount), 0) as sell, coalesce(sum(buy_amount), 0) as buy,
  coalesce(sum(margin), 0) as margin,
  coalesce(sum(pdd_ms_sum), 0)::bigint as pdd_ms_sum,
  coalesce(sum(pdd_count), 0)::bigint as pdd_count`

const START_OF_YESTERDAY = sql`((date_trunc('day', now() at time zone ${SERVER_ZONE})
  - interval '1 day') at time zone ${SERVER_ZONE})`

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

export const sumToday = (database: Database, scope: Scope): Promise<TrafficSums> =>
  sumTraffic(database, scope, sql`bucket >= ${START_OF_TODAY}`)

/** From midnight to the quarter of an hour that has now, so that it compares with today. */
export const sumYesterdayUntilNow = (database: Database, scope: Scope): Promise<TrafficSums> =>
  sumTraffic(
    database,
    scope,
    sql`bucket >= ${START_OF_YESTERDAY} and bucket <= now() - interval '1 day'`,
  )

/** A row per quarter of an hour, also where nobody called. */
export async function sumLast24Hours(
  database: Database,
  scope: Scope,
): Promise<(TrafficSums & { bucket: string })[]> {
  const { rows } = await sql<TrafficSums & { bucket: string }>`
    with quarters as (
      select generate_series(last - interval '23:45', last, interval '15 minutes') as bucket
      from (select date_bin('15 minutes', now(), '2000-01-01Z') as last) clock)
    select quarters.bucket, ${SUMS}
    from quarters left join (
      select * from (${trafficOf(scope)}) every where bucket > now() - interval '1 day'
      ) traffic on traffic.bucket = quarters.bucket
    group by quarters.bucket order by quarters.bucket`.execute(database)
  return rows
}

export async function topClients(
  database: Database,
  scope: Scope,
): Promise<(TrafficSums & { id: number; name: string })[]> {
  const { rows } = await sql<TrafficSums & { id: number; name: string }>`
    select a.id, a.name, ${SUMS}
    from (${trafficOf(scope)}) traffic join account a on a.id = traffic.account_id
    where bucket >= ${START_OF_TODAY}
    group by a.id, a.name order by sell desc, calls desc, a.id limit ${TOP}`.execute(database)
  return rows
}

interface GatewaySums {
  readonly id: number
  readonly name: string
  readonly attempts: number
  readonly answered: number
  readonly seconds: number
  readonly buy: Sum
}

/** The gateways of the scope: all for the operator, its own for a settlement account. */
export async function topGateways(database: Database, scope: Scope): Promise<GatewaySums[]> {
  const { rows } = await sql<GatewaySums>`
    select g.id, g.name, sum(t.attempts)::bigint as attempts, sum(t.answered)::bigint as answered,
      (sum(t.duration_ms) / 1000)::bigint as seconds, sum(t.buy_amount) as buy
    from traffic_by_gateway t join gateway g on g.id = t.gateway_id
    where t.bucket >= ${START_OF_TODAY} and ${inScope(scope, 't.settlement_id')}
    group by g.id, g.name order by seconds desc, attempts desc, g.id limit ${TOP}`.execute(database)
  return rows
}

interface LowBalance {
  readonly id: number
  readonly kind: 'RESELLER' | 'WHOLESALE' | 'RETAIL'
  /** Of a reseller. */
  readonly level: number | null
  readonly name: string
  readonly currency: string
  readonly available: Sum
}

/**
 * Active payers who have no more left than they spent within the last day; a reseller also says
 * itself from where on it is little.
 */
export async function lowBalances(database: Database, scope: Scope): Promise<LowBalance[]> {
  const { rows } = await sql<LowBalance>`
    select a.id, a.kind, r.level, a.name, a.currency, left_over.available
    from account a join account_balance b on b.account_id = a.id
      left join reseller r on r.account_id = a.id,
      lateral (select ${AVAILABLE} as available) left_over
    where a.deleted_at is null and a.status = 'active' and b.has_floor
      and ${inScope(scope, 'a.id')}
      and available <= greatest(r.low_balance_threshold, (
        select sum(t.own_amount) from traffic_by_client t
        where t.account_id = a.id and t.bucket > now() - interval '1 day'), (
        select sum(t.cost) from traffic_by_reseller t
        where t.account_id = a.id and t.bucket > now() - interval '1 day'), 0)
    order by available, a.id limit ${TOP}`.execute(database)
  return rows
}

interface CallsNow {
  readonly calls_now: number
  /** Calls that began within the last ten seconds, running or over. */
  readonly recent: number
}

export async function countCallsNow(database: Database, scope: Scope): Promise<CallsNow> {
  const isOwn = openCallInScope(scope)
  const { rows } = await sql<CallsNow>`
    with open as (select started_at from open_call where ${isOwn})
    select (select count(*) from open) as calls_now,
      (select count(*) from open where started_at > now() - interval '10 seconds')
      + (select count(*) from call_record where is_last and ${isOwn}
          and started_at > now() - interval '10 seconds' and started_at <= now()) as recent
    `.execute(database)
  return rows[0] ?? { calls_now: 0, recent: 0 }
}
