// The rate in effect at an instant, in SQL, by the rule of core/tariff/rate-sheet.ts (findRate).
// Tests compare the two on random sheets. Statements that look for it take the rule from here.
import { type RawBuilder, sql } from 'kysely'
import { isWindowOpen } from '#core/time/time-window.ts'
import { asSqlConnection, type Database, readDatabaseMs } from '../database.ts'
import { loadTimeWindows } from '../snapshot/routing.ts'
import { beginningsOf } from './rate-filters.ts'

/** An instant, and the time windows that are open then. */
export interface RateInstant {
  readonly at_ms: number
  readonly open_window_ids: readonly number[]
}

/** Now, by the clock of the database, which also says when new rates begin. */
export const readRateInstantNow = async (database: Database): Promise<RateInstant> =>
  readRateInstant(database, await readDatabaseMs(asSqlConnection(database)))

export async function readRateInstant(database: Database, at_ms: number): Promise<RateInstant> {
  const windows = await loadTimeWindows(asSqlConnection(database))
  const open = windows.filter((window) => isWindowOpen(window, at_ms))
  return { at_ms, open_window_ids: open.map(({ id }) => id) }
}

/** The second after the instant: periods of rates begin and end with whole seconds. */
export const secondAfter = ({ at_ms }: RateInstant): RawBuilder<Date> =>
  sql`to_timestamp(${Math.floor(at_ms / 1000) + 1})`

/** Whether a rate `r` is in effect: in its period, and within its hours. */
export const isInEffect = (instant: RateInstant): RawBuilder<boolean> => sql<boolean>`
  r.effective_from < ${secondAfter(instant)}
  and (r.effective_until is null or r.effective_until >= ${secondAfter(instant)})
  and (r.window_id is null or r.window_id = any (${[...instant.open_window_ids]}::bigint[]))`

/** The order of rates of one prefix that are in effect: the first one counts. */
export const byRank = (rate: 'r' | 'f'): RawBuilder<unknown> =>
  sql.raw(`${rate}.window_id is null, ${rate}.effective_from desc, ${rate}.window_id desc`)

/** The rate of the tariff `t` by which a number is rated: a row with these columns, or none. */
export const rateOfNumber = (
  number: string,
  instant: RateInstant,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select ${columns} from tariff_rate r
  where r.tariff_id = t.id and r.prefix = any (${beginningsOf(number)}::text[])
    and ${isInEffect(instant)}
  order by length(r.prefix) desc, ${byRank('r')} limit 1`
