// The one runner of jobs, in the process of jobs and in the supervisor: each job runs at its time
// or when a signal wakes it, one run after the other, and none waits for another one. A run is kept
// in the database for the console (ADR-0031).
import { setTimeout as sleep } from 'node:timers/promises'
import { asSqlConnection } from '#db/database.ts'
import { watchWork } from '#db/machine/failing-work.ts'
import { forgetOtherJobs, noteJobBegun, noteJobEnded } from '#db/machine/jobs.ts'
import { listenForSignals } from '#db/signals.ts'
import type { Job, JobContext } from './job.ts'
import { pauseAfter } from './pause.ts'

/** Answers a function that stops all jobs and waits for those under way. */
export async function runJobs(
  jobs: readonly Job[],
  base: Omit<JobContext, 'stop' | 'is_requested'>,
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const context = { ...base, stop: stopping.signal }
  const connection = asSqlConnection(base.database)
  const names = jobs.map(({ name }) => name)
  await forgetOtherJobs(connection, base.process, names)
  const watch = await watchWork(connection, base.process)
  let runners: readonly Runner[] = []
  // Before the first runs: nothing is missed between them and the first signal.
  const stopListening = await listenForSignals(
    base.url,
    base.process,
    (signal) => {
      for (const { job, wake } of runners) {
        const is_requested = signal.changed === 'job' && signal.name === job.name
        if (is_requested || job.isWokenBy?.(signal)) wake(is_requested)
      }
    },
    // After a lost connection, signals may have been missed.
    () => {
      for (const { wake } of runners) wake()
    },
  )
  runners = jobs.map((job) => startJob(job, context, watch.run))
  return async () => {
    stopping.abort()
    for (const { wake } of runners) wake()
    await stopListening()
    await Promise.all(runners.map(({ ended }) => ended))
  }
}

type Watch = <T>(what: string, run: () => Promise<T>) => Promise<T>

type Context = Omit<JobContext, 'is_requested'>

interface Runner {
  readonly job: Job
  wake(is_requested?: boolean): void
  /** Resolves when the runner has stopped. */
  readonly ended: Promise<void>
}

function startJob(job: Job, context: Context, watch: Watch): Runner {
  const { stop, log } = context
  let is_woken = false
  let is_requested = false
  let rest = new AbortController()

  /** Until the pause is over, or it is woken. */
  async function pause(ms: number): Promise<void> {
    rest = new AbortController()
    if (!is_woken) await sleep(ms, undefined, { signal: rest.signal }).catch(() => {})
    is_woken = false
  }

  async function runLoop(): Promise<void> {
    let failures_in_a_row = 0
    while (!stop.aborted) {
      const run = { ...context, is_requested }
      is_requested = false
      const error = await runOnce(job, run, watch)
      if (stop.aborted) return
      failures_in_a_row = error === undefined ? 0 : failures_in_a_row + 1
      if (error !== undefined) log.warn({ job: job.name, error }, 'a job has failed')
      const pause_ms = pauseAfter(job.every_ms, failures_in_a_row, job.pause_max_ms)
      await noteEnd(job, context, { error, failures_in_a_row, pause_ms })
      await pause(pause_ms)
    }
  }

  return {
    job,
    wake(isRequest = false) {
      is_woken = true
      is_requested ||= isRequest
      rest.abort()
    },
    ended: runLoop(),
  }
}

/** Why it has failed; nothing if it has not. */
async function runOnce(job: Job, context: JobContext, watch: Watch): Promise<string | undefined> {
  const { process, database } = context
  try {
    await noteJobBegun(asSqlConnection(database), process, job.name)
    await watch(job.name, () => job.work(context))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** While the database is away nothing is kept: the next run keeps itself. */
async function noteEnd(
  { name }: Job,
  { database }: Context,
  run: { error: string | undefined; failures_in_a_row: number; pause_ms: number },
): Promise<void> {
  await noteJobEnded(asSqlConnection(database), name, run).catch(() => {})
}
