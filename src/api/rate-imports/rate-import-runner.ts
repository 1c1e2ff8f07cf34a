// Starts the thread of rate imports when there is work: a signal or the clock says so.
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import { failImport, findImportWork } from '#db/billing/rate-import-work.ts'
import { asSqlConnection, type Database } from '#db/database.ts'
import { listenForSignals } from '#db/signals.ts'
import { BACK } from './work-on-imports.ts'

/** A signal can be lost. */
const POLL_MS = 30_000
/** A hostile file ends its own import only. */
const MEMORY_MB = 256

export interface RateImportRunner {
  /** What is interrupted begins again at the next start. */
  close(): Promise<void>
}

export async function openRateImportRunner(
  url: string,
  database: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<RateImportRunner> {
  let running: Promise<void> | undefined
  let worker: Worker | undefined
  let is_wanted = false
  let is_closed = false

  const work = () =>
    new Promise<Error | undefined>((resolve) => {
      let failure: Error | undefined
      worker = new Worker(new URL('./rate-import-worker.ts', import.meta.url), {
        workerData: { url },
        resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      })
      worker.on('error', (error: Error) => {
        failure = error
      })
      worker.on('exit', () => resolve(failure))
    })

  async function run(): Promise<void> {
    const connection = asSqlConnection(database)
    try {
      while (is_wanted && !is_closed) {
        is_wanted = false
        const next = await findImportWork(connection)
        if (!next) continue
        const failure = await work()
        if (!failure || is_closed) continue
        log.warn({ error: String(failure) }, 'trouble with a rate import')
        // Out of memory: it would be again.
        if ('code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY') {
          const text = 'The file needs too much memory.'
          await failImport(connection, next, BACK[next.state] ?? 'FAILED', text)
        }
      }
    } catch (error) {
      log.warn({ error: String(error) }, 'trouble with a rate import')
    } finally {
      running = undefined
    }
  }

  const wake = () => {
    is_wanted = true
    if (!is_closed) running ??= run()
  }
  const poll = setInterval(wake, POLL_MS)
  const stopListening = await listenForSignals(
    url,
    'api',
    ({ changed }) => changed === 'rate_import' && wake(),
    wake,
  )
  return {
    async close() {
      is_closed = true
      clearInterval(poll)
      await stopListening()
      await worker?.terminate()
      await running
    },
  }
}
