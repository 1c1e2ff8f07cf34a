// Processes re-ratings, a batch of calls in each transaction: a failure loses one batch, and the
// next engine continues after the last one (ADR-0015).
import { findReRatingChanges } from '#core/billing/find-re-rating-changes.ts'
import { planReRating } from '#core/billing/re-rating-plan.ts'
import { DetailsPool } from '#core/tariff/rate-sheet.ts'
import {
  asSqlConnection,
  type Database,
  isConflict,
  isDatabaseDown,
  openDatabase,
  type Tx,
} from '#db/database.ts'
import { lockCalls, nextChanges, writeApplied } from '#db/re-ratings/re-rating-apply.ts'
import {
  chargesOf,
  failWork,
  finishWork,
  lockWork,
  nextCalls,
  type ReRatingWork,
  writeFound,
} from '#db/re-ratings/re-rating-preview.ts'
import { loadTariffsFor } from '#db/snapshot/route-tests.ts'
import { loadTimeWindows } from '#db/snapshot/routing.ts'

const CALLS_OF_PREVIEW = 500
/** Fewer, because the balances of all who pay for them are locked meanwhile. */
const CALLS_OF_APPLY = 50

export interface ReRatingRunner {
  /** Does all that waits, once: who comes meanwhile gets the same end. Throws what stops it. */
  work(): Promise<void>
  /** Ends after the batch that is in work. */
  close(): Promise<void>
}

/** Has a connection of its own, so that a long preview keeps none from the calls. */
export function openReRatingRunner(url: string, engine: string): ReRatingRunner {
  const database = openDatabase(url, `engine ${engine} re-ratings`, 1)
  let is_closed = false
  let is_wanted = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (is_wanted && !is_closed) {
      is_wanted = false
      while (!is_closed && (await reRateBatch(database)));
    }
  }

  return {
    async work() {
      is_wanted = true
      if (is_closed) return
      running ??= run().finally(() => {
        running = undefined
      })
      await running
    },
    async close() {
      is_closed = true
      await running?.catch(() => {})
      await database.destroy()
    },
  }
}

/** One batch of one re-rating; false when there is nothing to do. */
export async function reRateBatch(database: Database): Promise<boolean> {
  let work: ReRatingWork | undefined
  try {
    return await database.transaction().execute(async (tx) => {
      work = await lockWork(tx)
      if (work?.state === 'PREVIEWING') await preview(tx, work)
      if (work?.state === 'APPLYING') await apply(tx, work)
      return work !== undefined
    })
  } catch (error) {
    // The batch is repeated after a deadlock, or when the database is back; any other error would
    // come again.
    if (work === undefined || isDatabaseDown(error) || isConflict(error)) throw error
    await failWork(database, work, error instanceof Error ? error.message : String(error))
    return true
  }
}

async function preview(tx: Tx, work: ReRatingWork): Promise<void> {
  const calls = await nextCalls(tx, work, CALLS_OF_PREVIEW)
  const until = calls.at(-1)
  if (!until) return finishWork(tx, work, 'PREVIEWED')
  const fitting = calls.filter((call) => call.called_number.startsWith(work.prefix))
  const charges = await chargesOf(tx, work, fitting)
  const numbers = [...new Set(fitting.map((call) => call.called_number))]
  const connection = asSqlConnection(tx)
  const tariffs = await loadTariffsFor(connection, numbers, new DetailsPool())
  const windows = new Map((await loadTimeWindows(connection)).map((one) => [one.id, one]))
  const found = findReRatingChanges(fitting, charges, work.new_tariff_id, tariffs, windows)
  await writeFound(tx, work.id, { until, charges: charges.length }, found)
}

async function apply(tx: Tx, work: ReRatingWork): Promise<void> {
  const changes = await nextChanges(tx, work.id, CALLS_OF_APPLY)
  if (changes.length === 0) return finishWork(tx, work, 'APPLIED')
  const stored = await lockCalls(tx, changes)
  await writeApplied(tx, work.id, changes, planReRating(changes, stored))
}
