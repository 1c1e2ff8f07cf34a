// Malformed bytes to the port, over a plain socket: none of them is an error 500, and every answer
// has the headers that protect a browser.
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROBLEMS, problemAnswer } from '#contract/problem.ts'
import { apiForFile } from '#test/support/api.ts'
import { SYSTEM_CLOCK } from '#test/support/clocks.ts'
import { makeChance } from '#test/support/random.ts'
import { runSeed } from '#test/support/run-seed.ts'
import { scaled } from '#test/support/sample.ts'
import { secretKeys } from '#test/support/secret-keys.ts'
import { buildServer } from './server.ts'

const api = apiForFile()
let app: FastifyInstance
let folder: string
let port: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'softswitch-console-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<title>Soft Switch</title>')
  await writeFile(join(folder, 'assets', 'main-abc123.js'), 'main()')
  const sessionKey = 'a key for tests that is long enough'
  app = await buildServer({
    clock: SYSTEM_CLOCK,
    secretKeys,
    database: api.api_database,
    sessionDatabase: api.api_database,
    sessionKey,
    consoleFolder: folder,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

/** The answer until the server closes the connection, or nothing. */
async function write(bytes: Buffer | string) {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (data) => {
    text += data.toString('latin1')
  })
  socket.on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  const [head = '', ...body] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { text, status: Number(first.split(' ')[1]), headers, body: body.join('\r\n\r\n') }
}

const get = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n')

async function expectGoodAnswer(bytes: Buffer | string) {
  const { text, status, headers, body } = await write(bytes)
  expect(text, String(bytes)).not.toBe('')
  expect(status, text).toBeGreaterThanOrEqual(200)
  expect(status, text).toBeLessThan(500)
  expect(headers['x-content-type-options'], text).toBe('nosniff')
  expect(headers['content-security-policy'], text).toContain("default-src 'none'")
  expect(headers['content-security-policy'], text).toContain("frame-ancestors 'none'")
  if (status >= 400 && body !== '') {
    const { code } = problemAnswer.parse(JSON.parse(body))
    expect(PROBLEMS[code].status).toBe(status)
  }
  return { status, body }
}

describe('has a good answer:', () => {
  test.each([
    '//x',
    '///',
    '//evil.example/%2e%2e',
    '/assets/%00',
    '/%00',
    '/assets/%',
    '/%zz',
    '/%c0%af',
    '/api/%',
    '/api/%zz',
    '/api/../x',
    '/api/./resellers',
    '/api/resellers/%2e%2e%2f',
    `/api/resellers/${'9'.repeat(101)}`,
    '/api/bans/%00',
    '/api/bans/%',
    '/..%2f..%2fetc/passwd',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..\\..\\package.json',
    '/assets/',
    '/assets',
    '/.git/config',
    '/index.html/',
    '/assets/main-abc123.js/x',
    `/${'a'.repeat(5000)}`,
    `/assets/${'a'.repeat(300)}`,
    '/?',
    '/#',
    '/api?x',
    'http://evil.example/',
    'http://evil.example/api/initial-data',
    'x',
    '*',
    '/api/initial-data?%',
    '/api/initial-data?%00=%ff',
    '/\u00ff\u00fe',
  ])('GET %s', async (target) => {
    await expectGoodAnswer(Buffer.from(get(target), 'latin1'))
  })

  test.each([
    ['an unknown method', 'FOO / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['a method of WebDAV', 'PROPFIND / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['OPTIONS of all', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two hosts', get('/', 'Host: y')],
    ['bare line feeds', 'GET / HTTP/1.1\nHost: x\n\n'],
    ['no version', 'GET /\r\n\r\n'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a greeting of TLS', Buffer.from('16030100c8010000c40303', 'hex')],
    ['a call', 'INVITE sip:1@x SIP/2.0\r\nVia: SIP/2.0/TCP x\r\n\r\n'],
    ['two lengths', `${get('/', 'Content-Length: 1').slice(0, -2)}Content-Length: 2\r\n\r\nx`],
    ['length and chunks', get('/', 'Content-Length: 1', 'Transfer-Encoding: chunked')],
    ['a negative length', get('/', 'Content-Length: -1')],
    ['an unknown coding', get('/', 'Transfer-Encoding: gzip')],
    ['a long head', get('/', `X: ${'x'.repeat(20_000)}`)],
    ['many headers', get('/', ...Array.from({ length: 3000 }, (_, at) => `x${at}: 1`))],
    ['a signed-in name', get('/api/me', 'Authorization: Bearer \u0000')],
    ['odd cookies', get('/api/me', 'Cookie: session=%; =; ;;; a=%zz; __proto__=1')],
    ['an expectation', get('/', 'Expect: wonders')],
    ['a range outside', get('/assets/main-abc123.js', 'Range: bytes=99-')],
    ['a range of nonsense', get('/assets/main-abc123.js', 'Range: bytes=z-,-')],
    ['a condition', get('/assets/main-abc123.js', 'If-Match: "x"')],
    ['a date of nonsense', get('/assets/main-abc123.js', 'If-Modified-Since: never')],
    ['a forwarded address of nonsense', get('/api/health', 'X-Forwarded-For: \u00ff, unknown')],
    ['an upgrade', get('/', 'Upgrade: websocket', 'Connection: Upgrade')],
    ['a body of nonsense', `${get('/api/login', 'Content-Length: 3').replace('GET', 'POST')}{{{`],
  ])('%s', async (_, bytes) => {
    await expectGoodAnswer(bytes)
  })
})

test('two hosts are refused, even if they are the same', async () => {
  for (const host of ['x', 'y']) {
    expect((await write(get('/', `Host: ${host}`))).status).toBe(400)
  }
})

const TARGETS = ['/', '//', '/api/', '/api/login', '/assets/', '/api/bans/', '/vsa/', '']
const PIECES = [
  '%',
  '%00',
  '%2e',
  '..',
  '/',
  '\\',
  '?',
  '#',
  '&',
  '=',
  ';',
  ':',
  '@',
  '\u00e9',
  'a',
]

test('has a good answer for random paths', async () => {
  const chance = makeChance(runSeed(20261122))
  for (let time = 0; time < scaled(1000); time += 1) {
    const pieces = Array.from({ length: chance.whole(1, 8) }, () => chance.pick(PIECES))
    const target = chance.pick(TARGETS) + pieces.join('')
    await expectGoodAnswer(Buffer.from(get(target), 'latin1'))
  }
})
