import { hash as digest } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteLoginLock, listLoginLocks } from '#contract/people/login-locks.ts'
import { changePassword, getCaptcha } from '#contract/people/session.ts'
import { apiForFile, headersAfter, loginOf, PASSWORD, sessionOf } from '#test/support/api.ts'
import { addClientNamed, addTariff, lastActivity } from '#test/support/configuration.ts'
import { changeRows } from '#test/support/rows.ts'

const api = apiForFile()

beforeAll(async () => {
  await addClientNamed(api, await addTariff(api, 'SELL'), 'Acme')
})
beforeEach(async () => {
  await api.database.deleteFrom('login_limit').execute()
})

const right = { username: 'acme', user_type: 'CLIENT' }
const login = (form: object, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  api.app.inject(loginOf(form, { headers, remoteAddress }))

async function fail(times: number, username = 'acme', headers = {}, ip?: string): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const captcha = await solvedCaptcha()
    await login({ ...right, username, captcha, password: 'wrong' }, headers, ip)
  }
}

async function solvedCaptcha(): Promise<string> {
  const { data } = await sessionOf(api.app, {}).call(getCaptcha, {})
  let number = 0
  while (digest('sha256', `${data.salt}${number}`) !== data.challenge) number += 1
  return Buffer.from(JSON.stringify({ ...data, number })).toString('base64')
}

describe('login', () => {
  test('answers a token and sets cookies that only this site sends', async () => {
    const answer = await login(right)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data.token).toMatch(/^[\w-]{43}$/)
    expect(answer.cookies).toMatchObject([
      { name: 'session', httpOnly: true, sameSite: 'Strict', path: '/' },
      { name: 'XSRF-TOKEN', sameSite: 'Strict', path: '/' },
      {
        name: expect.stringMatching(/^browser-\d+$/),
        httpOnly: true,
        sameSite: 'Strict',
        path: '/',
      },
    ])
    expect(answer.cookies[1]?.httpOnly).toBeUndefined()
  })

  test('keeps only hashes of what it hands out', async () => {
    const token: string = (await login(right)).json().data.token
    const rows = await api.database.selectFrom('session').selectAll().execute()
    const user = await api.database.selectFrom('console_user').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(user.every(({ password_hash }) => password_hash.startsWith('$argon2id$'))).toBe(true)
  })

  test('makes the hash of a password anew when it was made in another way', async () => {
    const passwordOf = () =>
      api.database
        .selectFrom('console_user')
        .where('username', '=', 'acme')
        .select(['password_hash', 'password_changed_at'])
        .executeTakeFirstOrThrow()
    const before = await passwordOf()
    const password_hash = await hash(PASSWORD, { memoryCost: 4096, timeCost: 1 })
    await changeRows(api, 'console_user', { username: 'acme' }, { password_hash })
    await login({ ...right, password: 'wrong' })
    expect(await passwordOf()).toEqual({ ...before, password_hash })
    expect((await login(right)).statusCode).toBe(200)
    const after = await passwordOf()
    expect(after.password_hash.split('$', 4)).toEqual(before.password_hash.split('$', 4))
    expect(after.password_changed_at).toBe(before.password_changed_at)
    expect((await login(right)).statusCode).toBe(200)
    expect(await passwordOf()).toEqual(after)
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
        payload: JSON.stringify(loginOf(right).payload),
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
        payload: JSON.stringify(loginOf({ ...right, surplus: 1 }).payload),
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
      await fail(1, 'acme', {}, `192.0.${time}.1`)
    }
    const captcha = await solvedCaptcha()
    const answer = await login({ ...right, captcha }, {}, '198.51.100.1')
    expect(answer.statusCode).toBe(429)
    expect(answer.json().code).toBe('too-many-tries')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(500)
  })

  test('thirty lock the network, whatever the user', async () => {
    for (let time = 0; time < 30; time += 1) {
      await fail(1, `somebody${time}`, {}, `203.0.113.${time + 1}`)
    }
    const captcha = await solvedCaptcha()
    const neighbour = await login({ ...right, captcha }, {}, '203.0.113.200')
    expect(neighbour.statusCode).toBe(429)
    expect((await login(right, {}, '203.0.114.1')).statusCode).toBe(200)
  })
})

