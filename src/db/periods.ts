// A time range in UTC: the database has the zones, and the clock that wrote the rows.
import { type RawBuilder, sql } from 'kysely'
import { callIdTime } from '#core/call/call-id.ts'
import type { Database } from './database.ts'
import { zoneOf } from './settings.ts'

type Zone = RawBuilder<string>

/** When a day or month of the zone began: this one, or one of those before. */
const startOf = (unit: 'day' | 'month', zone: Zone, before = 0) => sql<string>`
  ((date_trunc(${sql.lit(unit)}, now() at time zone ${zone})
    - ${sql.lit(`${before} ${unit}`)}::interval) at time zone ${zone})`

// A call of this very moment may carry a stamp that is a little ahead of the database's clock.
const NOW = sql<string>`now() + interval '1 minute'`
const last = (length: string) => () => ({
  begin: sql<string>`now() - ${sql.lit(length)}::interval`,
  end: NOW,
})

const RANGES = {
  '15m': last('15 minutes'),
  '1h': last('1 hour'),
  '6h': last('6 hours'),
  '24h': last('24 hours'),
  '7d': last('7 days'),
  '30d': last('30 days'),
  today: (zone: Zone) => ({ begin: startOf('day', zone), end: NOW }),
  yesterday: (zone: Zone) => ({ begin: startOf('day', zone, 1), end: startOf('day', zone) }),
  this_month: (zone: Zone) => ({ begin: startOf('month', zone), end: NOW }),
  last_month: (zone: Zone) => ({ begin: startOf('month', zone, 1), end: startOf('month', zone) }),
  // This month, and the eleven before it.
  '12_months': (zone: Zone) => ({ begin: startOf('month', zone, 11), end: NOW }),
}

const DAY_MS = 24 * 3600 * 1000

export interface TimeQuery {
  readonly range?: keyof typeof RANGES | undefined
  /**
   * Time zone of the user; null is that of the switch. Set by the session, never by the request.
   */
  readonly user_zone: string | null
  /** Wall-clock time, as are the ends of `range`. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface Period {
  readonly from_at: string
  readonly to_at: string
}

/**
 * The range of the query in UTC: the database has the zones, and the clock that wrote the records.
 */
export async function resolvePeriod(
  database: Database,
  query: TimeQuery,
  zone: Zone = zoneOf(query.user_zone),
): Promise<Period> {
  const { from, to, range } = query
  const wall = (text: string) => sql`(${text}::timestamp at time zone ${zone})`
  const dayOf = (text: string) => sql`(date_trunc('day', ${text}::timestamp) at time zone ${zone})`
  const usual = RANGES[range ?? 'today'](zone)
  const begin = from ? wall(from) : to ? dayOf(to) : usual.begin
  const end = to ? wall(to) : from ? NOW : usual.end
  const { rows } = await sql<Period>`select ${begin} as from_at, ${end} as to_at`.execute(database)
  const [period] = rows
  if (!period) throw new Error('A query without a table has one row')
  return period
}

/** The filters that a search without an index reads row by row. */
const SEARCHES = [
  ...(['q', 'caller_number', 'destination', 'username', 'source_ip', 'sip_call_id'] as const),
] as const
/** A quarter of a year. */
const SEARCHED_DAYS_MAX = 92

interface SearchQuery extends TimeQuery, Partial<Record<(typeof SEARCHES)[number], unknown>> {
  /** Its first digits have an index. */
  readonly called_number?: unknown
}

/** A time range in which too many rows would be searched. */
export class SearchTooLong extends Error {}

/** The range of a list of calls or of a log: that of a search has a maximum. */
export async function searchedPeriod(database: Database, query: SearchQuery): Promise<Period> {
  const period = await resolvePeriod(database, query)
  const isSearch = SEARCHES.some((name) => query[name] !== undefined && query[name] !== '')
  const days = (Date.parse(period.to_at) - Date.parse(period.from_at)) / DAY_MS
  if (isSearch && query.called_number === undefined && days > SEARCHED_DAYS_MAX + 1) {
    throw new SearchTooLong(
      `A search reads at most ${SEARCHED_DAYS_MAX} days at once. Narrow the time range, or ` +
        'filter by the called number instead.',
    )
  }
  return period
}

/** The period of lists that have all times unless one is chosen. */
export async function chosenPeriod(
  database: Database,
  query: TimeQuery,
): Promise<Period | undefined> {
  const { range, from, to } = query
  return range || from || to ? resolvePeriod(database, query) : undefined
}

/** A condition: within the period, if there is one. */
export const isWithin = (column: string, period: Period | undefined): RawBuilder<boolean> =>
  period
    ? sql`(${sql.ref(column)} >= ${period.from_at}::timestamptz
        and ${sql.ref(column)} < ${period.to_at}::timestamptz)`
    : sql`true`

/**
 * The id of a call holds its time, which finds the partitions; a day around it covers any clock.
 */
export function periodOfCall(call_id: string): Period {
  const time = callIdTime(call_id)
  return {
    from_at: new Date(time - DAY_MS).toISOString(),
    to_at: new Date(time + DAY_MS).toISOString(),
  }
}

/** A condition: within the period of the call. */
export function aroundCall(call_id: string, column: string): RawBuilder<boolean> {
  const { from_at, to_at } = periodOfCall(call_id)
  return sql<boolean>`${sql.ref(column)} between ${from_at}::timestamptz and ${to_at}::timestamptz`
}
