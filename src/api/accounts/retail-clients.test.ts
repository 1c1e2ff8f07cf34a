// Retail clients, their SIP users, and their registered phones.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import * as registered from '#contract/accounts/registrations.ts'
import * as clients from '#contract/accounts/retail-clients.ts'
import * as users from '#contract/accounts/sip-users.ts'
import { createWholesaleClient, getWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { updateSettings } from '#contract/console/settings.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { createCurrency } from '#contract/tariffs/currencies.ts'
import { fx, type Money, money } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import {
  addClient,
  addRetailClient,
  addTariff,
  lastActivity,
  named,
  routingChangeNumber,
} from '#test/support/configuration.ts'
import { clientForm, clientIpForm, sipUserForm } from '#test/support/forms.ts'
import { secretKeys } from '#test/support/secret-keys.ts'
import { ha1Of } from './sip-password.ts'

const api = apiForFile()

type UserForm = BodyOf<typeof users.createSipUser>

const addUser = (account_id: number, change: Partial<UserForm> = {}) =>
  api.admin.call(users.createSipUser, { body: { ...sipUserForm(account_id), ...change } })

const ha1Stored = async (id: number) => {
  const user = api.database.selectFrom('sip_user').where('id', '=', id).select('ha1')
  return secretKeys.decrypt('sip_user.ha1', (await user.executeTakeFirstOrThrow()).ha1)
}

/** A registered phone of the user, as the engine writes it down. */
const register = (sip_user_id: number, contact: string, seconds = 600) =>
  api.database
    .insertInto('registration')
    .values({
      sip_user_id,
      contact,
      source_ip: '192.0.2.50',
      source_port: 5060,
      transport: 'UDP',
      user_agent: 'Phone <b>1</b>',
      expires_at: new Date(Date.now() + seconds * 1000).toISOString(),
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()

const removalAsked = async (sip_user_id: number) => {
  const { data } = await api.admin.call(registered.listRegistrations, { query: { sip_user_id } })
  return data.map(({ contact, removal_asked }) => [contact, removal_asked])
}

describe('a retail client', () => {
  test('is added, changed and found beside the wholesale ones', async () => {
    const { data, id, form } = await addRetailClient(api)
    expect(data).toMatchObject({ ...form, sip_user_count: 0, registered_count: 0, version: 1 })
    expect((await lastActivity(api)).entity).toBe('retail_client')
    const body = { ...form, notes: 'pays late', version: 1 }
    const changed = await api.admin.call(clients.updateRetailClient, { params: { id }, body })
    expect(changed.data).toMatchObject({ notes: 'pays late', version: 2 })
    const wholesale = await api.admin.call(getWholesaleClient, { params: { id } })
    expect(wholesale.status).toBe(404)
    const other = await addClient(api)
    const params = { id: other.id }
    expect((await api.admin.call(clients.getRetailClient, { params })).status).toBe(404)
  })

  test('is found by the names and numbers of its SIP users', async () => {
    const { id, form } = await addRetailClient(api)
    await addUser(id, { username: 'kitchen-phone', number: '442071000001' })
    for (const q of ['KITCHEN', '2071000001']) {
      const { data } = await api.admin.call(clients.listRetailClients, { query: { q } })
      expect(data.map(({ name }) => name)).toEqual([form.name])
      expect(data[0]?.sip_user_count).toBe(1)
    }
  })

  test('takes its users with it when it is deleted', async () => {
    const { id } = await addRetailClient(api)
    const { data } = await addUser(id, { username: 'goes-along' })
    await register(data.id, 'sip:goes-along@192.0.2.50')
    const answer = await api.admin.call(clients.deleteRetailClient, { params: { id } })
    expect(answer.status).toBe(204)
    const read = await api.admin.call(users.getSipUser, { params: { id: data.id } })
    expect(read.status).toBe(404)
    const again = await addUser((await addRetailClient(api)).id, { username: 'goes-along' })
    expect(again.status).toBe(200)
  })
})

describe('the daily limit of a new retail client', () => {
  const set = (retail_daily_spend_limit: Money | null) =>
    api.admin.call(updateSettings, { body: { retail_daily_spend_limit } })
  async function add(change: Partial<BodyOf<typeof clients.createRetailClient>> = {}) {
    const { daily_spend_limit: _, ...form } = clientForm(tariff_id, named('retail'))
    const { data } = await api.admin.call(clients.createRetailClient, {
      body: { ...form, ...change },
    })
    return { id: data.id, limit: data.daily_spend_limit }
  }
  const preset = async (currency?: string) => {
    const query = currency ? { currency } : {}
    const { data } = await api.admin.call(clients.getRetailClientDefaults, { query })
    return data.daily_spend_limit
  }
  let tariff_id: number
  beforeAll(async () => {
    tariff_id = await addTariff(api, 'SELL')
    const body = { code: 'EUR', name: 'Euro', rate: fx(120_000_000) }
    await api.admin.call(createCurrency, { body })
  })

  test('is that of the settings, and what the form says where it says something', async () => {
    expect((await add()).limit).toBe(money(50_000_000))
    expect((await lastActivity(api)).changes).toMatchObject({ daily_spend_limit: [null, '50'] })
    expect((await add({ daily_spend_limit: money(7_000_000) })).limit).toBe(money(7_000_000))
    expect((await add({ daily_spend_limit: null })).limit).toBeNull()
    expect(await preset()).toBe(money(50_000_000))
  })

  test('is worth the same in another currency, to the hundredth', async () => {
    expect((await add({ currency: 'EUR' })).limit).toBe(money(41_670_000))
    expect(await preset('EUR')).toBe(money(41_670_000))
    expect(await preset('XXX')).toBe(money(50_000_000))
  })

  test('can be another one or none, and clients that are there keep theirs', async () => {
    const { id } = await add()
    await set(money(20_000_000))
    expect((await add()).limit).toBe(money(20_000_000))
    await set(null)
    expect([(await add()).limit, await preset()]).toEqual([null, null])
    const { data } = await api.admin.call(clients.getRetailClient, { params: { id } })
    expect(data.daily_spend_limit).toBe(money(50_000_000))
    expect((await set(money(0))).problem.fields).toHaveProperty('retail_daily_spend_limit')
    await set(money(50_000_000))
  })

  test('is nothing to wholesale clients, whose form has to say it', async () => {
    const { daily_spend_limit: _, ...form } = clientForm(tariff_id, named('wholesale'))
    const answer = await api.admin.call(createWholesaleClient, { body: form as never })
    expect(answer.problem.fields).toHaveProperty('daily_spend_limit')
  })
})

describe('a SIP user', () => {
  test('gets a name and a password, which is told once and stored as its hash', async () => {
    const { id: account_id, form } = await addRetailClient(api)
    const before = await routingChangeNumber(api)
    const { data, status } = await addUser(account_id, { allowed_networks: ['192.0.2.9/24'] })
    expect(status).toBe(200)
    expect(data).toMatchObject({ client_name: form.name, allowed_networks: ['192.0.2.0/24'] })
    expect(data.username).toMatch(/^\d{8}$/)
    expect(data.password).toMatch(/^\w{16}$/)
    expect(await ha1Stored(data.id)).toBe(ha1Of(data.username, data.password))
    expect(await routingChangeNumber(api)).toBe(before + 1)
    const { rows } = await sql<{ row: string }>`
      select s::text as row from sip_user s union all select l::text from activity_log l`.execute(
      api.database,
    )
    expect(rows.filter(({ row }) => row.includes(data.password))).toEqual([])
    const read = await api.admin.call(users.getSipUser, { params: { id: data.id } })
    expect(read.response.body).not.toContain(data.password)
    const { data: list } = await api.admin.call(users.listSipUsers, { query: { account_id } })
    const { password: _, ...shown } = data
    expect(list).toEqual([shown])
  })

  test('has a name that no other user and no row of the IP list has', async () => {
    const { id } = await addRetailClient(api)
    await addUser(id, { username: 'unique', number: '442071000009' })
    const same = await addUser(id, { username: 'UNIQUE' })
    expect(same.problem).toMatchObject({ code: 'already-exists', fields: { username: /taken/ } })
    const number = await addUser(id, { username: 'other', number: '442071000009' })
    expect(number.problem.fields).toHaveProperty('number')
    const { id: wholesale } = await addClient(api)
    const digest = { auth_username: 'trunk', auth_password: 'long enough a word' }
    const row = { ...clientIpForm(wholesale, '10.40.0.1'), ...digest }
    expect((await api.admin.call(createClientIp, { body: row })).status).toBe(200)
    expect((await addUser(id, { username: 'Trunk' })).problem.fields).toHaveProperty('username')
    const taken = { ...row, ip: '10.40.0.2', auth_username: 'Unique' }
    const refused = await api.admin.call(createClientIp, { body: taken })
    expect(refused.problem.fields).toHaveProperty('auth_username')
  })

  test.each([
    ['number', { number: '+442071838750' }],
    ['allowed_callers', { allowed_callers: ['00'] }],
    ['allowed_networks', { allowed_networks: ['192.0.2.0/33'] }],
    ['allowed_networks', { allowed_networks: ['0.0.0.0/0'] }],
    ['expires_max_seconds', { expires_min_seconds: 600, expires_max_seconds: 300 }],
    ['max_contacts', { max_contacts: 11 }],
  ] as const)('is refused with an unfit %s', async (field, change) => {
    const { id } = await addRetailClient(api)
    const answer = await addUser(id, change as object)
    expect(answer.status).toBe(400)
    expect(answer.problem.fields).toHaveProperty(field)
  })

  test('belongs to a retail client', async () => {
    const { id } = await addClient(api)
    expect((await addUser(id)).problem.fields).toHaveProperty('account_id')
  })

  test('keeps its password when changed, and its registrations when not blocked', async () => {
    const { id: account_id } = await addRetailClient(api)
    const { data } = await addUser(account_id)
    await register(data.id, 'sip:a@192.0.2.50')
    const before = await ha1Stored(data.id)
    const { account_id: _, username: __, ...form } = sipUserForm(account_id)
    const params = { id: data.id }
    const change = (body: object, version: number) =>
      api.admin.call(users.updateSipUser, { params, body: { ...form, ...body, version } })
    const named = await change({ display_name: 'Front desk' }, 1)
    expect(named.data).toMatchObject({ display_name: 'Front desk', contacts: 1, version: 2 })
    expect((await change({}, 1)).problem.code).toBe('changed-meanwhile')
    expect(await ha1Stored(data.id)).toBe(before)
    expect(await removalAsked(data.id)).toEqual([['sip:a@192.0.2.50', false]])
    await change({ status: 'blocked' }, 2)
    expect(await removalAsked(data.id)).toEqual([['sip:a@192.0.2.50', true]])
  })

  test('gets a new password, with which its phones have to register anew', async () => {
    const { id: account_id } = await addRetailClient(api)
    const { data } = await addUser(account_id)
    await register(data.id, 'sip:b@192.0.2.50')
    const before = await routingChangeNumber(api)
    const params = { id: data.id }
    const { data: renewed } = await api.admin.call(users.renewSipPassword, { params })
    expect(renewed.password).not.toBe(data.password)
    expect(await ha1Stored(data.id)).toBe(ha1Of(data.username, renewed.password))
    expect(await routingChangeNumber(api)).toBe(before + 1)
    expect(await removalAsked(data.id)).toEqual([['sip:b@192.0.2.50', true]])
    expect((await lastActivity(api)).changes).toEqual({ password: ['•••', '•••'] })
  })

  test('is gone when deleted, with its registrations', async () => {
    const { id: account_id } = await addRetailClient(api)
    const { data } = await addUser(account_id)
    await register(data.id, 'sip:c@192.0.2.50')
    const params = { id: data.id }
    expect((await api.admin.call(users.deleteSipUser, { params })).status).toBe(204)
    expect((await api.admin.call(users.getSipUser, { params })).status).toBe(404)
    expect(await removalAsked(data.id)).toEqual([])
  })
})

describe('registrations', () => {
  test('are listed while they last, found, and removed on demand', async () => {
    const { id: account_id, form } = await addRetailClient(api)
    const { data: user } = await addUser(account_id, { username: 'lobby', number: '442071000077' })
    const { id } = await register(user.id, 'sip:lobby@192.0.2.50:5060;ob')
    await register(user.id, 'sip:gone@192.0.2.50', -1)
    for (const q of ['LOBBY', '1000077', '192.0.2.5', 'Phone <b>', form.name]) {
      const query = { q, account_id }
      const { data } = await api.admin.call(registered.listRegistrations, { query })
      expect(data.map(({ contact }) => contact)).toEqual(['sip:lobby@192.0.2.50:5060;ob'])
    }
    const remove = () => api.admin.call(registered.removeRegistration, { params: { id } })
    expect((await remove()).status).toBe(204)
    expect(await removalAsked(user.id)).toEqual([['sip:lobby@192.0.2.50:5060;ob', true]])
    expect(await lastActivity(api)).toMatchObject({
      action: 'EXECUTE',
      entity: 'registration',
      entity_name: 'lobby at sip:lobby@192.0.2.50:5060;ob',
    })
    const { data: client } = await api.admin.call(clients.getRetailClient, {
      params: { id: account_id },
    })
    expect(client.registered_count).toBe(1)
  })

  test('that are over cannot be removed', async () => {
    const { id: account_id } = await addRetailClient(api)
    const { data: user } = await addUser(account_id)
    const { id } = await register(user.id, 'sip:late@192.0.2.50', -1)
    const answer = await api.admin.call(registered.removeRegistration, { params: { id } })
    expect(answer.status).toBe(404)
  })
})
