import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getCaptcha } from '#contract/session.ts'
import { createTariff } from '#contract/tariffs.ts'
import { createWholesaleClient } from '#contract/wholesale-clients.ts'
import { PASSWORD, sessionOf, startApi, type TestApi } from '#test/support/api.ts'
import { clientForm, tariffForm } from '#test/support/forms.ts'

const MINUTE = 60_000
const _HOUR = 60 * MINUTE

let api: TestApi
let _client_id: number
let tariff_id: number

beforeAll(async () => {
  api = await startApi()
  tariff_id = (await api.admin.call(createTariff, { body: tariffForm })).data.id
  const client = await api.admin.call(createWholesaleClient, { body: clientForm(tariff_id) })
  _client_id = client.data.id
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.database.deleteFrom('login_limit').execute()
})

const right = {
  username: 'acme',
  password: PASSWORD,
  user_type: 'CLIENT',
  captcha: null as string | null,
  remember: false,
}
const login = (payload: unknown, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'POST', url: '/api/login', payload: payload as object, headers })

async function fail(times: number, username = 'acme', headers = {}): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const captcha = await solvedCaptcha()
    await login({ ...right, username, captcha, password: 'wrong' }, headers)
  }
}

async function solvedCaptcha(): Promise<string> {
  const { data } = await sessionOf(api.app, {}).call(getCaptcha, {})
  let number = 0
  const hash = () => createHash('sha256').update(`${data.salt}${number}`).digest('hex')
  while (hash() !== data.challenge) number += 1
  return Buffer.from(JSON.stringify({ ...data, number })).toString('base64')
}

describe('login', () => {
  test('answers a token and sets two cookies that only this site sends', async () => {
    const answer = await login(right)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data.token).toMatch(/^[\w-]{43}$/)
    expect(answer.cookies).toMatchObject([
      { name: 'session', httpOnly: true, sameSite: 'Strict', path: '/' },
      { name: 'XSRF-TOKEN', sameSite: 'Strict', path: '/' },
    ])
    expect(answer.cookies[1]?.httpOnly).toBeUndefined()
  })

  test('over https sets a cookie that is bound to the host', async () => {
    const answer = await login(right, { 'x-forwarded-proto': 'https' })
    expect(answer.cookies[0]).toMatchObject({ name: '__Host-session', secure: true })
  })

  test('keeps only hashes of what it hands out', async () => {
    const token: string = (await login(right)).json().data.token
    const rows = await api.database.selectFrom('session').selectAll().execute()
    const user = await api.database.selectFrom('console_user').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(user.every(({ password_hash }) => password_hash.startsWith('$argon2id$'))).toBe(true)
  })

  test.each([
    ['a wrong password', { password: 'wrong' }],
    ['an unknown user', { username: 'nobody' }],
    ['another area', { user_type: 'ADMIN' }],
  ])('says the same for %s', async (_, change) => {
    const answer = await login({ ...right, ...change })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({
      code: 'login-failed',
      message: 'Username or password is wrong.',
    })
  })

  test.each([
    ['a list', { password: ['x'] }],
    ['an object', { password: { $ne: null } }],
    ['null', { username: null }],
    ['true', { password: true }],
    ['a number', { password: 1 }],
    ['a list of users', { username: ['acme', 'admin'] }],
    ['an unknown area', { user_type: 'OPERATOR' }],
    ['a surplus key', { is_admin: true }],
    ['nothing', { password: undefined }],
  ])('refuses %s where text belongs', async (_, change) => {
    expect((await login({ ...right, ...change })).statusCode).toBe(400)
  })

  test.each([
    ['a prototype', `{"__proto__":{"username":"acme"},"password":"${PASSWORD}"}`],
    ['a list', '[]'],
    ['text', '"acme"'],
    ['null', 'null'],
    ['broken JSON', '{"username":'],
    ['nothing', ''],
  ])('refuses %s as a body', async (_, payload) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await api.app.inject({ method: 'POST', url: '/api/login', headers, payload })
    expect(answer.statusCode).toBe(400)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x/json'])(
    'refuses %s as the type of a body',
    async (type) => {
      const answer = await api.app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { 'content-type': type },
        payload: JSON.stringify(right),
      })
      expect(answer.statusCode).toBe(415)
      expect(answer.json().code).toBe('not-json')
    },
  )

  test('checks the body however its type is spelt', async () => {
    for (const type of ['Application/JSON', 'application/json ;charset=x', 'application/json;']) {
      const answer = await api.app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { 'content-type': type },
        payload: JSON.stringify({ ...right, surplus: 1 }),
      })
      expect([400, 415]).toContain(answer.statusCode)
    }
  })

  test('from another site is refused', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      expect((await login(right, headers as never)).json().code).toBe('cross-site')
    }
    expect((await login(right, { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
  })

  test('leaves failures and successes in the logs', async () => {
    await login({ ...right, username: '<b>nobody</b>' })
    await login(right)
    const failure = await api.database
      .selectFrom('auth_failure')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirst()
    const success = await api.database
      .selectFrom('activity_log')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(failure).toMatchObject({
      kind: 'WEB',
      username: '<b>nobody</b>',
      reason: 'unknown user',
      source_ip: '127.0.0.1',
    })
    expect(success).toMatchObject({ action: 'LOGIN', username: 'acme', entity: 'session' })
  })
})

describe('after failed logins', () => {
  test('a captcha is asked for, and each solution is good once', async () => {
    await fail(3)
    expect((await login(right)).json().code).toBe('captcha-required')
    expect((await login({ ...right, captcha: 'bm9uc2Vuc2U=' })).json().code).toBe(
      'captcha-required',
    )
    const captcha = await solvedCaptcha()
    expect((await login({ ...right, captcha })).statusCode).toBe(200)
    await fail(3)
    expect((await login({ ...right, captcha })).json().code).toBe('captcha-required')
  })

  test('ten lock the user, whatever the password and the address', async () => {
    for (let time = 0; time < 10; time += 1) {
      await fail(1, 'acme', { 'x-forwarded-for': `192.0.${time}.1` })
    }
    const captcha = await solvedCaptcha()
    const answer = await login({ ...right, captcha }, { 'x-forwarded-for': '198.51.100.1' })
    expect(answer.statusCode).toBe(429)
    expect(answer.json().code).toBe('too-many-tries')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(500)
  })

  test('thirty lock the network, whatever the user', async () => {
    for (let time = 0; time < 30; time += 1) {
      await fail(1, `somebody${time}`, { 'x-forwarded-for': `203.0.113.${time + 1}` })
    }
    const captcha = await solvedCaptcha()
    const neighbour = await login({ ...right, captcha }, { 'x-forwarded-for': '203.0.113.200' })
    expect(neighbour.statusCode).toBe(429)
    expect((await login(right, { 'x-forwarded-for': '203.0.114.1' })).statusCode).toBe(200)
  })
})
