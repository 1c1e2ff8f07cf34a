// Lists from a real streaming replica: which of the two servers answers, seen by a replica that is
// paused and therefore does not have the newest rows.
import fastify from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import { health } from '#contract/console/settings.ts'
import { createBan } from '#contract/machine/bans.ts'
import { systemInfo } from '#contract/machine/machine.ts'
import { listActivities } from '#contract/people/activities.ts'
import { makePool } from '#db/database.ts'
import { insertUser } from '#db/people/users.ts'
import { PASSWORD, type Session, sessionOf, startApi, type TestApi } from '#test/support/api.ts'
import { type ReplicatedDatabase, startReplicated } from '#test/support/replica.ts'
import { makePasswords } from '../sign-in/password.ts'
import { Replica } from './replica.ts'
import { readerOf } from './replica-reader.ts'

let servers: ReplicatedDatabase
let api: TestApi
/** Another admin, who writes nothing. */
let reader: Session
beforeAll(async () => {
  servers = await startReplicated()
  api = await startApi(undefined, { replica_url: servers.replica_api_url }, servers)
  const password_hash = await makePasswords().hash(PASSWORD)
  const user = { username: 'reader', type: 'ADMIN', account_id: null, status: 'active' } as const
  await api.database
    .transaction()
    .execute((tx) => insertUser(tx, { ...user, password_hash, has_all_rights: true }))
  reader = await api.signIn('reader', 'ADMIN')
  await stateBecomes('ok')
})
afterAll(() => api?.close() ?? servers?.close())
afterEach(() => onReplica('select pg_wal_replay_resume()').catch(() => {}))

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const pool = makePool(url, 'test', 1)
  return pool
    .query<Row>(text)
    .then(({ rows }) => rows)
    .finally(() => pool.end())
}
const onReplica = <Row extends object>(text: string) => query<Row>(servers.replica_url, text)

const replica = async () => {
  const { data } = await api.admin.call(systemInfo, { query: { details: 'true' } })
  return data.details?.replica
}
const stateBecomes = (state: string) =>
  vi.waitFor(async () => expect((await replica())?.state).toBe(state))

const clock = { now_ms: () => Date.now(), monotonic_ms: () => performance.now() }

let bans = 0
/** A change by the admin; answers the name of what it is about. */
async function write(): Promise<string> {
  bans += 1
  const ip = `203.0.113.${bans}`
  expect((await api.admin.call(createBan, { body: { ip, minutes: 5, reason: 'x' } })).status).toBe(
    200,
  )
  return ip
}

const list = (session: Session) => session.call(listActivities, { query: { entity: 'ban' } })
async function sees(session: Session, name: string): Promise<boolean> {
  const { status, data } = await list(session)
  expect(status).toBe(200)
  return data.some(({ entity_name }) => entity_name === name)
}

test('others read from the replica, and the writer its own change from the primary', async () => {
  const before = await write()
  await expect.poll(() => sees(reader, before)).toBe(true)
  await onReplica('select pg_wal_replay_pause()')
  const name = await write()
  expect(await sees(api.admin, name)).toBe(true)
  expect(await sees(reader, name)).toBe(false)
  await onReplica('select pg_wal_replay_resume()')
  await expect.poll(() => sees(reader, name)).toBe(true)
})

test('a lag of more than a second is in the answer, beyond ten the primary serves', async () => {
  expect((await list(reader)).response.headers['data-as-of']).toBeUndefined()
  await onReplica('select pg_wal_replay_pause()')
  const name = await write()
  const asOf = async () => (await list(reader)).response.headers['data-as-of']
  await expect.poll(asOf).toMatch(/^\d{4}-\d\d-\d\dT/)
  expect(Date.parse(String(await asOf()))).toBeLessThan(Date.now() - 1000)
  expect(await sees(reader, name)).toBe(false)
  expect(await replica()).toMatchObject({ state: 'ok', detail: '' })
  expect((await replica())?.lag_seconds).toBeGreaterThan(1)
  await expect.poll(() => sees(reader, name)).toBe(true)
  expect((await list(reader)).response.headers['data-as-of']).toBeUndefined()
  expect((await replica())?.state).toBe('behind')
  expect((await sessionOf(api.app, {}).call(health, {})).data.replica).toBe('behind')
  await onReplica('select pg_wal_replay_resume()')
  await stateBecomes('ok')
})

