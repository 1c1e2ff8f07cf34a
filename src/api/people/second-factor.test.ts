// Second factors: set up, needed by the login, used once, required and reset; and the confirmation
// before what cannot be undone.
import { generateSync } from 'otplib'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateSettings } from '#contract/console/settings.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createApiToken } from '#contract/people/api-tokens.ts'
import { createPermissionGroup } from '#contract/people/permission-groups.ts'
import * as contract from '#contract/people/second-factor.ts'
import { changePassword, me } from '#contract/people/session.ts'
import { createUser } from '#contract/people/users.ts'
import { listTariffs } from '#contract/tariffs/tariffs.ts'
import { money } from '#core/money.ts'
import {
  apiForFile,
  headersAfter,
  loginOf,
  PASSWORD,
  type Session,
  sessionOf,
} from '#test/support/api.ts'
import { addClientNamed, addTariff } from '#test/support/configuration.ts'
import { rechargeForm } from '#test/support/forms.ts'
import { permissionGroupForm, userForm } from '#test/support/people.ts'
import { readRow } from '#test/support/rows.ts'

const MINUTE = 60_000

const api = apiForFile()
let client_id: number
let other_ids: number[]
beforeAll(async () => {
  const sell = await addTariff(api, 'SELL')
  const add = (name: string) => addClientNamed(api, sell, name)
  client_id = await add('Acme')
  other_ids = [await add('Second'), await add('Third'), await add('Fourth')]
})
beforeEach(async () => {
  await api.database.deleteFrom('login_limit').execute()
})

let number = 0
/** An admin with all rights, signed in. */
async function addAdmin(values: Partial<typeof userForm> = {}) {
  number += 1
  const username = `user${number}`
  const body = { ...userForm, username, has_all_rights: true, ...values }
  const { id } = (await api.admin.call(createUser, { body })).data
  return { id, username, session: await api.signIn(username, 'ADMIN') }
}

const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(api.clock.now / 1000) })

const login = (username: string, code: string | null, user_type = 'ADMIN') =>
  api.app.inject(loginOf({ username, user_type, code }))

/** Turns a second factor on; the code that did it is used up. */
async function setUp(session: Session) {
  const { data } = await session.call(contract.beginSecondFactor, {})
  const body = { code: codeOf(data.secret) }
  const confirmed = await session.call(contract.confirmSecondFactor, { body })
  api.clock.now += MINUTE
  return { secret: data.secret, codes: confirmed.data.recovery_codes }
}

test('the login needs a code of the app, each of them once', async () => {
  const { username, session } = await addAdmin()
  expect((await login(username, null)).statusCode).toBe(200)
  const { secret } = await setUp(session)
  expect((await login(username, null)).json().code).toBe('second-factor-required')
  const wrong = codeOf(secret) === '000000' ? '000001' : '000000'
  expect((await login(username, wrong)).json().code).toBe('login-failed')
  const code = codeOf(secret)
  expect((await login(username, code)).statusCode).toBe(200)
  expect((await login(username, code)).json().code).toBe('login-failed')
  api.clock.now += MINUTE
  expect((await login(username, codeOf(secret))).statusCode).toBe(200)
})

test('a new factor ends the sessions that the password alone has opened', async () => {
  const { username, session } = await addAdmin()
  const other = sessionOf(api.app, headersAfter(await login(username, null)))
  await setUp(session)
  expect((await other.call(me, {})).status).toBe(401)
  expect((await session.call(me, {})).status).toBe(200)
})

test('a factor counts only after its first code, and its secret is stored encrypted', async () => {
  const { id, username, session } = await addAdmin()
  const { data } = await session.call(contract.beginSecondFactor, {})
  expect(data.uri).toContain(`secret=${data.secret}`)
  const stored = await readRow(api, 'second_factor', { user_id: id })
  expect(stored.secret).toMatch(/^gcm1:/)
  expect((await login(username, null)).statusCode).toBe(200)
  const wrong = await session.call(contract.confirmSecondFactor, { body: { code: 'wrong code' } })
  expect(wrong.problem.fields).toHaveProperty('code')
  const code = await session.call(contract.confirmSession, { body: { proof: codeOf(data.secret) } })
  expect(code.problem.fields).toHaveProperty('proof')
  expect((await session.call(contract.getSecondFactor, {})).data.since).toBeNull()
})

