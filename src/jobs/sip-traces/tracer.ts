// The process that receives SIP messages of traced calls: reads its environment, runs until it gets
// a signal to stop or its supervisor is gone, and reports when it is ready. Calls do not need it.
import { pino, stdSerializers } from 'pino'
import { z } from 'zod'
import { TRACER_PROCESS } from '#core/sip-trace/tracer-figures.ts'
import { makePool } from '#db/database.ts'
import { writeProcessMetrics } from '#db/metrics/process-metrics.ts'
import { repeatWork } from '../repeat-work.ts'
import { MessageForwarder } from './forward-messages.ts'
import { receiveMessages } from './receive-messages.ts'
import { tracerFamilies } from './tracer-families.ts'

/** One writes messages, one the figures. */
const CONNECTIONS = 2
const FIGURES_EVERY_MS = 5000
const SETTINGS_EVERY_MS = 15_000

const environment = z
  .object({
    DATABASE_URL: z.string().min(1),
    NODE_ID: z.coerce.number().int(),
    TRACE_PORT: z.coerce.number().int(),
    TRACE_KEY: z.string().min(1),
    LOG_LEVEL: z.string().default('info'),
  })
  .parse(process.env)

const log = pino({
  level: environment.LOG_LEVEL,
  base: { process: 'tracer' },
  serializers: { error: stdSerializers.err },
})
const pool = makePool(environment.DATABASE_URL, 'tracer', CONNECTIONS)
const tracer = await receiveMessages({
  port: environment.TRACE_PORT,
  auth_key: environment.TRACE_KEY,
  connection: pool,
  forwarder: new MessageForwarder(environment.NODE_ID),
  now_ms: () => performance.now(),
  log,
})

const ends = [
  repeatWork({ every_ms: FIGURES_EVERY_MS, failure: 'figures cannot be written now', log }, () =>
    writeProcessMetrics(pool, {
      ...{ node_id: environment.NODE_ID, process: TRACER_PROCESS },
      families: tracerFamilies(tracer.figures()),
    }),
  ),
  repeatWork(
    { every_ms: SETTINGS_EVERY_MS, failure: 'the settings of SIP traces do not take effect', log },
    () => tracer.checkSettings(),
  ),
]

async function stop(): Promise<void> {
  for (const end of ends) end()
  await tracer.close()
  await pool.end()
  process.exit(0)
}
process.once('SIGTERM', () => void stop())
process.once('SIGINT', () => void stop())
// The supervisor is gone: another one will start a tracer of its own.
process.once('disconnect', () => void stop())

process.send?.({ ready: true })
log.info('SIP messages are received')
