// The process of jobs: reads its environment, runs until it gets a signal to stop or its supervisor
// is gone, and reports when it is ready.
import { pino, stdSerializers } from 'pino'
import { z } from 'zod'
import type { Clock } from '#core/time/clock.ts'
import { makePool, overPool } from '#db/database.ts'
import { readSecretKeys } from '#db/secret-keys.ts'
import { makeJobs } from './jobs.ts'
import { resolveName } from './record-feed/send-checked.ts'
import { runJobs } from './run-jobs.ts'

/** A job waits for another one's query rather than that all of them crowd out the calls. */
const CONNECTIONS = 4

const environment = z
  .object({
    DATABASE_URL: z.string().min(1),
    SECRET_KEYS: z.string().min(1),
    /** Where consumers of the record feed have their folders. */
    RECORD_FOLDER: z.string().min(1),
    LOG_LEVEL: z.string().default('info'),
  })
  .parse(process.env)

const url = environment.DATABASE_URL
const clock: Clock = { now_ms: () => Date.now(), monotonic_ms: () => performance.now() }
const log = pino({
  level: environment.LOG_LEVEL,
  base: { process: 'jobs' },
  serializers: { error: stdSerializers.err },
})
const pool = makePool(url, 'jobs', CONNECTIONS)
const jobs = makeJobs({
  secretKeys: readSecretKeys(environment.SECRET_KEYS),
  record_folder: environment.RECORD_FOLDER,
  resolveName,
})
const stopJobs = await runJobs(jobs, {
  process: 'jobs',
  url,
  database: overPool(pool),
  clock,
  log,
})

async function stop(): Promise<void> {
  await stopJobs()
  await pool.end()
  process.exit(0)
}
process.once('SIGTERM', () => void stop())
process.once('SIGINT', () => void stop())
// The supervisor is gone: another one will start jobs of its own.
process.once('disconnect', () => void stop())

process.send?.({ ready: true })
log.info('the jobs run')