test('a recovery code opens one login, and new ones replace it', async () => {
  const { username, session } = await addAdmin()
  const { codes } = await setUp(session)
  expect(new Set(codes).size).toBe(10)
  const [first = '', second = '', third = ''] = codes
  expect((await login(username, first.toUpperCase().replaceAll('-', ' '))).statusCode).toBe(200)
  expect((await login(username, first)).json().code).toBe('login-failed')
  const { data } = await session.call(contract.getSecondFactor, {})
  expect(data).toMatchObject({ recovery_codes_left: 9, is_required: false })
  const renew = (code: string) => session.call(contract.renewRecoveryCodes, { body: { code } })
  const renewed = (await renew(second)).data.recovery_codes
  expect((await login(username, third)).json().code).toBe('login-failed')
  expect((await login(username, renewed[0] ?? '')).statusCode).toBe(200)
})

describe('a session that was taken over, right after its login and with the password', () => {
  const takeOver = async () => {
    const { session, username } = await addAdmin()
    const { secret } = await setUp(session)
    return { session, username, secret }
  }
  let begun = 0
  beforeEach(() => {
    begun = api.clock.now
  })
  // Later tests need the first login of the admin to be young.
  afterEach(() => {
    api.clock.now = begun
  })

  test('gets no recovery codes without a code of the factor', async () => {
    const { session, secret } = await takeOver()
    const renew = (code: string) => session.call(contract.renewRecoveryCodes, { body: { code } })
    for (const wrong of [PASSWORD, '000000', 'not-a-code']) {
      expect((await renew(wrong)).problem.fields).toHaveProperty('code')
    }
    expect((await renew(codeOf(secret))).status).toBe(200)
    expect((await renew(codeOf(secret))).problem.fields).toHaveProperty('code')
  })

  test('makes no other secret for the app', async () => {
    const { session } = await takeOver()
    expect((await session.call(contract.beginSecondFactor, {})).problem.code).toBe('in-use')
  })

  test('is not confirmed by the password, so that it adds no token later on', async () => {
    const { session } = await takeOver()
    api.clock.now += 10 * MINUTE
    const confirmed = await session.call(contract.confirmSession, { body: { proof: PASSWORD } })
    expect(confirmed.problem.fields).toHaveProperty('proof')
    const { problem } = await session.call(createApiToken, {
      body: { name: 'T', permissions: ['tariffs.view'], allowed_networks: [], expires_at: null },
    })
    expect(problem.code).toBe('confirmation-required')
  })

  test('may change the password, and the next login still needs a code', async () => {
    const { session, username } = await takeOver()
    const password = 'Otter-kayak-77-lantern'
    const body = { current_password: PASSWORD, new_password: password }
    expect((await session.call(changePassword, { body })).status).toBe(204)
    const again = await api.app.inject(loginOf({ username, password }))
    expect(again.json().code).toBe('second-factor-required')
  })

  test('does not reset its own factor as an admin', async () => {
    const { session } = await takeOver()
    const params = { id: (await session.call(me, {})).data.id }
    const { problem } = await session.call(contract.resetUserSecondFactor, { params })
    expect(problem.code).toBe('in-use')
  })
})

test('it goes by a code of it or a recovery code alone, also right after the login', async () => {
  const { session } = await addAdmin()
  const { secret } = await setUp(session)
  const remove = (code: string) => session.call(contract.removeSecondFactor, { body: { code } })
  for (const wrong of [PASSWORD, '000000', 'not-a-code']) {
    expect((await remove(wrong)).problem.fields).toHaveProperty('code')
  }
  expect((await remove(codeOf(secret))).status).toBe(204)
  // Later tests need the first login of the admin to be young.
  api.clock.now -= MINUTE
  expect((await remove(codeOf(secret))).status).toBe(404)
})

test('wrong codes count as failed logins', async () => {
  const { username, session } = await addAdmin()
  await setUp(session)
  const answers: string[] = []
  for (let tries = 0; tries < 4; tries += 1) {
    answers.push((await login(username, 'wrong code')).json().code)
  }
  expect(answers).toEqual(['login-failed', 'login-failed', 'login-failed', 'captcha-required'])
})

test('who must have a factor sets it up before anything else', async () => {
  const group = { ...permissionGroupForm, name: 'Careful', requires_second_factor: true }
  const { id } = (await api.admin.call(createPermissionGroup, { body: group })).data
  const { session } = await addAdmin({ has_all_rights: false, group_ids: [id] })
  expect((await session.call(me, {})).data.lacks_second_factor).toBe(true)
  expect((await session.call(listTariffs, {})).problem.code).toBe('second-factor-missing')
  await setUp(session)
  expect((await session.call(listTariffs, {})).status).toBe(200)
  expect(
    (await session.call(contract.removeSecondFactor, { body: { code: '000000' } })).problem.code,
  ).toBe('in-use')
})

