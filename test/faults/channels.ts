// Whether a limit of channels was ever passed: by the open calls as they are looked at many times a
// second, and by the records afterwards.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

const EVERY_MS = 200

export interface ChannelWatch {
  stop(): Promise<{ readonly looks: number; readonly most: number }>
}

/** `database` has a connection of its own for this. */
export function watchChannels(database: pg.Pool, client_id: number): ChannelWatch {
  let looks = 0
  let most = 0
  let is_stopped = false
  async function look(): Promise<void> {
    while (!is_stopped) {
      try {
        const { rows } = await database.query<{ count: number }>(
          'select count(*)::int from open_call where account_id = $1',
          [client_id],
        )
        looks += 1
        most = Math.max(most, rows[0]?.count ?? 0)
      } catch {
        // The database is away just now, and no call begins.
      }
      await pause(EVERY_MS)
    }
  }
  const looking = look()
  return {
    async stop() {
      is_stopped = true
      await looking
      return { looks, most }
    },
  }
}

/** The most calls that talked at the same moment, by their records. */
export async function mostAtOnce(database: pg.Pool, client_id: number): Promise<number> {
  const { rows } = await database.query<{ most: number | null }>(
    `select max(talking)::int as most from (
       select sum(step) over (order by at, step) as talking from (
         select answered_at as at, 1 as step from call_record
           where is_last and answered_at is not null and account_id = $1
         union all
         select answered_at + duration_ms * interval '1 ms', -1 from call_record
           where is_last and answered_at is not null and account_id = $1) steps) sums`,
    [client_id],
  )
  return rows[0]?.most ?? 0
}
