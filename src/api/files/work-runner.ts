// Starts a thread that works on uploaded files when there is work: a signal or the clock says so.
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import { listenForSignals, type Signal } from '#db/signals.ts'

/** A signal can be lost. */
const POLL_MS = 30_000
/** A hostile file ends its own work only. */
const MEMORY_MB = 256

export interface WorkRunner {
  /** What is interrupted begins again at the next start. */
  close(): Promise<void>
}

export interface FileWork<Item> {
  /** For the log. */
  readonly what: string
  readonly signal: Signal['changed']
  /** The module of the thread, which ends when there is nothing left to do. */
  readonly module: URL
  find(): Promise<Item | undefined>
  /** It needed too much memory, and would again. */
  fail(item: Item, reason: string): Promise<void>
}

export async function openWorkRunner<Item>(
  url: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { what, signal, module, find, fail }: FileWork<Item>,
): Promise<WorkRunner> {
  let running: Promise<void> | undefined
  let worker: Worker | undefined
  let is_wanted = false
  let is_closed = false

  const work = () =>
    new Promise<Error | undefined>((resolve) => {
      let failure: Error | undefined
      worker = new Worker(module, {
        workerData: { url },
        resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      })
      worker.on('error', (error: Error) => {
        failure = error
      })
      worker.on('exit', () => resolve(failure))
    })

  async function run(): Promise<void> {
    try {
      while (is_wanted && !is_closed) {
        is_wanted = false
        const next = await find()
        if (!next) continue
        const failure = await work()
        if (!failure || is_closed) continue
        log.warn({ error: String(failure) }, `trouble with ${what}`)
        // Out of memory: it would be again.
        if ('code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY') {
          await fail(next, 'The file needs too much memory.')
        }
      }
    } catch (error) {
      log.warn({ error: String(error) }, `trouble with ${what}`)
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
    ({ changed }) => changed === signal && wake(),
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
