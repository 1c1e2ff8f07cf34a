// The process of jobs: reads its environment, runs until it gets a signal to stop or its supervisor
// is gone, and reports when it is ready.
import { pino, stdSerializers } from 'pino'
import { z } from 'zod'
import type { Clock } from '#core/time/clock.ts'
import { LONG_STATEMENTS, openDatabase } from '#db/database.ts'
import { readSecretKeys } from '#db/secrets/secret-keys.ts'
import { makeJobs } from './jobs.ts'
import { databaseAnswers } from './outages/database-answers.ts'
import { makeOutageWatch } from './outages/watch-outages.ts'
import { resolveName } from './outbound/send-checked.ts'
import { randomId } from './random.ts'
import { repeatWork } from './repeat-work.ts'
import { runJobs } from './run-jobs.ts'

/** A job waits for another one's query rather than that all of them crowd out the calls. */
const CONNECTIONS = 4
const OUTAGE_WATCH_MS = 5000

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
const database = openDatabase(url, 'jobs', CONNECTIONS, LONG_STATEMENTS)
const means = { secretKeys: readSecretKeys(environment.SECRET_KEYS), resolveName }
const jobs = makeJobs({ ...means, record_folder: environment.RECORD_FOLDER })
const stopJobs = await runJobs(jobs, {
  process: 'jobs',
  url,
  database,
  clock,
  log,
})

const stopping = new AbortController()
const lookAtDatabase = makeOutageWatch({
  ...{ ...means, database, clock, log, randomId, stop: stopping.signal },
  hasAnswered: () => databaseAnswers(url),
})
const stopWatch = repeatWork(
  { every_ms: OUTAGE_WATCH_MS, failure: 'the database cannot be watched', log },
  lookAtDatabase,
)

async function stop(): Promise<void> {
  stopWatch()
  stopping.abort()
  await stopJobs()
  await database.destroy()
  process.exit(0)
}
process.once('SIGTERM', () => void stop())
process.once('SIGINT', () => void stop())
// The supervisor is gone: another one will start jobs of its own.
process.once('disconnect', () => void stop())

process.send?.({ ready: true })
log.info('the jobs run')
