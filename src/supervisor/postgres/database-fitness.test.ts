import { connect as connectTo, createServer, type Server } from 'node:net'
import { expect, test } from 'vitest'
import { makePool } from '#db/database.ts'
import { databaseForFile } from '#test/support/database.ts'
import { needs } from '#test/support/needs.ts'
import { hasPgBouncer, startPgBouncer } from '#test/support/pgbouncer.ts'
import { ScriptedSwitch } from '#test/support/scripted-switch.ts'
import { startTestEngine } from '#test/support/test-engine.ts'
import { makeWorld } from '#test/support/world.ts'
import { checkDatabase, connectionsOf } from './database-fitness.ts'

const fresh = databaseForFile()

test('a server that is reached directly and has connections enough is accepted', async () => {
  await checkDatabase(fresh.url, 8)
})

test('a server with too few connections is refused, with how many it needs', async () => {
  await expect(checkDatabase(fresh.url, 1000)).rejects.toThrow(
    /allows \d+ connections, and a machine with 1000 engines needs up to 7038: raise/,
  )
})

test('a pooler in between is refused, with the reason', async () => {
  const { server, url } = await startPooler(fresh.url)
  try {
    await expect(checkDatabase(url, 1)).rejects.toThrow(/pooler.*address of PostgreSQL itself/)
  } finally {
    server.close()
  }
})

/** With the settings of our connections accepted and dropped, as many operators have it. */
const ACCEPTING = 'ignore_startup_parameters = options,statement_timeout,lock_timeout'

test.each([
  ['transaction', []],
  ['transaction', [ACCEPTING]],
  ['session', []],
  ['session', [ACCEPTING]],
])(
  'PgBouncer in the mode %s %j is refused, with the reason',
  needs('pgbouncer', hasPgBouncer()),
  async (mode, lines) => {
    const pgbouncer = await startPgBouncer(fresh.url, [`pool_mode = ${mode}`, ...lines])
    try {
      await expect(checkDatabase(pgbouncer.url, 1)).rejects.toThrow(
        /pooler.*address of PostgreSQL itself/,
      )
    } finally {
      await pgbouncer.close()
    }
  },
)

test('an engine has no more connections than are counted for it', async () => {
  const database = makePool(fresh.url, 'test', 1)
  await makeWorld(database)
  const kamailio = new ScriptedSwitch()
  const engine = await startTestEngine(kamailio, { url: fresh.urls.engine })
  await kamailio.invite()
  const { rows } = await database.query<{ connections: number }>(
    `select count(*)::integer as connections from pg_stat_activity
      where datname = current_database() and application_name like 'softswitch engine%'`,
  )
  await engine.stop()
  await database.end()
  expect(rows[0]?.connections).toBeGreaterThan(2)
  expect(rows[0]?.connections).toBeLessThanOrEqual(connectionsOf(2) - connectionsOf(1))
})

/** Hands connections on and gives each a process id of its own, as poolers do. */
async function startPooler(url: string): Promise<{ server: Server; url: string }> {
  const target = new URL(url)
  const folder = target.searchParams.get('host') ?? decodeURIComponent(target.hostname)
  const path = `${folder}/.s.PGSQL.${target.port || 5432}`
  const server = createServer((client) => {
    const postgres = connectTo(
      folder.startsWith('/') ? { path } : { host: folder, port: +target.port },
    )
    client.pipe(postgres)
    postgres.on('data', (bytes) => client.write(withOtherId(bytes)))
    for (const [one, other] of [
      [client, postgres],
      [postgres, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const through = new URL(url)
  through.searchParams.delete('host')
  const user = through.username && `${through.username}:${through.password}@`
  return { server, url: `postgres://${user}127.0.0.1:${port}${through.pathname}` }
}

/** BackendKeyData: K, a length of 12, process id, secret. */
function withOtherId(bytes: Buffer): Buffer {
  const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
  if (at !== -1 && at + 9 <= bytes.length) bytes.writeInt32BE(bytes.readInt32BE(at + 5) ^ 1, at + 5)
  return bytes
}
