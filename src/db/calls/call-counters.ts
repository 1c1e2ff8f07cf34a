// The call counters that the console shows to every user, all the time: they must cost next to
// nothing.
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { Scope } from '../scope.ts'
import { startOfDay } from '../settings.ts'
import { openCallInScope, trafficOf } from './traffic.ts'

export interface CallCounters {
  /** Calls of today, running ones included. */
  readonly total: number
  readonly active: number
  /** Seconds talked today, running calls included. */
  readonly duration: number
}

/** A day is one of the user's time zone. */
export async function countCalls(
  database: Database,
  scope: Scope,
  timezone: string | null,
): Promise<CallCounters> {
  const { rows } = await sql<CallCounters>`
    with today as (
      select coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(duration_ms), 0) as duration_ms
      from (${trafficOf(scope)}) traffic where bucket >= ${startOfDay(timezone)}),
    running as (
      select count(*) as calls, coalesce(sum(extract(epoch from now() - answered_at)), 0) as seconds
      from open_call where ${openCallInScope(scope)})
    select today.calls + running.calls as total, running.calls as active,
      floor(today.duration_ms / 1000 + greatest(running.seconds, 0))::bigint as duration
    from today, running`.execute(database)
  return rows[0] ?? { total: 0, active: 0, duration: 0 }
}
