// What a range of time means: the database knows the zones, and the clock that wrote the rows.
import { type RawBuilder, sql } from 'kysely'
import { callIdTime } from '#core/call/call-id.ts'
import type { Database } from './database.ts'
import { SERVER_ZONE, START_OF_TODAY } from './settings.ts'

const RANGES = {
  '15m': sql`now() - interval '15 minutes'`,
  '1h': sql`now() - interval '1 hour'`,
  '6h': sql`now() - interval '6 hours'`,
  '24h': sql`now() - interval '24 hours'`,
  '7d': sql`now() - interval '7 days'`,
  '30d': sql`now() - interval '30 days'`,
  today: START_OF_TODAY,
  yesterday: sql`(date_trunc('day', now() at time zone ${SERVER_ZONE}) - interval '1 day')
    at time zone ${SERVER_ZONE}`,
}

export interface TimeQuery {
  readonly range?: keyof typeof RANGES | undefined
  /** Wall-clock time in the server's zone. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface Period {
  readonly from_at: string
  readonly to_at: string
}

/**
 * What the query means in UTC: the database knows the zones, and the clock that wrote the records.
 */
export async function resolvePeriod(database: Database, query: TimeQuery): Promise<Period> {
  const { from, to, range } = query
  const wall = (text: string) => sql`(${text}::timestamp at time zone ${SERVER_ZONE})`
  const dayOf = (text: string) =>
    sql`(date_trunc('day', ${text}::timestamp) at time zone ${SERVER_ZONE})`
  const begin = from ? wall(from) : to ? dayOf(to) : RANGES[range ?? 'today']
  const isYesterday = !from && !to && range === 'yesterday'
  // A call of this very moment may carry a stamp that is a little ahead of the database's clock.
  const end = to ? wall(to) : isYesterday ? START_OF_TODAY : sql`now() + interval '1 minute'`
  const { rows } = await sql<Period>`select ${begin} as from_at, ${end} as to_at`.execute(database)
  const [period] = rows
  if (!period) throw new Error('A query without a table has one row')
  return period
}

const DAY_MS = 24 * 3600 * 1000

/**
 * The id of a call holds its time, which finds the partitions; a day around it covers any clock.
 */
export function aroundCall(call_id: string, column: string): RawBuilder<boolean> {
  const time = callIdTime(call_id)
  const from_at = new Date(time - DAY_MS).toISOString()
  const to_at = new Date(time + DAY_MS).toISOString()
  return sql<boolean>`${sql.ref(column)} between ${from_at}::timestamptz and ${to_at}::timestamptz`
}
