// Wholesale clients and their addresses, as an admin sets them up by clicking.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as ips from '#contract/ip-list.ts'
import * as clients from '#contract/wholesale-clients.ts'
import { money, percent } from '#core/money.ts'
import { startApi, type TestApi } from '#test/support/api.ts'
import {
  addClient,
  addTariff,
  lastActivity,
  switchboardNumber,
} from '#test/support/configuration.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

describe('a wholesale client', () => {
  test('is added with its account, balance and portal login', async () => {
    const before = await switchboardNumber(api)
    const { data, id, form } = await addClient(api, { credit_limit: money(5_000_000) })
    expect(data).toMatchObject({ ...form, balance: 0, held: 0, available: 5_000_000, version: 1 })
    expect(await switchboardNumber(api)).toBe(before + 1)
    const { data: read } = await api.admin.call(clients.getWholesaleClient, { params: { id } })
    expect(read).toEqual(data)
    const { action, entity, entity_id, changes } = await lastActivity(api)
    expect({ action, entity, entity_id }).toEqual({
      action: 'CREATE',
      entity: 'wholesale_client',
      entity_id: String(id),
    })
    expect(changes).toMatchObject({ credit_limit: [null, '5'], password: ['•••', '•••'] })
    expect(JSON.stringify(changes)).not.toContain('horse')
  })

  test('is changed only by who has read its newest version', async () => {
    const { id, form } = await addClient(api)
    const change = (notes: string, version: number) =>
      api.admin.call(clients.updateWholesaleClient, {
        params: { id },
        body: { ...form, notes, version },
      })
    expect((await change('first', 1)).data).toMatchObject({ notes: 'first', version: 2 })
    expect((await lastActivity(api)).changes).toEqual({ notes: ['', 'first'] })
    expect((await change('second', 1)).problem.code).toBe('changed-meanwhile')
  })

  test('buys by a SELL tariff that exists', async () => {
    const wrong = await addClient(api, { tariff_id: await addTariff(api, 'BUY') })
    expect(wrong.status).toBe(400)
    expect(wrong.problem.fields).toHaveProperty('tariff_id')
    expect((await addClient(api, { tariff_id: 999_999 })).problem.fields).toHaveProperty(
      'tariff_id',
    )
    expect((await addClient(api, { route_plan_id: 999_999 })).problem.fields).toHaveProperty(
      'route_plan_id',
    )
  })

  test('has a name and a username of its own', async () => {
    const { form } = await addClient(api)
    const sameName = await addClient(api, { name: form.name.toUpperCase() })
    expect(sameName.problem).toMatchObject({ code: 'already-exists', fields: { name: /taken/ } })
    const sameUser = await addClient(api, { username: form.username.toUpperCase() })
    expect(sameUser.problem).toMatchObject({
      code: 'already-exists',
      fields: { username: /taken/ },
    })
  })

  test('keeps a credit limit that covers what it owes', async () => {
    const { id, form } = await addClient(api, { credit_limit: money(10_000_000) })
    await api.database
      .updateTable('account_balance')
      .set({ balance: money(-3_000_000), held: money(1_500_000) })
      .where('account_id', '=', id)
      .execute()
    const change = (credit_limit: number) =>
      api.admin.call(clients.updateWholesaleClient, {
        params: { id },
        body: { ...form, credit_limit: money(credit_limit), version: 1 },
      })
    const low = await change(4_499_999)
    expect(low.status).toBe(409)
    expect(low.problem.fields?.credit_limit).toContain('4.5')
    expect((await change(4_500_000)).status).toBe(200)
    const refused = await api.admin.call(clients.deleteWholesaleClient, { params: { id } })
    expect(refused.problem.code).toBe('in-use')
  })

  test('is gone when deleted, and its name and addresses are free again', async () => {
    const { id, form } = await addClient(api)
    const address = { account_id: id, ip: '198.51.100.7', port: null, transport: null }
    const rest = { tech_prefix: '', description: '', status: 'active' } as const
    await api.admin.call(ips.createClientIp, { body: { ...address, ...rest } })
    await api.signIn(form.username, 'CLIENT')
    const answer = await api.admin.call(clients.deleteWholesaleClient, { params: { id } })
    expect(answer.status).toBe(204)
    const read = await api.admin.call(clients.getWholesaleClient, { params: { id } })
    expect(read.status).toBe(404)
    await expect(api.signIn(form.username, 'CLIENT')).rejects.toThrow('login-failed')
    const again = await addClient(api, { name: form.name, username: form.username })
    expect(again.status).toBe(200)
    const body = { ...address, ...rest, account_id: again.id }
    expect((await api.admin.call(ips.createClientIp, { body })).status).toBe(200)
  })

  test('is found, filtered and sorted in the list', async () => {
    const { form } = await addClient(api, { name: 'Zulu 100%_Telecom', status: 'blocked' })
    const q = '100%_t'
    const { data } = await api.admin.call(clients.listWholesaleClients, { query: { q } })
    expect(data.map(({ name }) => name)).toEqual([form.name])
    const list = await api.admin.call(clients.listWholesaleClients, {
      query: { status: 'blocked', sort: '-name' },
    })
    expect(list.data[0]?.name).toBe(form.name)
    expect(list.data.every(({ status }) => status === 'blocked')).toBe(true)
  })
})

