// Sums of traffic by the day: in the time zone of the switch, and back to the first sums when that
// has changed (ADR-0020).
import { sql } from 'kysely'
import { asSqlConnection, type Database, type SqlConnection } from '../database.ts'
import { TRAFFIC_SUMS_LOCK } from '../locks.ts'
import { SERVER_ZONE } from '../settings.ts'
import {
  GROUPED,
  IS_KIND_OF_SELLER,
  ON_CONFLICT_ADD,
  quoted,
  SUMMED,
  sourceOfDayKind,
  TRAFFIC_COLUMNS,
  TRAFFIC_DAY_KINDS,
} from './traffic-kinds.ts'

// All that have sums, so that the index is read by kind, seller and time.
const SELLERS = `(select id from account where kind in ('OPERATOR', 'RESELLER'))`

// No days can be made from hours or days of another zone. The operator has a row of every call.
const STEP = `
  with edge as (
    select day_sums_zone as zone, day_sums_from as until, case
        when day_sums_zone = zone then '-infinity' else hours_until end as floor
    from traffic_condensed),
  found as (
    select edge.*, (select max(s.bucket) from traffic_sum s where s.kind = 'PARTY'
      and s.seller_id = 1 and s.bucket >= floor and s.bucket < until) as last
    from edge where until > floor)
  select last::text, until::text, floor::text, date_trunc('day', last, zone)::text as day,
    date_trunc('day', until, zone)::text as day_until,
    greatest(floor, date_trunc('hour', last, zone))::text as hour from found`

const REMOVE = `delete from traffic_sum where kind in (${quoted(TRAFFIC_DAY_KINDS)})
  and seller_id in ${SELLERS} and bucket >= $1 and bucket < $2`

const SOURCES = TRAFFIC_DAY_KINDS.map((kind) => `('${sourceOfDayKind(kind)}', '${kind}')`)

const FILL = `
  insert into traffic_sum as s (kind, ${TRAFFIC_COLUMNS})
  select kind, $1::timestamptz, ${SUMMED}
  from (
    select made.kind, ${TRAFFIC_COLUMNS}
    from (values ${SOURCES.join(', ')}) made (source, kind)
      join traffic_sum t on t.kind = made.source
    where t.seller_id in ${SELLERS} and t.bucket >= $2 and t.bucket < $3) hour
  where ${IS_KIND_OF_SELLER}
  group by ${GROUPED} order by ${GROUPED}
  ${ON_CONFLICT_ADD}`

interface Step {
  readonly last: string | null
  readonly until: string
  readonly floor: string
  readonly day: string
  readonly day_until: string
  readonly hour: string
}

/** Does a bounded part of it; returns whether there is more to do. */
export async function sumTrafficDays(database: Database, now_ms: number): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    const { rows } = await sql<{ is_free: boolean; zone: string }>`
      select pg_try_advisory_xact_lock(${sql.lit(TRAFFIC_SUMS_LOCK)}) as is_free,
        ${SERVER_ZONE} as zone`.execute(tx)
    const [found] = rows
    if (!found?.is_free) return false
    const client = asSqlConnection(tx)
    await followZone(client, found.zone, now_ms)
    return fillHour(client)
  })
}

/** The days of another zone begin after all sums, and are filled backwards from there. */
async function followZone(client: SqlConnection, zone: string, now_ms: number): Promise<void> {
  await client.query(
    `update traffic_condensed set day_sums_zone = $1::text,
      day_sums_from = (date_trunc('day', (select greatest($2::timestamptz, max(s.bucket))
        from traffic_sum s where s.kind = 'PARTY' and s.seller_id = 1) at time zone $1)
        + interval '1 day') at time zone $1
      where day_sums_zone <> $1 or day_sums_from = 'infinity'`,
    [zone, new Date(now_ms).toISOString()],
  )
}

/** The last hour with traffic before those that are in the sums of days. */
async function fillHour(client: SqlConnection): Promise<boolean> {
  const [step] = (await client.query<Step>(STEP)).rows
  if (!step) return false
  if (step.last === null) {
    await client.query(REMOVE, [step.floor, step.day_until])
    await client.query('update traffic_condensed set day_sums_from = $1', [step.floor])
    return false
  }
  const { day, day_until, hour, until } = step
  // Those of the zone before, unless hours of the day are filled already.
  await client.query(REMOVE, [day, day_until])
  await client.query(FILL, [day, hour, until])
  await client.query('update traffic_condensed set day_sums_from = $1', [hour])
  return true
}
