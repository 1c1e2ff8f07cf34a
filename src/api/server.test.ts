// The server around the endpoints: what it answers when things go wrong, its headers, and the
// console.
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { executeActions } from '#contract/machine/machine.ts'
import { openDatabase } from '#db/database.ts'
import { apiForFile, startApi } from '#test/support/api.ts'
import { SYSTEM_CLOCK } from '#test/support/clocks.ts'
import { openFlakyDatabase } from '#test/support/flaky-database.ts'
import { secretKeys } from '#test/support/secret-keys.ts'
import { buildServer } from './server.ts'

const sessionKey = 'a key for tests that is long enough'

const api = apiForFile()

/** A proxy between the server and the database, which can be away. */
async function startProxy(path: string) {
  const sockets = new Set<Socket>()
  const forward = (socket: Socket) => {
    const onward = connect(path)
    for (const each of [socket, onward]) {
      sockets.add(each)
      each.on('error', () => each.destroy())
      each.on('close', () => sockets.delete(each))
    }
    socket.pipe(onward).pipe(socket)
  }
  const start = async (port: number): Promise<Server> => {
    const server = createServer(forward).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await start(0)
  const { port } = server.address() as AddressInfo
  async function goAway(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    port,
    goAway,
    async comeBack() {
      server = await start(port)
    },
  }
}

test('the server outlives the database, and says so meanwhile', async () => {
  const url = new URL(api.api_url)
  // The database of the tests listens on a socket of the file system.
  const folder = decodeURIComponent(url.hostname)
  const proxy = await startProxy(`${folder}/.s.PGSQL.${url.port || 5432}`)
  url.host = `127.0.0.1:${proxy.port}`
  const proxied = openDatabase(url.href, 'test proxy')
  const databases = { database: proxied, sessionDatabase: proxied }
  const app = await buildServer({ clock: SYSTEM_CLOCK, ...databases, secretKeys, sessionKey })
  const ask = (path: string) => app.inject(path)
  expect((await ask('/api/initial-data')).statusCode).toBe(200)
  await proxy.goAway()
  for (let time = 0; time < 3; time += 1) {
    const answer = await ask('/api/initial-data')
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toMatchObject({ code: 'database-down' })
  }
  const health = await ask('/api/health')
  expect(health.statusCode).toBe(503)
  expect(health.json().data).toEqual({
    status: 'degraded',
    parts: { database: 'down', engine: 'down', kamailio: 'down', rtpengine: 'down' },
    unclosed_calls: 0,
    failing_work: 0,
    replica: null,
  })
  await proxy.comeBack()
  expect((await ask('/api/initial-data')).statusCode).toBe(200)
  await app.close()
  await proxied.destroy()
  await proxy.goAway()
})

test('health answers while the database hangs, and is whole again after it', async () => {
  const flaky = await openFlakyDatabase(api.api_url)
  const hanging = openDatabase(flaky.url, 'test flaky')
  const databases = { database: hanging, sessionDatabase: hanging }
  const app = await buildServer({ clock: SYSTEM_CLOCK, ...databases, secretKeys, sessionKey })
  const health = () => app.inject('/api/health')
  expect((await health()).statusCode).toBe(200)
  flaky.hang()
  const answer = await health()
  expect(answer.statusCode).toBe(503)
  expect(answer.json().data.parts.database).toBe('down')
  flaky.resume()
  await vi.waitFor(async () => expect((await health()).statusCode).toBe(200))
  await app.close()
  await hanging.destroy()
  await flaky.close()
})

test('health tells which parts run, and forgets those that were not heard of', async () => {
  const { database } = api
  await sql`insert into process_state (name, state, seen_at) values
    ('engine-1', 'running', now()), ('engine-2', 'failing', now()),
    ('kamailio', 'running', now() - interval '16 seconds'), ('rtpengine', 'missing', now())
    `.execute(database)
  const answer = await api.app.inject('/api/health')
  expect(answer.json().data).toEqual({
    status: 'degraded',
    parts: { database: 'ok', engine: 'ok', kamailio: 'down', rtpengine: 'missing' },
    unclosed_calls: 0,
    failing_work: 0,
    replica: null,
  })
})

test('health is degraded by a part that is down on one of several nodes', async () => {
  const { database } = api
  const health = async () => (await api.app.inject('/api/health')).json().data
  await sql`delete from process_state`.execute(database)
  await sql`insert into node (id, name, joined_at) values (2, 'Oslo', now())`.execute(database)
  await sql`insert into process_state (node_id, name, state)
    select node_id, name, 'running' from unnest('{1,2}'::smallint[]) as node_id,
      unnest('{engine-a,kamailio,rtpengine}'::text[]) as name`.execute(database)
  expect((await health()).status).toBe('ok')
  await sql`update process_state set state = 'failing'
    where node_id = 2 and name = 'kamailio'`.execute(database)
  expect(await health()).toMatchObject({ status: 'degraded', parts: { kamailio: 'ok' } })
  await sql`update node set removed_at = now() where id = 2`.execute(database)
  expect((await health()).status).toBe('ok')
  await sql`delete from process_state`.execute(database)
})

test('health of a node is 200 while it takes new calls, for load balancers', async () => {
  const { database } = api
  const statusOf = async (query: string) => (await api.app.inject(`/api/health${query}`)).statusCode
  await sql`insert into node (id, name, joined_at) values (3, 'Bergen', now())`.execute(database)
  expect([await statusOf(''), await statusOf('?node_id=3')]).toEqual([200, 503])
  await sql`insert into process_state (node_id, name, state)
    select 3, name, 'running'
    from unnest('{engine-a3,calls-a3,kamailio,rtpengine}'::text[]) as name`.execute(database)
  expect([await statusOf('?node_id=3'), await statusOf('?node_id=4')]).toEqual([200, 503])
  // The process of the engine runs without a connection to its Kamailio.
  await sql`update process_state set state = 'failing' where name = 'calls-a3'`.execute(database)
  expect([await statusOf(''), await statusOf('?node_id=3')]).toEqual([200, 503])
  await sql`update process_state set state = 'running' where name = 'calls-a3'`.execute(database)
  await sql`update node set drained_at = now() where id = 3`.execute(database)
  expect([await statusOf(''), await statusOf('?node_id=3')]).toEqual([200, 503])
  await sql`update node set drained_at = null where id = 3`.execute(database)
  expect(await statusOf('?node_id=3')).toBe(200)
  const drain = (action: 'drain_on' | 'drain_off') =>
    api.admin.call(executeActions, {
      body: { actions: [action], confirmed: [action], node_id: 1, force: false },
    })
  await drain('drain_on')
  expect(await statusOf('?node_id=3')).toBe(503)
  await drain('drain_off')
  expect(await statusOf('?node_id=3')).toBe(200)
  expect(await statusOf('?node_id=x')).toBe(400)
  await sql`delete from process_state`.execute(database)
  await sql`update node set removed_at = now() where id = 3`.execute(database)
})

describe('a problem', () => {
  test('of our own making tells nothing but an id', async () => {
    const broken = await startApi()
    await sql`drop table setting cascade`.execute(broken.database)
    const answer = await broken.app.inject('/api/initial-data')
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      message: 'Internal error.',
      code: 'our-fault',
      request_id: expect.stringMatching(/^[\da-f-]{36}$/),
    })
    await broken.close()
  })

  test('is answered for paths that do not exist', async () => {
    for (const url of ['/api/nothing', '/api', '/api/', '/api/gateways/1/../../x']) {
      const answer = await api.app.inject({ method: 'POST', url })
      expect(answer.statusCode).toBe(404)
      expect(answer.json().code).toBe('not-found')
    }
  })

  test('is answered for a body that is too large', async () => {
    // Without a login 4 kB; a path that does not exist parses no more either.
    for (const url of ['/api/login', '/api/nothing']) {
      const payload = { username: 'x'.repeat(4096) }
      const answer = await api.app.inject({ method: 'POST', url, payload })
      expect(answer.statusCode).toBe(413)
      expect(answer.json().code).toBe('too-large')
    }
    const request = { method: 'PATCH', url: '/api/settings' } as const
    for (const [letters, status] of [
      [4096, 400],
      [1024 * 1024, 413],
    ] as const) {
      const payload = { title: 'x'.repeat(letters) }
      expect((await api.admin.send({ ...request, payload })).statusCode).toBe(status)
    }
  })
})

