// The engine as a process: reads its environment, runs until it gets a signal to stop, and reports
// when it is ready.
import { randomUUID } from 'node:crypto'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { z } from 'zod'
import type { Clock } from '#core/time/clock.ts'
import { readSecretKeys } from '#db/secrets/secret-keys.ts'
import { type Engine, startEngine } from './engine.ts'
import { connectToKamailio } from './kamailio/connection.ts'
import { makeLog } from './log.ts'

const environment = z
  .object({
    DATABASE_URL: z.string().min(1),
    ENGINE_NAME: z.string().regex(/^[a-z]\d{0,3}$/),
    KAMAILIO_EVAPI: z.string().regex(/^127\.0\.0\.1:\d+$/),
    KAMAILIO_RPC: z.string().regex(/^http:\/\/127\.0\.0\.1:\d+\/RPC$/),
    RTPENGINE: z.string().regex(/^127\.0\.0\.1:\d+$/),
    KAMAILIO_SECRET: z.string().min(8),
    SECRET_KEYS: z.string().min(64),
    RECORDING_FOLDER: z.string(),
    LOG_LEVEL: z.string().default('info'),
  })
  .parse(process.env)

const log = makeLog(environment.LOG_LEVEL, environment.ENGINE_NAME)

const clock: Clock = { now_ms: () => Date.now(), monotonic_ms: () => performance.now() }

let engine: Engine | undefined
async function stop(): Promise<void> {
  await engine?.stop()
  process.exit(0)
}
process.once('SIGTERM', () => void stop())
process.once('SIGINT', () => {
  // Ctrl-C reaches the whole group; the supervisor stops us in its own order.
})
// Calls continue without a supervisor: its next start ends this engine and begins another one.

const registry = new Registry()
collectDefaultMetrics({ register: registry, prefix: 'softswitch_' })

engine = await startEngine({
  url: environment.DATABASE_URL,
  secretKeys: readSecretKeys(environment.SECRET_KEYS),
  engine: environment.ENGINE_NAME,
  clock,
  random: Math.random,
  randomId: randomUUID,
  log,
  registry,
  connect: (listener) =>
    connectToKamailio(
      {
        evapi_port: Number(environment.KAMAILIO_EVAPI.split(':')[1]),
        rpc_port: Number(new URL(environment.KAMAILIO_RPC).port),
        media_port: Number(environment.RTPENGINE.split(':')[1]),
        recording_folder: environment.RECORDING_FOLDER,
        secret: environment.KAMAILIO_SECRET,
        engine: environment.ENGINE_NAME,
      },
      listener,
      { clock, randomId: randomUUID, log },
    ),
})

process.send?.({ ready: true })
log.info('the engine takes calls')