test('login locks are listed without secrets, and lifted', async () => {
  const { name = '', value = '' } = (await login(right)).cookies[2] ?? {}
  await fail(10, 'acme', { cookie: `${name}=${value}` })
  for (let time = 0; time < 30; time += 1) await fail(1, `x${time % 3}`, {}, '2001:db8::1')
  const list = async (query = {}) => {
    const { data } = await api.admin.call(listLoginLocks, { query })
    return data
  }
  const locks = await list({ sort: 'kind' })
  expect(locks.map(({ kind, name: of }) => [kind, of])).toEqual([
    ['BROWSER', 'acme'],
    ['NETWORK', '2001:db8:0:0::/64'],
    ...['x0', 'x1', 'x2'].map((of) => ['USER', of]),
  ])
  expect(JSON.stringify(locks)).not.toContain(value.split('.')[0])
  expect(Date.parse(locks[0]?.locked_until ?? '')).toBeGreaterThan(Date.now() + 500_000)
  const [lock] = await list({ q: '2001', kind: 'NETWORK' })
  const params = { id: lock?.id ?? '' }
  const lift = () => api.admin.call(deleteLoginLock, { params })
  expect([(await lift()).status, (await lift()).status]).toEqual([204, 404])
  expect(await lastActivity(api)).toMatchObject({
    entity: 'login_lock',
    entity_name: '2001:db8:0:0::/64',
    changes: { kind: ['NETWORK', null] },
  })
  const captcha = await solvedCaptcha()
  expect((await login({ ...right, captcha }, {}, '2001:db8::1')).statusCode).toBe(200)
  expect(await list()).toHaveLength(4)
})

describe('a browser in which the user has signed in before', () => {
  const cookieAfter = async (change: object = {}) => {
    const { name = '', value = '' } = (await login({ ...right, ...change })).cookies[2] ?? {}
    return { name, value, headers: { cookie: `${name}=${value}` } }
  }
  const captchaAnd = async (change: object = {}) => ({
    ...right,
    captcha: await solvedCaptcha(),
    ...change,
  })

  test('gets in while others have locked the user and its network', async () => {
    const { headers } = await cookieAfter()
    await fail(10)
    for (let time = 0; time < 20; time += 1) await fail(1, `somebody${time}`)
    expect((await login(await captchaAnd())).statusCode).toBe(429)
    expect((await login(right, headers)).statusCode).toBe(200)
    expect((await login(await captchaAnd())).statusCode).toBe(429)
  })

  test('is not known by a cookie of another user, nor by one that somebody made up', async () => {
    const { name, value } = await cookieAfter()
    const other = await cookieAfter({ username: 'admin', user_type: 'ADMIN' })
    const [random = '', signed = ''] = value.split('.')
    await fail(10)
    for (const forged of [other.value, random, `${random}x.${signed}`, `${random}.`, '.', 'x.y']) {
      const headers = { cookie: `${name}=${forged}` }
      expect((await login(await captchaAnd(), headers)).statusCode).toBe(429)
    }
    expect((await login(await captchaAnd(), other.headers)).statusCode).toBe(429)
  })

  test('has ten tries of its own, which take none from others', async () => {
    const { headers } = await cookieAfter()
    await fail(10, 'acme', headers)
    const answer = await login(await captchaAnd(), headers)
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(500)
    expect((await login(right)).statusCode).toBe(200)
  })

  test('is known until the password changes, and goes on being where it was changed', async () => {
    const { headers } = await cookieAfter()
    const session = sessionOf(api.app, headersAfter(await login(right)))
    const new_password = 'another good password'
    const body = { current_password: PASSWORD, new_password }
    const { response } = await session.call(changePassword, { body })
    const [{ name = '', value = '' } = {}] = response.cookies
    await fail(10)
    const next = { password: new_password }
    expect((await login(await captchaAnd(next), headers)).statusCode).toBe(429)
    const known = await login({ ...right, ...next }, { cookie: `${name}=${value}` })
    expect(known.statusCode).toBe(200)
  })
})