test('the setting requires it of admins, or of everyone, and of their tokens', async () => {
  const { session } = await addAdmin()
  const client = await api.signIn('acme', 'CLIENT')
  const { data } = await session.call(createApiToken, {
    body: { name: 'T', permissions: ['tariffs.view'], allowed_networks: [], expires_at: null },
  })
  const program = sessionOf(api.app, { authorization: `Bearer ${data.token}` })
  const codes = async (second_factor_for: 'NOBODY' | 'ADMINS' | 'EVERYONE') => {
    const general = JSON.stringify({ second_factor_for })
    await api.database
      .insertInto('setting')
      .values({ key: 'general', value: general } as never)
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: general } as never))
      .execute()
    const answers = await Promise.all(
      [session, program, client].map((one) => one.call(listTariffs, {})),
    )
    return answers.map(({ status, problem }) => (status === 200 ? 'ok' : problem.code))
  }
  const missing = 'second-factor-missing'
  expect(await codes('ADMINS')).toEqual([missing, missing, 'ok'])
  expect(await codes('EVERYONE')).toEqual([missing, missing, missing])
  expect(await codes('NOBODY')).toEqual(['ok', 'ok', 'ok'])
})

test('an admin resets the factor of an admin and of a client, who are signed out', async () => {
  const { id, username, session } = await addAdmin()
  await setUp(session)
  const client = await api.signIn('acme', 'CLIENT')
  await setUp(client)
  const admin = sessionOf(api.app, headersAfter(await login('admin', null)))
  expect((await admin.call(contract.resetUserSecondFactor, { params: { id } })).status).toBe(204)
  const params = { id: client_id }
  expect((await admin.call(contract.resetPortalSecondFactor, { params })).status).toBe(204)
  expect((await session.call(me, {})).status).toBe(401)
  expect((await client.call(me, {})).status).toBe(401)
  expect((await login(username, null)).statusCode).toBe(200)
  const again = await admin.call(contract.resetPortalSecondFactor, { params })
  expect(again.problem.code).toBe('not-found')
})

test('rights are changed within ten minutes of a login or a confirmation', async () => {
  const { session } = await addAdmin()
  const add = async () => {
    number += 1
    const body = { ...permissionGroupForm, name: `Group ${number}` }
    const { status, problem } = await session.call(createPermissionGroup, { body })
    return status === 200 ? 'ok' : problem.code
  }
  const confirm = (proof: string) => session.call(contract.confirmSession, { body: { proof } })
  const { secret } = await setUp(session)
  expect(await add()).toBe('ok')
  api.clock.now += 10 * MINUTE
  expect(await add()).toBe('confirmation-required')
  expect((await confirm('not the password')).problem.fields).toHaveProperty('proof')
  expect(await add()).toBe('confirmation-required')
  expect((await confirm(PASSWORD)).problem.fields?.proof).toContain('not enough')
  expect((await confirm(codeOf(secret))).status).toBe(204)
  expect(await add()).toBe('ok')
  api.clock.now += 10 * MINUTE
  expect((await confirm(codeOf(secret))).status).toBe(204)
  expect(await add()).toBe('ok')
  expect((await confirm(codeOf(secret))).problem.fields).toHaveProperty('proof')
})

test('a payment above the amount of the settings needs a confirmation, and no token', async () => {
  const admin = sessionOf(api.app, headersAfter(await login('admin', null)))
  const body = { confirm_payments_above: money(100_000_000) }
  expect((await admin.call(updateSettings, { body })).status).toBe(204)
  const permissions = ['payments.create'] as const
  const { data } = await admin.call(createApiToken, {
    body: { name: 'P', permissions: [...permissions], allowed_networks: [], expires_at: null },
  })
  const program = sessionOf(api.app, { authorization: `Bearer ${data.token}` })
  const pay = async (session: Session, units: number, account_id = client_id) => {
    const answer = await session.call(createPayment, { body: rechargeForm(account_id, units) })
    return answer.status === 200 ? 'ok' : answer.problem.code
  }
  expect(await pay(admin, 101)).toBe('ok')
  api.clock.now += 10 * MINUTE
  const [second, third, fourth] = other_ids
  // Two that are small are together as large.
  expect(await pay(admin, 60, second)).toBe('ok')
  expect(await pay(admin, 41, second)).toBe('confirmation-required')
  expect(await pay(admin, 40, second)).toBe('ok')
  expect(await pay(admin, 101, third)).toBe('confirmation-required')
  const off = await admin.call(updateSettings, { body: { confirm_payments_above: null } })
  expect(off.problem.code).toBe('confirmation-required')
  expect((await admin.call(updateSettings, { body: { title: 'Switch' } })).status).toBe(204)
  expect(await pay(program, 100, fourth)).toBe('ok')
  expect(await pay(program, 1, fourth)).toBe('not-allowed')
})
