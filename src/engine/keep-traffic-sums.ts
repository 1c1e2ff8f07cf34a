// Keeps the sums of reports, apart from the calls: moves what calls have added, and condenses what
// is old.
import { condenseTraffic } from '#db/calls/condense-traffic.ts'
import { moveTrafficAdditions } from '#db/calls/traffic-sums.ts'
import type { Database } from '#db/database.ts'

/** In one run; the others follow in the next one. */
const BATCHES_MAX = 200
const CONDENSED_MAX = 20

export async function keepTrafficSums(database: Database, now_ms: number): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    if (!(await moveTrafficAdditions(database))) break
  }
  for (let slice = 0; slice < CONDENSED_MAX; slice += 1) {
    if (!(await condenseTraffic(database, now_ms))) return
  }
}
