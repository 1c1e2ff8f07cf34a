// The figures of a reseller's dashboard: its money and calls now, and its traffic of the last days.
import { sql } from 'kysely'
import type { Sum } from '#core/money.ts'
import type { Database } from '../database.ts'
import { inScope, type Scope } from '../scope.ts'
import { zoneOf } from '../settings.ts'

const DAYS = 30
const TOP = 10

/** Midnight this many days ago in the user's time zone. */
const midnight = (timezone: string | null, days_ago: ReturnType<typeof sql>) =>
  sql`((date_trunc('day', now() at time zone ${zoneOf(timezone)})
    - ${days_ago} * interval '1 day') at time zone ${zoneOf(timezone)})`

const SUMS = sql`coalesce(sum(calls), 0)::bigint as calls,
  coalesce(sum(answered), 0)::bigint as answered,
  coalesce(sum(duration_ms) / 1000, 0)::bigint as seconds`

interface Traffic {
  readonly calls: number
  readonly answered: number
  readonly seconds: number
}

interface DayOfReseller extends Traffic {
  readonly day: string
  readonly revenue: Sum
  readonly cost: Sum
  readonly margin: Sum
}

/** A row per day, today's last; a day is one of the user's zone. */
export async function sumDaysOfReseller(
  database: Database,
  scope: Scope,
  timezone: string | null,
  id: number,
): Promise<DayOfReseller[]> {
  const { rows } = await sql<DayOfReseller>`
    with days as (
      select ${midnight(timezone, sql`ago`)} as day
      from generate_series(0, ${DAYS - 1}::int) as ago),
    traffic as (
      select date_trunc('day', bucket, ${zoneOf(timezone)}) as day, calls, answered, duration_ms,
        revenue, cost
      from traffic_by_reseller t
      where t.reseller_id = ${id} and ${inScope(scope, 't.reseller_id')}
        and bucket >= ${midnight(timezone, sql`${DAYS - 1}::int`)})
    select day, ${SUMS}, coalesce(sum(revenue), 0) as revenue,
      coalesce(sum(cost), 0) as cost,
      coalesce(sum(revenue) - sum(cost), 0) as margin
    from days left join traffic using (day)
    group by day order by day`.execute(database)
  return rows
}

interface Payer extends Traffic {
  readonly id: number
  readonly name: string
  readonly kind: 'RESELLER' | 'WHOLESALE' | 'RETAIL'
  readonly level: number | null
  readonly revenue: Sum
}

/** Who right under a reseller talked most in these days, with what that earned the reseller. */
export async function topPayersOf(
  database: Database,
  scope: Scope,
  timezone: string | null,
  id: number,
): Promise<Payer[]> {
  const since = midnight(timezone, sql`${DAYS - 1}::int`)
  const { rows } = await sql<Payer>`
    with recursive below (id, payer_id) as (
      select a.id, a.id from account a
      where a.parent_id = ${id} and ${inScope(scope, 'a.id')}
      union all
      select a.id, below.payer_id from account a join below on a.parent_id = below.id)
    select p.id, p.name, p.kind, r.level, ${SUMS}, sum(revenue) as revenue
    from traffic_by_reseller t join below on below.id = t.account_id
      join account p on p.id = below.payer_id
      left join reseller r on r.account_id = p.id
    where t.reseller_id = ${id} and bucket >= ${since}
    group by p.id, p.name, p.kind, r.level
    order by seconds desc, calls desc, p.id limit ${TOP}`.execute(database)
  return rows
}
