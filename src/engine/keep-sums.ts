// Keeps the sums of reports, apart from the calls: of traffic, where it moves what calls have
// added, sums days, and condenses what is old; and of the ledger.

import type { Database } from '#db/database.ts'
import { sumLedgerDays } from '#db/payments/ledger-days.ts'
import { condenseTraffic } from '#db/traffic/condense-traffic.ts'
import { sumTrafficDays } from '#db/traffic/sum-days.ts'
import { moveTrafficAdditions } from '#db/traffic/traffic-sums.ts'

/** In one run; the others follow in the next one. */
const BATCHES_MAX = 200
const HOURS_MAX = 48
const CONDENSED_MAX = 20
const SLICES_MAX = 20

export async function keepTrafficSums(database: Database, now_ms: number): Promise<void> {
  await upTo(BATCHES_MAX, () => moveTrafficAdditions(database))
  await upTo(HOURS_MAX, () => sumTrafficDays(database, now_ms))
  await upTo(CONDENSED_MAX, () => condenseTraffic(database, now_ms))
}

export const keepLedgerDays = (database: Database, now_ms: number): Promise<void> =>
  upTo(SLICES_MAX, () => sumLedgerDays(database, now_ms))

async function upTo(times: number, isMore: () => Promise<boolean>): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    if (!(await isMore())) return
  }
}
