// Condenses sums of traffic with their age: quarters of an hour to hours, hours to days (ADR-0020).

import { sql } from 'kysely'
import { TRAFFIC_FIGURE_NAMES } from '#core/billing/traffic-figures.ts'
import { asSqlConnection, type Database, type SqlConnection } from '../database.ts'
import { TRAFFIC_SUMS_LOCK } from '../locks.ts'
import { SERVER_ZONE } from '../settings.ts'
import { ON_CONFLICT_ADD, quoted, TRAFFIC_KEYS, TRAFFIC_KINDS } from './traffic-kinds.ts'

interface Age {
  readonly unit: 'hour' | 'day'
  readonly after_days: number
  /** Where the unit ends that the instant `first` is in; an hour may be there twice on a clock. */
  readonly end: string
}

/**
 * Quarters of an hour make any time zone exact, and cover a month with each preset of a report.
 * Hours are kept a little longer than the 13 months that a report may have.
 */
const AGES: readonly Age[] = [
  { unit: 'hour', after_days: 35, end: `date_trunc('hour', first, zone) + interval '1 hour'` },
  {
    unit: 'day',
    after_days: 400,
    end: `(date_trunc('day', first at time zone zone) + interval '1 day') at time zone zone`,
  },
]

const DAY_MS = 86_400_000
const ROWS_MAX = 5000
/** A report that has read where hours begin has read its sums by then. */
const PAUSE_MS = 10_000

const KEYS = ['seller_id', ...TRAFFIC_KEYS].join(', ')
const SUMS = TRAFFIC_FIGURE_NAMES.map((figure) => `sum(${figure})`).join(', ')

// By seller and kind, because that is the order of the index.
const CONDENSE = `
  with gone as (
    delete from traffic_sum where ctid = any (array(
      select found.ctid
      from unnest(array[${quoted(TRAFFIC_KINDS)}]) kind
        cross join (select id from account where kind in ('OPERATOR', 'RESELLER')) seller
        cross join lateral (
          select s.ctid from traffic_sum s where s.kind = kind.kind and s.seller_id = seller.id
            and s.bucket > $1 and s.bucket < $2 limit $3) found
      limit $3)) returning *),
  added as (
    insert into traffic_sum as s (kind, bucket, ${KEYS}, ${TRAFFIC_FIGURE_NAMES.join(', ')})
    select kind, $1, ${KEYS}, ${SUMS} from gone
    group by kind, ${KEYS} order by kind, ${KEYS}
    ${ON_CONFLICT_ADD})
  select count(*)::integer as count from gone`

/** Does a bounded part of it; returns whether there may be more to do at once. */
export async function condenseTraffic(database: Database, now_ms: number): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    const { rows } = await sql<{ is_free: boolean; zone: string }>`
      select pg_try_advisory_xact_lock(${sql.lit(TRAFFIC_SUMS_LOCK)}) as is_free,
        ${SERVER_ZONE} as zone`.execute(tx)
    const [found] = rows
    if (!found?.is_free) return false
    const client = asSqlConnection(tx)
    for (const age of AGES) {
      await declare(client, age, now_ms, found.zone)
      if (await condenseSlice(client, age, now_ms)) return true
    }
    return false
  })
}

/** The first sums within a range: the operator has a row of every call. */
const firstWithin = (from: string, until: string) => `
  (select min(s.bucket) from traffic_sum s where s.kind = 'PARTY' and s.seller_id = 1
    and s.bucket >= ${from} and s.bucket < ${until})`

/** Where condensed sums end from now on; additions follow that at once. */
async function declare(
  client: SqlConnection,
  { unit, after_days }: Age,
  now_ms: number,
  zone: string,
): Promise<void> {
  const kept_from = new Date(now_ms - after_days * DAY_MS).toISOString()
  await client.query(
    `update traffic_condensed c
      set ${unit}s_until = n.until, ${unit}s_declared = $2::timestamptz, zone = n.zone
      from (select z.zone, date_trunc('${unit}', $1::timestamptz, z.zone) as until
        from (select case when hours_until = '-infinity' then $3::text else zone end as zone
          from traffic_condensed) z) n
      where c.${unit}s_done = c.${unit}s_until
        and ${firstWithin(`c.${unit}s_done`, 'n.until')} is not null`,
    [kept_from, new Date(now_ms).toISOString(), zone],
  )
}

/** An hour or a day, or a part of one that has many rows; returns whether there was one. */
async function condenseSlice(
  client: SqlConnection,
  { unit, end }: Age,
  now_ms: number,
): Promise<boolean> {
  const { rows } = await client.query<{ from_at: string | null; to_at: string | null }>(
    `select date_trunc('${unit}', first, zone) as from_at, ${end} as to_at
      from (select c.zone, ${firstWithin(`c.${unit}s_done`, `c.${unit}s_until`)} as first
        from traffic_condensed c
        where c.${unit}s_done < c.${unit}s_until and c.${unit}s_declared <= $1::timestamptz) found`,
    [new Date(now_ms - PAUSE_MS).toISOString()],
  )
  const [slice] = rows
  if (!slice) return false
  const { from_at, to_at } = slice
  if (from_at && to_at) {
    const done = await client.query<{ count: number }>(CONDENSE, [from_at, to_at, ROWS_MAX])
    if (done.rows[0]?.count === ROWS_MAX) return true
  }
  await client.query(
    `update traffic_condensed set ${unit}s_done = coalesce($1::timestamptz, ${unit}s_until)`,
    [to_at],
  )
  return true
}
