// Works off re-ratings in the background, a batch of calls in each transaction: whatever stops it,
// the next process goes on where the last batch ended (ADR-0015).

import { isSameCharge, priceAgain } from '#core/billing/re-rate-call.ts'
import { planReRating } from '#core/billing/re-rating-plan.ts'
import { DetailsPool, type IsWindowOpen } from '#core/tariff/rate-sheet.ts'
import { isWindowOpen } from '#core/time/time-window.ts'
import { lockCalls, nextChanges, writeApplied } from '#db/billing/re-rating-apply.ts'
import {
  chargesOf,
  failWork,
  finishWork,
  lockWork,
  nextCalls,
  type ReRatingWork,
  writeFound,
} from '#db/billing/re-rating-preview.ts'
import { asSqlConnection, type Database, isDatabaseDown, type Tx } from '#db/database.ts'
import { loadTariffsFor } from '#db/switchboard/route-tests.ts'
import { loadTimeWindows } from '#db/switchboard/ways.ts'

const CALLS_OF_PREVIEW = 500
/** Fewer, because the balances of all who pay for them are locked meanwhile. */
const CALLS_OF_APPLY = 50
/** For work that another process has left. */
const LOOK_EVERY_MS = 5000

export interface ReRatingRunner {
  /** There is something to do. */
  wake(): void
  /** Ends after the batch that is at work. */
  stop(): Promise<void>
}

export function startReRatingRunner(
  database: Database,
  onError: (error: unknown) => void,
): ReRatingRunner {
  let isStopped = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    try {
      while (!isStopped && (await workOff(database)));
    } catch (error) {
      onError(error)
    } finally {
      running = undefined
    }
  }
  const wake = () => {
    if (!isStopped) running ??= run()
  }
  const timer = setInterval(wake, LOOK_EVERY_MS)
  wake()
  return {
    wake,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}

/** One batch of one re-rating; false when there is nothing to do. */
export async function workOff(database: Database): Promise<boolean> {
  let id: number | undefined
  try {
    return await database.transaction().execute(async (tx) => {
      const work = await lockWork(tx)
      id = work?.id
      if (work?.state === 'PREVIEWING') await preview(tx, work)
      if (work?.state === 'APPLYING') await apply(tx, work)
      return work !== undefined
    })
  } catch (error) {
    // A database that is away comes back, and the batch with it; anything else would fail again.
    if (id === undefined || isDatabaseDown(error)) throw error
    await failWork(database, id, error instanceof Error ? error.message : String(error))
    return true
  }
}

async function preview(tx: Tx, work: ReRatingWork): Promise<void> {
  const calls = await nextCalls(tx, work, CALLS_OF_PREVIEW)
  const until = calls.at(-1)
  if (!until) return finishWork(tx, work.id, 'PREVIEWED')
  const fitting = calls.filter((call) => call.called_number.startsWith(work.prefix))
  const charges = await chargesOf(tx, work, fitting)
  const numbers = [...new Set(fitting.map((call) => call.called_number))]
  const tariffs = await loadTariffsFor(asSqlConnection(tx), numbers, new DetailsPool())
  const windows = new Map((await loadTimeWindows(asSqlConnection(tx))).map((one) => [one.id, one]))
  const isOpenAt =
    (at_ms: number): IsWindowOpen =>
    (window_id) => {
      const window = windows.get(window_id)
      return window !== undefined && isWindowOpen(window, at_ms)
    }
  const callOf = new Map(calls.map((call) => [call.call_id, call]))
  const found = charges.flatMap((charge) => {
    const call = callOf.get(charge.call_id)
    if (!call) return []
    const isTalk =
      call.is_answered && (charge.depth >= 0 || call.settlement_id === charge.account_id)
    const talk = { ...call, duration_ms: isTalk ? call.duration_ms : null }
    const isOpen = isOpenAt(Math.floor(call.started_at) * 1000)
    const price = priceAgain(charge, talk, work.new_tariff_id, tariffs, isOpen)
    return price && isSameCharge(price, charge) ? [] : [{ call, charge, price }]
  })
  await writeFound(tx, work.id, { until, charges: charges.length }, found)
}

async function apply(tx: Tx, work: ReRatingWork): Promise<void> {
  const changes = await nextChanges(tx, work.id, CALLS_OF_APPLY)
  if (changes.length === 0) return finishWork(tx, work.id, 'APPLIED')
  const stored = await lockCalls(tx, changes)
  await writeApplied(tx, work.id, changes, planReRating(changes, stored))
}
