// The API behind the real nginx, with the configuration as it is in docs/operating.md:
// only names of files and ports are those of the test.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildServer } from '#api/server.ts'
import { readConfig } from '#supervisor/config.ts'
import { until } from '../sip/until.ts'
import { apiForFile, PASSWORD } from '../support/api.ts'
import { SYSTEM_CLOCK } from '../support/clocks.ts'
import { addList } from '../support/route-lists.ts'
import { secretKeys } from '../support/secret-keys.ts'

const CLIENT = '127.0.1.9'
const FORGED = '203.0.113.5'

const api = apiForFile()
let app: FastifyInstance
let folder: string
let nginx: ChildProcess
let port: number
let certificate: Buffer

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Each of these is in the document once, or the test would not test what the document says. */
function replaced(text: string, names: Readonly<Record<string, string>>): string {
  return Object.entries(names).reduce((all, [from, to]) => {
    const parts = all.split(from)
    expect(parts, from).toHaveLength(2)
    return parts.join(to)
  }, text)
}

function makeCertificate(key: string, file: string): void {
  const subject = ['-subj', '/CN=switch.example.com', '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  execFileSync(
    'openssl',
    ['req', ...kind, '-days', '1', ...subject, '-keyout', key, '-out', file],
    {
      stdio: 'pipe',
    },
  )
}

async function isListening(to: number): Promise<boolean> {
  const socket = connect(to, '127.0.0.1')
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isOpen
}

beforeAll(async () => {
  const document = await readFile('docs/operating.md', 'utf8')
  const [, block = ''] = /^```nginx\n(.*?)^```/ms.exec(document) ?? []
  const [, TRUSTED_PROXY] = /`TRUSTED_PROXY=(\S+)`/.exec(document) ?? []
  app = await buildServer({
    clock: SYSTEM_CLOCK,
    secretKeys,
    database: api.api_database,
    sessionDatabase: api.api_database,
    sessionKey: 'a key for tests that is long enough',
    trustedProxy: readConfig({ TRUSTED_PROXY }).TRUSTED_PROXY,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'softswitch-nginx-'))
  // Started as root, its workers give up root, and must be able to enter.
  await chmod(folder, 0o755)
  const at = (name: string) => join(folder, name)
  makeCertificate(at('switch.key'), at('switch.pem'))
  certificate = await readFile(at('switch.pem'))
  port = await freePort()
  const server = replaced(block, {
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    '/etc/ssl/switch.pem': at('switch.pem'),
    '/etc/ssl/switch.key': at('switch.key'),
    '127.0.0.1:8080': `127.0.0.1:${(app.server.address() as AddressInfo).port}`,
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${at(kind)};`)
    .join(' ')
  const events = 'worker_processes 1; events { worker_connections 64; }'
  const http = `http { access_log off; ${temporary} ${server} }`
  const head = `daemon off; pid ${at('nginx.pid')}; error_log ${at('error.log')};`
  await writeFile(at('nginx.conf'), `${head} ${events} ${http}`)
  nginx = spawn('nginx', ['-p', folder, '-e', at('error.log'), '-c', at('nginx.conf')], {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: 'inherit',
  })
  nginx.once('error', (error) => console.error(`nginx: ${error}; npm test installs it`))
  await until('nginx listens', () => isListening(port))
})
afterAll(async () => {
  if (nginx.kill('SIGTERM')) await once(nginx, 'exit')
  await app.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await api.database.deleteFrom('login_limit').execute()
})

interface Ask {
  readonly path: string
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object | string
}

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly json: () => { code?: string; data: { token: string; username: string } }
}

async function ask({ path, from = CLIENT, headers = {}, body }: Ask): Promise<Answer> {
  const asked = request({
    host: '127.0.0.1',
    port,
    path,
    ca: certificate,
    localAddress: from,
    agent: false,
    method: body ? 'POST' : 'GET',
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
  })
  asked.end(body && (typeof body === 'string' ? body : JSON.stringify(body)))
  const [response] = await once(asked, 'response')
  let text = ''
  for await (const part of response) text += part
  return { status: response.statusCode, headers: response.headers, json: () => JSON.parse(text) }
}

const login = (password: string, headers: Readonly<Record<string, string>> = {}, from = CLIENT) => {
  const user = { username: 'admin', user_type: 'ADMIN', captcha: null, remember: false }
  return ask({ path: '/api/login', from, headers, body: { ...user, password } })
}

test('a session over https has cookies that are bound to the host, and works', async () => {
  const answer = await login(PASSWORD, { 'x-forwarded-proto': 'http' })
  expect(answer.status).toBe(200)
  const cookies = answer.headers['set-cookie'] ?? []
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
    '__Host-session',
    'XSRF-TOKEN',
    expect.stringMatching(/^__Host-browser-/),
  ])
  expect(cookies.every((cookie) => cookie.includes('; Secure'))).toBe(true)
  const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
  const authorization = `Bearer ${answer.json().data.token}`
  const me = await ask({ path: '/api/me', headers: { cookie, authorization } })
  expect(me.json().data.username).toBe('admin')
})

test('the logs name the address of the browser, whatever it says of itself', async () => {
  await login('wrong', { 'x-forwarded-for': FORGED, 'x-real-ip': FORGED, forwarded: FORGED })
  await login(PASSWORD, { 'x-forwarded-for': FORGED })
  const failures = await api.database.selectFrom('auth_failure').select('source_ip').execute()
  expect(failures).toEqual([{ source_ip: CLIENT }])
  const logins = api.database.selectFrom('activity_log').where('action', '=', 'LOGIN')
  const last = await logins.select('ip').orderBy('id', 'desc').executeTakeFirst()
  expect(last).toEqual({ ip: CLIENT })
})

test('tries are counted for each network, whatever address is made up', async () => {
  for (let time = 0; time < 30; time += 1) {
    const user = { username: `x${time}`, user_type: 'ADMIN', captcha: null, remember: false }
    const headers = { 'x-forwarded-for': `198.51.${time}.1` }
    await ask({ path: '/api/login', headers, body: { ...user, password: 'wrong' } })
  }
  expect((await login(PASSWORD, { 'x-forwarded-for': FORGED })).json().code).toBe(
    'captcha-required',
  )
  expect((await login(PASSWORD, {}, '127.0.2.9')).status).toBe(200)
})

test('the console may change things and a foreign page may not', async () => {
  expect((await login(PASSWORD, { origin: `https://127.0.0.1:${port}` })).status).toBe(200)
  expect((await login(PASSWORD, { origin: 'https://evil.example' })).json().code).toBe('cross-site')
  const headers = { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }
  expect((await login(PASSWORD, headers)).json().code).toBe('cross-site')
})

test('a file of megabytes gets through', async () => {
  const { data } = await addList(api)
  const lines = Array.from({ length: 100_000 }, (_, at) => `44208${1_000_000 + at}`)
  const how = { action: 'ACCEPT', replace: false, dry_run: true }
  const path = `/api/number-lists/${data.id}/items/import`
  const headers = api.admin.headers
  // The session was begun over http, where the name of the cookie is another one.
  const cookie = String(headers.cookie).replaceAll('session=', '__Host-session=')
  const body = { text: lines.join('\n'), ...how }
  const answer = await ask({ path, headers: { ...headers, cookie }, body })
  expect(answer.json().data).toMatchObject({ added: lines.length })
})