test('a replica that ends in the middle of a query is replaced by the primary', async () => {
  const name = await write()
  await expect.poll(() => sees(reader, name)).toBe(true)
  const pool = makePool(servers.url, 'test', 1)
  await pool.query('begin; lock activity_log in access exclusive mode')
  // The record of the lock is sent once it is flushed, for which nothing else here is sure to ask.
  await pool.query('select pg_switch_wal()')
  const locks = `select from pg_locks
    where relation = 'activity_log'::regclass and mode = 'AccessExclusiveLock'`
  await expect.poll(() => onReplica(locks)).toHaveLength(1)
  await onReplica('select pg_wal_replay_pause()')
  await pool.query('commit')
  await pool.end()
  // The replica holds the lock, which the primary has released.
  const later = await write()
  const answers = [list(reader)]
  const waiting = `select from pg_stat_activity
    where wait_event_type = 'Lock' and application_name = 'softswitch api replica'`
  await expect
    .poll(async () => {
      const found = await onReplica(waiting)
      // On a busy machine the last look at both servers may be old: then the primary serves.
      if (found.length === 0) answers.push(list(reader))
      return found.length
    })
    .toBeGreaterThan(0)
  await servers.killReplica()
  for (const { status, data } of await Promise.all(answers)) {
    expect(status).toBe(200)
    expect(data.some(({ entity_name }) => entity_name === later)).toBe(true)
  }
  expect(await sees(reader, await write())).toBe(true)
  await stateBecomes('down')
  expect((await replica())?.detail).not.toBe('')
  await servers.startReplica()
  await stateBecomes('ok')
  await onReplica('select pg_wal_replay_pause()')
  expect(await sees(reader, await write())).toBe(false)
})

test('a query in conflict with the replay is repeated, one that times out is not', async () => {
  const own = new Replica(servers.replica_api_url, api.api_database, clock)
  const end = own.start({ run: (_, run) => run() })
  await vi.waitFor(() => expect(own.lookFor(1)).toBeDefined())
  const app = fastify()
  app.get('/:code', async (request, reply) => {
    const { code } = request.params as { code: string }
    const context = { replica: own, database: api.api_database }
    const read = readerOf(context, listActivities, { user_id: 1, isExport: false }, reply)
    return read(async (database) => {
      if (database === own.database) throw Object.assign(new Error('canceled'), { code })
      return 'from the primary'
    })
  })
  expect((await app.inject('/40001')).body).toBe('from the primary')
  expect((await app.inject('/57014')).statusCode).toBe(500)
  await app.close()
  await end()
})

test('a server that writes by itself is not used', async () => {
  const own = new Replica(servers.urls.api, api.api_database, clock)
  const end = own.start({ run: (_, run) => run() })
  await expect(own.look()).rejects.toThrow('DATABASE_REPLICA_URL leads to no replica')
  expect(own.report()).toMatchObject({ state: 'down', lag_ms: null })
  expect(own.lookFor(1)).toBeUndefined()
  await end()
})

test('what reads history and every file of a list needs no right to write', async () => {
  await stateBecomes('ok')
  for (const [
    name,
    { path, method, list: isList, passive, replica: isOfReplica, params },
  ] of ENDPOINTS) {
    const isRead = isOfReplica || (isList && !passive)
    if (method !== 'GET' || params || !isRead) continue
    const url = isList ? `${path}?format=json` : path
    const { statusCode } = await reader.send({ method: 'GET', url })
    expect(statusCode, name).toBeOneOf([200, 400])
  }
})
