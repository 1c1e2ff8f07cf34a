// Starts a thread that works on uploaded files when there is work: a signal or the clock says so.
import { Worker } from 'node:worker_threads'
import { listenForSignals, type Signal } from '#db/signals.ts'
import type { BackgroundWork } from '../http/background-work.ts'

/** A signal can be lost. */
const POLL_MS = 30_000
/** A hostile file ends its own work only. */
const MEMORY_MB = 256

export interface WorkRunner {
  /** Interrupted work begins again at the next start. */
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
  { url, log, watch }: BackgroundWork,
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

  async function workOnce(): Promise<void> {
    const next = await find()
    if (!next) return
    const failure = await work()
    if (!failure || is_closed) return
    // Out of memory: it would fail again.
    if ('code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      log.warn({ error: String(failure) }, `trouble with ${what}`)
      return fail(next, 'The file needs too much memory.')
    }
    throw failure
  }

  async function run(): Promise<void> {
    try {
      while (is_wanted && !is_closed) {
        is_wanted = false
        await watch.run(what, workOnce)
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
