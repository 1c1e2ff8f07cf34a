// The client address of a request: that of the connection, or the one that a trusted proxy reports.
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { apiForFile, loginOf, PASSWORD } from '#test/support/api.ts'
import { SYSTEM_CLOCK } from '#test/support/clocks.ts'
import { secretKeys } from '#test/support/secret-keys.ts'
import { buildServer } from './server.ts'

const PROXY = '192.0.2.10'
const sessionKey = 'a key for tests that is long enough'

const api = apiForFile()
let behind: FastifyInstance
beforeAll(async () => {
  const trustedProxy = [PROXY, '2001:db8:1::/48', '10.0.0.0/8']
  behind = await buildServer({
    clock: SYSTEM_CLOCK,
    secretKeys,
    database: api.api_database,
    sessionDatabase: api.api_database,
    sessionKey,
    trustedProxy,
  })
})
afterAll(async () => {
  await behind.close()
})
beforeEach(async () => {
  await api.database.deleteFrom('login_limit').execute()
})

type Headers = Readonly<Record<string, string>>
const login = (app: FastifyInstance, from: string, headers: Headers, password = PASSWORD) =>
  app.inject(loginOf({ password }, { remoteAddress: from, headers }))

/** As which address the failure of a login was noted. */
async function notedFor(app: FastifyInstance, from: string, headers: Headers) {
  await api.database.deleteFrom('auth_failure').execute()
  await login(app, from, headers, 'wrong')
  const failures = api.database.selectFrom('auth_failure').selectAll()
  return (await failures.executeTakeFirstOrThrow()).source_ip
}

describe('without a trusted proxy', () => {
  test('what is forwarded is nobody, whoever sends it', async () => {
    for (const from of ['127.0.0.1', '::1', '198.51.100.7']) {
      const headers = { 'x-forwarded-for': '203.0.113.5', 'x-real-ip': '203.0.113.5' }
      expect(await notedFor(api.app, from, { ...headers, forwarded: 'for=203.0.113.5' })).toBe(from)
    }
  })

  test('tries with an address made up for each of them are counted as one', async () => {
    const codes: string[] = []
    for (let time = 0; time < 5; time += 1) {
      const headers = { 'x-forwarded-for': `203.0.${time}.5` }
      const answer = await login(api.app, '127.0.0.1', headers, 'wrong')
      codes.push(answer.json().code)
    }
    expect(codes.slice(3)).toEqual(['captcha-required', 'captcha-required'])
  })

  test('a scheme that is forwarded is none', async () => {
    const { cookies } = await login(api.app, '127.0.0.1', { 'x-forwarded-proto': 'https' })
    expect(cookies.map(({ name }) => name)).toContain('session')
    expect(cookies.some(({ secure }) => secure)).toBe(false)
  })
})

describe('behind a trusted proxy', () => {
  test.each([
    ['the address that it names', PROXY, '203.0.113.5', '203.0.113.5'],
    ['the last of them', PROXY, '1.2.3.4, 203.0.113.5', '203.0.113.5'],
    ['the last that is no proxy', PROXY, '1.2.3.4, 203.0.113.5, 10.1.1.1', '203.0.113.5'],
    ['an IPv6 address', '2001:db8:1::7', '2001:db8:9::1', '2001:db8:9::1'],
    ['IPv4 in the dress of IPv6', `::ffff:${PROXY}`, '::ffff:203.0.113.5', '203.0.113.5'],
    ['the proxy, when it names none', PROXY, '', PROXY],
    ['the proxy, when it names no address', PROXY, 'unknown', PROXY],
    ['an address without its interface', PROXY, 'fe80::1%eth0', 'fe80::1'],
    ['the sender, when that is no proxy', '198.51.100.7', '203.0.113.5', '198.51.100.7'],
    ['the sender on this machine', '127.0.0.1', '203.0.113.5', '127.0.0.1'],
  ])('what counts is %s', async (_, from, forwarded, counted) => {
    expect(await notedFor(behind, from, { 'x-forwarded-for': forwarded })).toBe(counted)
  })

  test('each address has tries of its own', async () => {
    for (let time = 0; time < 30; time += 1) {
      const headers = { 'x-forwarded-for': `9.9.9.9, 203.0.113.${time}` }
      const form = { username: `x${time}`, password: 'wrong' }
      await behind.inject(loginOf(form, { remoteAddress: PROXY, headers }))
    }
    const from = (ip: string) => login(behind, PROXY, { 'x-forwarded-for': ip })
    expect((await from('203.0.113.77')).json().code).toBe('captcha-required')
    expect((await from('203.0.114.77')).statusCode).toBe(200)
  })

  test('over https the cookies are bound to the host', async () => {
    const { cookies } = await login(behind, PROXY, { 'x-forwarded-proto': 'https' })
    expect(cookies.map(({ name }) => name)).toEqual([
      '__Host-session',
      'XSRF-TOKEN',
      expect.stringMatching(/^__Host-browser-/),
    ])
    expect(cookies.every(({ secure }) => secure)).toBe(true)
    const other = await login(behind, '198.51.100.7', { 'x-forwarded-proto': 'https' })
    expect(other.cookies.some(({ secure }) => secure)).toBe(false)
  })

  test('the host is what the browser says, not what is forwarded', async () => {
    const headers = { host: 'switch.example', 'x-forwarded-host': 'evil.example' }
    const ask = (origin: string) => login(behind, PROXY, { ...headers, origin })
    expect((await ask('https://evil.example')).json().code).toBe('cross-site')
    expect((await ask('https://switch.example')).statusCode).toBe(200)
  })
})
