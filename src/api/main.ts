// The API process: reads its environment, listens, and stops in order on a signal or orphaned.
import { collectDefaultMetrics, Registry } from 'prom-client'
import { z } from 'zod'
import { TEST_LINE_PORT } from '#core/test-line.ts'
import { asSqlConnection, LONG_STATEMENTS, openDatabase } from '#db/database.ts'
import { watchWork } from '#db/machine/failing-work.ts'
import { readSecretKeys } from '#db/secrets/secret-keys.ts'
import { buildServer } from './server.ts'

/** A list of texts that the supervisor has checked. */
const list = z.string().transform((text) => text.split(',').filter(Boolean))

const CONNECTIONS = 10
const SESSION_CONNECTIONS = 3

const environment = z
  .object({
    DATABASE_URL: z.string().min(1),
    DATABASE_REPLICA_URL: z.string().min(1).optional(),
    HTTP_HOST: z.string().default('127.0.0.1'),
    HTTP_PORT: z.coerce.number().int().min(0).max(65535).default(8080),
    TRUSTED_PROXY: list.default([]),
    METRICS_ALLOW: list.default([]),
    TEST_LINE_PORT: z.coerce.number().int().min(1).max(65535).default(TEST_LINE_PORT),
    SESSION_KEY: z.string().min(32),
    SECRET_KEYS: z.string().min(64),
    CONSOLE_FOLDER: z.string().optional(),
    LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
      .default('info'),
  })
  .parse(process.env)
// Threads and whatever prints the environment get neither.
delete process.env.SESSION_KEY
delete process.env.SECRET_KEYS

const url = environment.DATABASE_URL
const database = openDatabase(url, 'api', CONNECTIONS, LONG_STATEMENTS)
const sessionDatabase = openDatabase(url, 'api sessions', SESSION_CONNECTIONS)
const clock = { now_ms: () => Date.now(), monotonic_ms: () => performance.now() }
const watch = await watchWork(asSqlConnection(database), 'api')
const registry = new Registry()
collectDefaultMetrics({ register: registry, prefix: 'softswitch_' })
const app = await buildServer({
  watch,
  clock,
  database,
  sessionDatabase,
  replica_url: environment.DATABASE_REPLICA_URL,
  sessionKey: environment.SESSION_KEY,
  secretKeys: readSecretKeys(environment.SECRET_KEYS),
  consoleFolder: environment.CONSOLE_FOLDER,
  trustedProxy: environment.TRUSTED_PROXY,
  metrics: { allowed: environment.METRICS_ALLOW, registry },
  test_line_port: environment.TEST_LINE_PORT,
  logger: {
    level: environment.LOG_LEVEL,
    redact: ['req.headers.authorization', 'req.headers.cookie', 'req.headers["x-xsrf-token"]'],
  },
})

async function stop(): Promise<void> {
  // Requests under way get their answers; new requests are rejected.
  await app.close()
  await sessionDatabase.destroy()
  await database.destroy()
  process.exit(0)
}
process.once('SIGTERM', () => void stop())
process.once('SIGINT', () => void stop())
// The supervisor is gone: another one will start an API of its own on the same port.
process.once('disconnect', () => void stop())

await app.listen({ host: environment.HTTP_HOST, port: environment.HTTP_PORT })
process.send?.({ ready: true })
