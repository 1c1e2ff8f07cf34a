// Keeps the sums of reports, apart from the calls: of traffic, where it moves what calls have
// added, sums days, and condenses what is old; and of the ledger.
import { sumLedgerDays } from '#db/payments/ledger-days.ts'
import { condenseTraffic } from '#db/traffic/condense-traffic.ts'
import { sumTrafficDays } from '#db/traffic/sum-days.ts'
import { moveTrafficAdditions } from '#db/traffic/traffic-sums.ts'
import type { JobContext } from '../job.ts'

/** A statement of two seconds in sums of millions of rows. */
const ROWS_MAX = 5000
const ROWS_MIN = 100
/** In one run; the others follow in the next one. */
const BATCHES_MAX = 200
const HOURS_MAX = 48
const CONDENSED_MAX = 20
const SLICES_MAX = 20

/**
 * After a batch that failed, such as one that took too long on a busy machine, the next one is
 * smaller: otherwise the additions pile up, and each later batch fails as well.
 */
export function makeTrafficSums(): (context: JobContext) => Promise<void> {
  let rows = ROWS_MAX
  return async ({ database, clock, stop }) => {
    const now_ms = clock.now_ms()
    await upTo(BATCHES_MAX, stop, async () => {
      const batch = rows
      rows = Math.max(ROWS_MIN, Math.floor(batch / 4))
      const isMore = await moveTrafficAdditions(database, batch)
      rows = Math.min(ROWS_MAX, batch * 2)
      return isMore
    })
    await upTo(HOURS_MAX, stop, () => sumTrafficDays(database, now_ms))
    await upTo(CONDENSED_MAX, stop, () => condenseTraffic(database, now_ms))
  }
}

export const keepLedgerDays = ({ database, clock, stop }: JobContext): Promise<void> =>
  upTo(SLICES_MAX, stop, () => sumLedgerDays(database, clock.now_ms()))

async function upTo(
  times: number,
  stop: AbortSignal,
  isMore: () => Promise<boolean>,
): Promise<void> {
  for (let time = 0; time < times && !stop.aborted; time += 1) {
    if (!(await isMore())) return
  }
}
