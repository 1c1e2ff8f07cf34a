// How long requests may take to arrive, over real sockets, with limits of parts of a second.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { apiForFile } from '#test/support/api.ts'
import { SYSTEM_CLOCK } from '#test/support/clocks.ts'
import { addList } from '#test/support/route-lists.ts'
import { secretKeys } from '#test/support/secret-keys.ts'
import { buildServer } from '../server.ts'
import { LIMITS, limitConnections } from './limits.ts'

const SHORT = { head_ms: 200, request_ms: 400, upload_ms: 20_000 }
const STEP_MS = 50

const api = apiForFile()
let app: FastifyInstance
let port: number
beforeAll(async () => {
  const sessionKey = 'a key for tests that is long enough'
  app = await buildServer({
    clock: SYSTEM_CLOCK,
    secretKeys,
    database: api.api_database,
    sessionDatabase: api.api_database,
    sessionKey,
    limits: SHORT,
  })
  app.get('/slow', (_, reply) => {
    const slowly = async function* () {
      for (let part = 0; part < 20; part += 1) {
        yield 'part '
        await pause(STEP_MS)
      }
    }
    return reply.send(Readable.from(slowly()))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await app.close()
})

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

async function open(to = port) {
  const socket = connect(to, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  let text = ''
  socket.on('data', (data) => {
    text += data
  })
  // A byte that is written after the end resets the connection: an error, and the end too.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  return { socket, closed, text: () => text }
}

const head = (line: string, headers: Readonly<Record<string, string>> = {}) =>
  [line, 'Host: x', ...Object.entries(headers).map((pair) => pair.join(': ')), '', ''].join('\r\n')
/** As much as a body may have before a login. */
const POST = { 'content-type': 'application/json', 'content-length': '4096' }

test('a head that does not end is told so, and the connection ends', async () => {
  const { socket, closed, text } = await open()
  socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n')
  await closed
  expect(text()).toMatch(/^HTTP\/1.1 408 /)
  expect(text()).toContain('"code":"too-slow"')
})

test('a body that never comes ends the connection', async () => {
  const { socket, closed } = await open()
  socket.write(head('POST /api/login HTTP/1.1', POST))
  await closed
})

test('a body that comes by the byte ends the connection, also of what was refused', async () => {
  for (const line of ['POST /api/login HTTP/1.1', 'PUT /api/gateways/1 HTTP/1.1']) {
    const { socket, closed, text } = await open()
    socket.write(head(line, POST))
    const trickle = setInterval(() => socket.write(' '), STEP_MS)
    await closed
    clearInterval(trickle)
    expect(text()).toMatch(line.startsWith('PUT') ? /^HTTP\/1.1 401 / : /^$/)
  }
})

test('an answer may take longer than a request', async () => {
  const { socket, closed, text } = await open()
  socket.write(head('GET /slow HTTP/1.1', { connection: 'close' }))
  await closed
  expect(text().match(/part /g)).toHaveLength(20)
})

test('a file of somebody who may send it takes its time', async () => {
  const { data } = await addList(api)
  const body = JSON.stringify({
    text: '4420\n4421\n',
    action: 'ACCEPT',
    replace: false,
    dry_run: true,
  })
  const { socket, closed, text } = await open()
  const length = { 'content-type': 'application/json', 'content-length': String(body.length) }
  const headers = { ...api.admin.headers, ...length, connection: 'close' }
  socket.write(head(`POST /api/number-lists/${data.id}/items/import HTTP/1.1`, headers))
  const parts = body.match(/.{1,4}/gs) ?? []
  for (const part of parts) {
    socket.write(part)
    await pause(STEP_MS)
  }
  await closed
  expect(text()).toMatch(/^HTTP\/1.1 200 /)
  expect(text()).toContain('"added":2')
  // A client without a session has no more time than elsewhere.
  const stranger = await open()
  stranger.socket.write(head('POST /api/number-lists/1/items/import HTTP/1.1', POST))
  await stranger.closed
})

test('an address holds so many connections and no more; a proxy as many as there are', async () => {
  const start = async (isExempt: boolean) => {
    const server = createServer((_, response) => response.end('here'))
    limitConnections(server, { ...LIMITS, connections_per_address: 3 }, () => isExempt)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { server, port: (server.address() as AddressInfo).port }
  }
  const answers = async (to: number) => {
    const { socket, closed, text } = await open(to)
    socket.write(head('GET / HTTP/1.1'))
    await Promise.race([once(socket, 'data'), closed])
    return text().endsWith('here')
  }
  const strict = await start(false)
  for (const expected of [true, true, true, false, false]) {
    expect(await answers(strict.port)).toBe(expected)
  }
  // A user who closes one may open another one.
  const [first] = sockets
  const freed = once(first as Socket, 'close')
  first?.destroy()
  await freed
  await expect.poll(() => answers(strict.port)).toBe(true)
  const exempt = await start(true)
  for (let count = 0; count < 5; count += 1) expect(await answers(exempt.port)).toBe(true)
  for (const { server } of [strict, exempt]) {
    server.closeAllConnections()
    server.close()
  }
})

test('requests that are refused count among those of an address', async () => {
  const server = await buildServer({
    clock: SYSTEM_CLOCK,
    secretKeys,
    database: api.api_database,
    sessionDatabase: api.api_database,
    sessionKey: 'a key for tests that is long enough',
    limits: { requests_per_minute: 2 },
  })
  try {
    const ask = async () => (await server.inject({ url: '/api/me' })).statusCode
    expect([await ask(), await ask(), await ask()]).toEqual([401, 401, 429])
    const end = async (headers: Record<string, string>) => {
      const answer = await server.inject({ method: 'POST', url: '/api/login', headers })
      return [answer.statusCode, answer.headers.connection === 'close']
    }
    expect(await end({ 'content-length': '10' })).toEqual([429, false])
    expect(await end({ 'content-length': '10000000' })).toEqual([429, true])
    expect(await end({ 'transfer-encoding': 'chunked' })).toEqual([429, true])
  } finally {
    await server.close()
  }
})
