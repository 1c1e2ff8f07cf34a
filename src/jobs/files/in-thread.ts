// Work on uploaded files in a thread, with a memory limit of its own: reading a million rows takes
// seconds of computing, during which other jobs run, and a hostile file ends its own work only.
import { Worker } from 'node:worker_threads'
import type { Job, JobContext } from '../job.ts'

const MEMORY_MB = 256

interface ThreadWork<Item> {
  /** The module of the thread, which ends when there is nothing left to do. */
  readonly module: URL
  find(context: JobContext): Promise<Item | undefined>
  /** It needed too much memory, and would again. */
  fail(context: JobContext, item: Item, reason: string): Promise<void>
}

export function inThread<Item>({ module, find, fail }: ThreadWork<Item>): Job['work'] {
  return async (context) => {
    const next = await find(context)
    if (!next || context.stop.aborted) return
    const failure = await runThread(module, context)
    if (!failure || context.stop.aborted) return
    if (!('code' in failure) || failure.code !== 'ERR_WORKER_OUT_OF_MEMORY') throw failure
    context.log.warn({ error: failure }, 'a file needs too much memory')
    await fail(context, next, 'The file needs too much memory.')
  }
}

/** Why it failed. Work that is interrupted by a stop begins again at the next start. */
async function runThread(
  module: URL,
  { url, stop }: Pick<JobContext, 'url' | 'stop'>,
): Promise<Error | undefined> {
  const { promise, resolve } = Promise.withResolvers<Error | undefined>()
  const worker = new Worker(module, {
    workerData: { url },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  let failure: Error | undefined
  worker.on('error', (error: Error) => {
    failure = error
  })
  worker.on('exit', () => resolve(failure))
  const terminate = () => void worker.terminate()
  stop.addEventListener('abort', terminate)
  return await promise.finally(() => stop.removeEventListener('abort', terminate))
}
