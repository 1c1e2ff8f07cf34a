// Has tariffs with a markup computed when there is work: a signal or the clock says so.

import { asSqlConnection } from '#db/database.ts'
import { listenForSignals } from '#db/signals.ts'
import { findMarkupWork } from '#db/tariffs/markup-work.ts'
import type { BackgroundWork } from '../http/background-work.ts'
import { workOnMarkups } from './work-on-markups.ts'

/** A signal can be lost. */
const POLL_MS = 30_000

export interface MarkupRunner {
  /** Interrupted work begins again at the next start. */
  close(): Promise<void>
}

export async function openMarkupRunner({
  url,
  database,
  log,
  watch,
}: BackgroundWork): Promise<MarkupRunner> {
  const stop = new AbortController()
  let running: Promise<void> | undefined
  let is_wanted = false

  async function workOnce(): Promise<void> {
    if (!(await findMarkupWork(asSqlConnection(database)))) return
    await workOnMarkups(url, stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) throw error
    })
  }

  async function run(): Promise<void> {
    try {
      while (is_wanted && !stop.signal.aborted) {
        is_wanted = false
        await watch.run('markups', workOnce)
      }
    } catch (error) {
      log.warn({ error: String(error) }, 'trouble with a markup')
    } finally {
      running = undefined
    }
  }

  const wake = () => {
    is_wanted = true
    if (!stop.signal.aborted) running ??= run()
  }
  const poll = setInterval(wake, POLL_MS)
  // Rates of a tariff, or an exchange rate.
  const stopListening = await listenForSignals(
    url,
    'markups',
    ({ changed }) => (changed === 'tariff' || changed === 'routing') && wake(),
    wake,
  )
  return {
    async close() {
      stop.abort()
      clearInterval(poll)
      await stopListening()
      await running
    },
  }
}
