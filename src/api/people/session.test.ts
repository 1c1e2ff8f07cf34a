import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listClientIps } from '#contract/accounts/ip-list.ts'
import { updateWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import {
  changePassword,
  listSessions,
  logout,
  me,
  revokeSession,
  setOwnTimezone,
} from '#contract/people/session.ts'
import { deleteExpiredCaptchas, redeemCaptcha } from '#db/people/captchas.ts'
import { deleteEndedSessions } from '#db/people/sessions.ts'
import { apiForFile, headersAfter, loginOf, PASSWORD, sessionOf } from '#test/support/api.ts'
import { addClientNamed, addTariff } from '#test/support/configuration.ts'
import { clientForm } from '#test/support/forms.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const api = apiForFile()
let client_id: number
let tariff_id: number

beforeAll(async () => {
  tariff_id = await addTariff(api, 'SELL')
  client_id = await addClientNamed(api, tariff_id, 'Acme')
})
beforeEach(async () => {
  await api.database.deleteFrom('login_limit').execute()
})

const right = { username: 'acme', user_type: 'CLIENT' }
const login = (form: object, headers: Record<string, string> = {}) =>
  api.app.inject(loginOf(form, { headers }))

describe('a session', () => {
  test('needs both of its halves', async () => {
    const whole = headersAfter(await login(right))
    const other = headersAfter(await login(right))
    const { authorization, cookie } = whole as { authorization: string; cookie: string }
    const halves = [
      { authorization },
      { cookie },
      { authorization, cookie: other.cookie ?? '' },
      { authorization: `Basic ${Buffer.from(`acme:${PASSWORD}`).toString('base64')}`, cookie },
      { 'x-forwarded-user': 'admin', 'x-real-ip': '127.0.0.1' },
    ]
    for (const headers of halves) {
      const answer = await sessionOf(api.app, headers as Record<string, string>).call(me, {})
      expect(answer.status).toBe(401)
    }
    expect((await sessionOf(api.app, whole).call(me, {})).status).toBe(200)
  })

  test('tells the user who it is', async () => {
    const { data } = await (await api.signIn('acme', 'CLIENT')).call(me, {})
    expect(data).toMatchObject({
      username: 'acme',
      type: 'WHOLESALE',
      permissions: expect.arrayContaining(['home.view']),
      calls: { total: 0, active: 0, duration: 0 },
      timezone: 'UTC',
      balance: 0n,
      available: 0n,
    })
  })

  test('has the time zone that its user has chosen, else that of the switch', async () => {
    const session = await api.signIn('acme', 'CLIENT')
    const choose = (timezone: string | null) => session.call(setOwnTimezone, { body: { timezone } })
    expect((await choose('Nowhere/Land')).problem.fields).toHaveProperty('timezone')
    await choose('Asia/Dhaka')
    const zones = async () => {
      const { timezone, own_timezone } = (await session.call(me, {})).data
      return [timezone, own_timezone]
    }
    expect(await zones()).toEqual(['Asia/Dhaka', 'Asia/Dhaka'])
    await choose(null)
    expect(await zones()).toEqual(['UTC', null])
    const noted = await api.database
      .selectFrom('activity_log')
      .where('username', '=', 'acme')
      .where('entity', '=', 'user')
      .where('action', '=', 'UPDATE')
      .orderBy('id')
      .select('changes')
      .execute()
    expect(noted.map(({ changes }) => changes)).toEqual([
      { timezone: [null, 'Asia/Dhaka'] },
      { timezone: ['Asia/Dhaka', null] },
    ])
  })

  test('is ended by the logout, and by nothing after it', async () => {
    const session = await api.signIn('acme', 'CLIENT')
    const answer = await session.call(logout, {})
    expect(answer.status).toBe(204)
    expect(answer.response.cookies.map(({ name, value }) => [name, value])).toEqual([
      ['session', ''],
      ['XSRF-TOKEN', ''],
    ])
    expect((await session.call(me, {})).status).toBe(401)
  })

  test('does not change anything without its own anti-forgery token', async () => {
    const session = await api.signIn('acme', 'CLIENT')
    const other = await api.signIn('acme', 'CLIENT')
    const { 'x-xsrf-token': _, ...without } = session.headers
    const foreign = other.headers['x-xsrf-token'] ?? ''
    const cookie = `${session.headers.cookie?.split(';')[0]}; XSRF-TOKEN=${foreign}`
    for (const headers of [
      without,
      { ...session.headers, 'x-xsrf-token': 'nonsense' },
      { ...session.headers, 'x-xsrf-token': foreign },
      // Even when both sides agree: it was signed for another session.
      { ...session.headers, cookie, 'x-xsrf-token': foreign },
      { ...session.headers, 'sec-fetch-site': 'cross-site' },
      { ...session.headers, origin: 'https://evil.example' },
    ]) {
      const answer = await sessionOf(api.app, headers as Record<string, string>).call(logout, {})
      expect(answer.problem.code).toBe('cross-site')
    }
    expect((await session.call(me, {})).status).toBe(200)
  })

  test('of an admin ends after half an hour of nothing but polling', async () => {
    const session = await api.signIn('admin', 'ADMIN')
    const begin = api.clock.now
    for (let minute = 1; minute < 30; minute += 1) {
      api.clock.now = begin + minute * MINUTE
      expect((await session.call(me, {})).status).toBe(200)
    }
    api.clock.now = begin + 30 * MINUTE
    expect((await session.call(me, {})).status).toBe(401)
  })

  test('is kept alive by work, but for no more than twelve hours', async () => {
    const session = await api.signIn('admin', 'ADMIN')
    const begin = api.clock.now
    for (let minute = 25; minute < 12 * 60; minute += 25) {
      api.clock.now = begin + minute * MINUTE
      expect((await session.call(listClientIps, {})).status).toBe(200)
    }
    api.clock.now = begin + 12 * HOUR
    expect((await session.call(listClientIps, {})).status).toBe(401)
  })

  test('of a client waits eight hours', async () => {
    const session = await api.signIn('acme', 'CLIENT')
    const begin = api.clock.now
    api.clock.now = begin + 8 * HOUR - 1
    expect((await session.call(me, {})).status).toBe(200)
    api.clock.now = begin + 8 * HOUR
    expect((await session.call(me, {})).status).toBe(401)
  })

  test('is remembered for thirty days for a client', async () => {
    const begin = api.clock.now
    const client = await login({ ...right, remember: true })
    expect(client.cookies[0]?.maxAge).toBe(30 * 24 * 3600)
    api.clock.now = begin + 29 * 24 * HOUR
    expect((await sessionOf(api.app, headersAfter(client)).call(me, {})).status).toBe(200)
    api.clock.now = begin + 30 * 24 * HOUR
    expect((await sessionOf(api.app, headersAfter(client)).call(me, {})).status).toBe(401)
  })

  test('is remembered for a week for an admin, and twelve hours without use end it', async () => {
    const begin = api.clock.now
    const used = await login({ remember: true })
    const unused = sessionOf(api.app, headersAfter(await login({ remember: true })))
    expect(used.cookies[0]?.maxAge).toBe(7 * 24 * 3600)
    const session = sessionOf(api.app, headersAfter(used))
    for (let hour = 11; hour < 7 * 24; hour += 11) {
      api.clock.now = begin + hour * HOUR
      expect((await session.call(listSessions, {})).status).toBe(200)
      expect((await unused.call(me, {})).status).toBe(hour < 12 ? 200 : 401)
    }
    api.clock.now = begin + 7 * 24 * HOUR
    expect((await session.call(listSessions, {})).status).toBe(401)
  })

  test('is one of ten at most', async () => {
    const first = await api.signIn('acme', 'CLIENT')
    for (let count = 0; count < 10; count += 1) {
      api.clock.now += 1000
      await api.signIn('acme', 'CLIENT')
    }
    expect((await first.call(me, {})).status).toBe(401)
    const last = await api.signIn('acme', 'CLIENT')
    const { data } = await last.call(listSessions, {})
    expect(data).toHaveLength(10)
    expect(data[0]).toMatchObject({ is_current: true, ip: '127.0.0.1' })
  })

  test('is ended from another one of the same user, and from no other', async () => {
    const session = await api.signIn('acme', 'CLIENT')
    const other = await api.signIn('acme', 'CLIENT')
    const admin = await api.signIn('admin', 'ADMIN')
    const { data } = await session.call(listSessions, {})
    const end = async (by: typeof session, id = 0) => {
      const { status, problem } = await by.call(revokeSession, { params: { id } })
      return [status, problem.code]
    }
    const [newest, own] = data
    expect(own?.is_current).toBe(true)
    expect(await end(admin, newest?.id)).toEqual([404, 'not-found'])
    expect(await end(session, own?.id)).toEqual([409, 'in-use'])
    expect((await other.call(me, {})).status).toBe(200)
    expect(await end(session, newest?.id)).toEqual([204, undefined])
    expect((await other.call(me, {})).status).toBe(401)
    expect(await end(session, newest?.id)).toEqual([404, 'not-found'])
    expect((await session.call(me, {})).status).toBe(200)
    const log = api.database.selectFrom('activity_log').selectAll().orderBy('id', 'desc')
    expect(await log.executeTakeFirst()).toMatchObject({
      action: 'DELETE',
      entity: 'session',
      entity_id: String(newest?.id),
      username: 'acme',
    })
  })

  test('ends when the account is blocked', async () => {
    const session = await api.signIn('acme', 'CLIENT')
    const admin = await api.signIn('admin', 'ADMIN')
    const { password: _, ...form } = clientForm(tariff_id)
    const change = (status: 'active' | 'blocked', version: number) =>
      admin.call(updateWholesaleClient, {
        params: { id: client_id },
        body: { ...form, status, version },
      })
    expect((await change('blocked', 1)).status).toBe(200)
    expect((await session.call(me, {})).status).toBe(401)
    expect((await login(right)).json().code).toBe('login-failed')
    expect((await change('active', 2)).status).toBe(200)
    expect((await login(right)).statusCode).toBe(200)
  })
})

const NEXT = 'another good password'

describe('the own password', () => {
  const change = async (current_password: string, new_password: string) => {
    const session = await api.signIn('acme', 'CLIENT')
    return session.call(changePassword, { body: { current_password, new_password } })
  }

  test('is changed only by who knows it', async () => {
    const answer = await change('wrong', 'another good password')
    expect(answer.problem.fields).toHaveProperty('current_password')
  })

  test.each([
    'short',
    'password1234',
    'aaaaaaaaaaaa',
    'acmeacmeacme',
    'acme12345678',
    'AcmeTelecoms2026',
    'monkeymonkey',
    'softswitch2026',
    'Summer2026!!',
  ])('is not changed to %s', async (bad) => {
    const answer = await change(PASSWORD, bad)
    expect(answer.problem.fields).toHaveProperty('new_password')
  })

  test('ends all other sessions when it changes', async () => {
    const other = await api.signIn('acme', 'CLIENT')
    const answer = await change(PASSWORD, NEXT)
    expect(answer.status).toBe(204)
    expect((await other.call(me, {})).status).toBe(401)
    expect((await login(right)).statusCode).toBe(401)
  })

  test('renews a half of the own session when it changes', async () => {
    const begun = await login({ ...right, password: NEXT, remember: true })
    const headers = headersAfter(begun)
    const stolen = sessionOf(api.app, headers)
    const body = { current_password: NEXT, new_password: PASSWORD }
    const { response } = await stolen.call(changePassword, { body })
    expect((await stolen.call(me, {})).status).toBe(401)
    const renewed = response.cookies.find(({ name }) => name === 'session')
    expect(renewed).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    expect(renewed?.maxAge).toBeGreaterThan(29 * 24 * 3600)
    const cookie = `session=${renewed?.value}; XSRF-TOKEN=${headers['x-xsrf-token']}`
    const owner = sessionOf(api.app, { ...headers, cookie })
    expect((await owner.call(me, {})).status).toBe(200)
    expect((await owner.call(logout, {})).status).toBe(204)
  })
})

test('sessions and captchas that are over are forgotten a day later', async () => {
  const { database } = api
  const live = await api.signIn('acme', 'CLIENT')
  const { user_id, ip } = await database
    .selectFrom('session')
    .select(['user_id', 'ip'])
    .executeTakeFirstOrThrow()
  const add = (name: string, expires_hours: number, revoked_hours: number | null) =>
    database
      .insertInto('session')
      .values({
        user_id,
        ip,
        user_agent: name,
        remember: false,
        token_hash: randomBytes(32),
        cookie_hash: randomBytes(32),
        expires_at: new Date(Date.now() + expires_hours * HOUR).toISOString(),
        revoked_at:
          revoked_hours === null ? null : new Date(Date.now() + revoked_hours * HOUR).toISOString(),
      })
      .execute()
  await add('expired long ago', -25, null)
  await add('expired', -23, null)
  await add('ended long ago', 12, -25)
  await add('ended', 12, -23)
  for (const [signature, hours] of [['over', -1] as const, ['good', 1] as const]) {
    const expires_at = new Date(Date.now() + hours * HOUR).toISOString()
    expect(await redeemCaptcha(database, { signature, expires_at })).toBe(true)
  }
  await deleteEndedSessions(database)
  await deleteExpiredCaptchas(database)
  const sessions = await database.selectFrom('session').select('user_agent').execute()
  const left = sessions.map((one) => one.user_agent).filter((name) => /expired|ended/.test(name))
  expect(left.sort()).toEqual(['ended', 'expired'])
  expect((await live.call(me, {})).status).toBe(200)
  const captchas = await database.selectFrom('captcha_used').select('signature').execute()
  expect(captchas).toEqual([{ signature: 'good' }])
})
