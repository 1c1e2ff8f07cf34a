// The jobs in the process of a test, all or some of them.
import { pino } from 'pino'
import type { Clock } from '#core/time/clock.ts'
import { makePool, overPool } from '#db/database.ts'
import type { Job } from '#jobs/job.ts'
import { JOBS } from '#jobs/jobs.ts'
import { runJobs } from '#jobs/run-jobs.ts'
import { SYSTEM_CLOCK } from './clocks.ts'
import { addressOf } from './database.ts'

interface TestJobs {
  readonly url: string
  readonly clock?: Clock
  readonly jobs?: readonly Job[]
  /** How many times as often they run. */
  readonly pace?: number
}

/** Answers a function that stops them. */
export async function startTestJobs({
  url,
  clock = SYSTEM_CLOCK,
  jobs = JOBS,
  pace = 1,
}: TestJobs): Promise<() => Promise<void>> {
  const pool = makePool(addressOf('jobs', url), 'jobs', 4)
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
  const paced = jobs.map((job) => ({ ...job, every_ms: job.every_ms / pace }))
  const stop = await runJobs(paced, { process: 'jobs', url, database: overPool(pool), clock, log })
  return async () => {
    await stop()
    await pool.end()
  }
}