describe('the IP list', () => {
  const form = { port: null, transport: null, tech_prefix: '', description: '' } as const
  const add = (account_id: number, ip: string, tech_prefix = '') =>
    api.admin.call(ips.createClientIp, {
      body: { ...form, account_id, ip, tech_prefix, status: 'active' },
    })

  test('shows addresses as they were typed, and cuts networks to their mask', async () => {
    const { id } = await addClient(api)
    expect((await add(id, '192.0.2.7')).data.ip).toBe('192.0.2.7')
    expect((await add(id, '192.0.3.7/24')).data.ip).toBe('192.0.3.0/24')
    expect((await add(id, '2001:db8::1')).data.ip).toBe('2001:db8::1')
  })

  test('refuses everybody, nonsense and what is on it already', async () => {
    const { id } = await addClient(api)
    expect((await add(id, '0.0.0.0/0')).problem.fields).toHaveProperty('ip')
    expect((await add(id, '::/0')).problem.fields).toHaveProperty('ip')
    expect((await add(id, '256.0.0.1')).problem.fields).toHaveProperty('ip')
    await add(id, '192.0.2.9')
    const second = await add((await addClient(api)).id, '192.0.2.9')
    expect(second.problem).toMatchObject({ code: 'already-exists' })
    expect(second.problem.fields).toHaveProperty('ip')
    expect((await add(id, '192.0.2.9', '77#')).status).toBe(200)
  })

  test('is changed and shortened row by row', async () => {
    const { id: account_id } = await addClient(api)
    const { data } = await add(account_id, '192.0.2.77')
    const params = { id: data.id }
    expect((await api.admin.call(ips.getClientIp, { params })).data).toEqual(data)
    const body = { ...form, account_id, ip: '192.0.2.78', status: 'blocked', version: 1 } as const
    const changed = await api.admin.call(ips.updateClientIp, { params, body })
    expect(changed.data).toMatchObject({ ip: '192.0.2.78', status: 'blocked', version: 2 })
    expect((await lastActivity(api)).changes).toEqual({
      ip: ['192.0.2.77', '192.0.2.78'],
      status: ['active', 'blocked'],
    })
    const again = await api.admin.call(ips.updateClientIp, { params, body })
    expect(again.problem.code).toBe('changed-meanwhile')
    const before = await switchboardNumber(api)
    expect((await api.admin.call(ips.deleteClientIp, { params })).status).toBe(204)
    expect(await switchboardNumber(api)).toBe(before + 1)
    expect((await api.admin.call(ips.getClientIp, { params })).status).toBe(404)
  })

  test('finds the rows that hold an address', async () => {
    const { id } = await addClient(api)
    await add(id, '10.20.0.0/16')
    await add(id, '10.20.30.40')
    await add(id, '10.21.0.0/16')
    const { data } = await api.admin.call(ips.listClientIps, { query: { holds: '10.20.30.40' } })
    expect(data.map(({ ip }) => ip)).toEqual(['10.20.0.0/16', '10.20.30.40'])
  })
})

test('text that PostgreSQL cannot keep is the fault of who sends it', async () => {
  const answer = await addClient(api, { notes: 'a\u0000b' })
  expect(answer.status).toBe(400)
  expect((await addClient(api, { vat_percent: percent(9_000_000_000_000) })).status).toBe(400)
})
