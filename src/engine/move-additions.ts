// Moves what calls have added to the sums of reports, apart from the calls.
import { moveTrafficAdditions } from '#db/calls/traffic-sums.ts'
import type { Database } from '#db/database.ts'

/** In one run; the others follow in the next one. */
const BATCHES_MAX = 50

export async function moveAdditions(database: Database): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    if (!(await moveTrafficAdditions(database))) return
  }
}