describe('the console', () => {
  let folder: string
  let withConsole: Awaited<ReturnType<typeof buildServer>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'softswitch-console-'))
    await mkdir(join(folder, 'assets'))
    const page = '<meta property="csp-nonce" nonce="STYLE_NONCE"><title>Soft Switch</title>'
    await writeFile(join(folder, 'index.html'), page)
    await writeFile(join(folder, 'assets', 'main-abc123.js'), 'main()')
    withConsole = await buildServer({
      clock: SYSTEM_CLOCK,
      database: api.api_database,
      sessionDatabase: api.api_database,
      secretKeys,
      sessionKey,
      consoleFolder: folder,
    })
  })
  afterAll(async () => {
    await withConsole.close()
    await rm(folder, { recursive: true })
  })

  test('is answered for every path of its own', async () => {
    for (const url of ['/', '/vsa', '/vsa/gateways/7/edit?x=1', '/cdr', '/index.html']) {
      const answer = await withConsole.inject(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain('Soft Switch')
      expect(answer.headers['cache-control']).toBe('no-cache')
      const head = await withConsole.inject({ method: 'HEAD', url })
      expect([head.statusCode, head.body]).toEqual([200, ''])
    }
  })

  test('is kept by the browser where names hold a hash', async () => {
    const answer = await withConsole.inject('/assets/main-abc123.js')
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await withConsole.inject('/assets/main-old.js')).statusCode).toBe(404)
  })

  test('runs only what comes from here, in no frame', async () => {
    const { headers, body } = await withConsole.inject('/')
    const nonce = /nonce="([\w-]+)"/.exec(body)?.[1] ?? ''
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    expect((await withConsole.inject('/')).body).not.toContain(nonce)
    expect(String(headers['content-security-policy']).split(';')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      expect.stringMatching(/^style-src 'nonce-[\w-]{22}' 'self'$/),
      "img-src 'self' data:",
      "font-src 'self'",
      "media-src 'self' blob:",
      "connect-src 'self'",
      "worker-src 'self'",
      "frame-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types default alert-markup',
    ])
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('microphone=()'),
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
    const answer = await withConsole.inject('/api/initial-data')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('hands out no file outside of its folder', async () => {
    for (const url of ['/../package.json', '/..%2f..%2fetc/passwd', '/assets/%2e%2e/%2e%2e/x']) {
      const { body } = await withConsole.inject(url)
      expect(body).not.toMatch(/root:|"dependencies"/)
    }
  })
})
