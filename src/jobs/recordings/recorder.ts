// The process that stores recordings of calls: reads its environment, runs until it gets a signal
// to stop or its supervisor is gone, and reports when it is ready. Calls do not need it.
import { pino, stdSerializers } from 'pino'
import { z } from 'zod'
import { RECORDER_PROCESS } from '#core/recording/recorder-figures.ts'
import { makePool } from '#db/database.ts'
import { writeProcessMetrics } from '#db/metrics/process-metrics.ts'
import { readSecretKeys } from '#db/secrets/secret-keys.ts'
import { repeatWork } from '../repeat-work.ts'
import { recorderFamilies } from './recorder-families.ts'
import { Recorder } from './store-recordings.ts'

/** One stores recordings, one writes the figures. */
const CONNECTIONS = 2
const STORE_EVERY_MS = 1000
const FIGURES_EVERY_MS = 5000
const SPACE_EVERY_MS = 15_000

const environment = z
  .object({
    DATABASE_URL: z.string().min(1),
    NODE_ID: z.coerce.number().int(),
    SECRET_KEYS: z.string().min(64),
    RECORDING_FOLDER: z.string().min(1),
    LOG_LEVEL: z.string().default('info'),
  })
  .parse(process.env)

const log = pino({
  level: environment.LOG_LEVEL,
  base: { process: 'recorder' },
  serializers: { error: stdSerializers.err },
})
const pool = makePool(environment.DATABASE_URL, 'recorder', CONNECTIONS)
const recorder = new Recorder({
  folder: environment.RECORDING_FOLDER,
  connection: pool,
  keys: readSecretKeys(environment.SECRET_KEYS),
  now_ms: () => Date.now(),
  log,
})

const ends = [
  repeatWork(
    { every_ms: SPACE_EVERY_MS, failure: 'the space of recordings is not known', log },
    () => recorder.checkSpace(),
  ),
  repeatWork({ every_ms: STORE_EVERY_MS, failure: 'recordings cannot be stored now', log }, () =>
    recorder.store(),
  ),
  repeatWork({ every_ms: FIGURES_EVERY_MS, failure: 'figures cannot be written now', log }, () =>
    writeProcessMetrics(pool, {
      ...{ node_id: environment.NODE_ID, process: RECORDER_PROCESS },
      families: recorderFamilies(recorder.figures()),
    }),
  ),
]

/** A recording under way stays on the disk, and is stored after the next start. */
async function stop(): Promise<void> {
  for (const end of ends) end()
  await pool.end()
  process.exit(0)
}
process.once('SIGTERM', () => void stop())
process.once('SIGINT', () => void stop())
// The supervisor is gone: another one will start a recorder of its own.
process.once('disconnect', () => void stop())

process.send?.({ ready: true })
log.info('recordings are stored')
