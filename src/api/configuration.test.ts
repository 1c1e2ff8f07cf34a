// Clients, addresses, tariffs, rates, route plans, gateways and settlement accounts, as an admin sets
// them up by clicking.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import * as gateways from '#contract/gateways.ts'
import * as ips from '#contract/ip-list.ts'
import * as plans from '#contract/route-plans.ts'
import * as settlements from '#contract/settlements.ts'
import * as rates from '#contract/tariff-rates.ts'
import * as tariffs from '#contract/tariffs.ts'
import * as clients from '#contract/wholesale-clients.ts'
import { money, percent, rate } from '#core/money.ts'
import { startApi, type TestApi } from '#test/support/api.ts'
import * as forms from '#test/support/forms.ts'

let api: TestApi
let sell: number
let buy: number
let serial = 0
/** A name that no other test has taken. */
function named(word: string): string {
  serial += 1
  return `${word}${serial}`
}

beforeAll(async () => {
  api = await startApi()
  sell = await addTariff('SELL')
  buy = await addTariff('BUY')
})
afterAll(() => api.close())

async function addTariff(kind: 'SELL' | 'BUY'): Promise<number> {
  const body = { ...forms.tariffForm, name: named(kind), kind }
  return (await api.admin.call(tariffs.createTariff, { body })).data.id
}
async function addClient(change: Partial<BodyOf<typeof clients.createWholesaleClient>> = {}) {
  const body = { ...forms.clientForm(sell, named('client')), ...change }
  const answer = await api.admin.call(clients.createWholesaleClient, { body })
  const { password: _, ...form } = body
  return { ...answer, form, id: answer.data?.id }
}
async function addSettlement(): Promise<number> {
  const body = forms.settlementForm(buy, named('carrier'))
  return (await api.admin.call(settlements.createSettlement, { body })).data.id
}
async function addGateway(settlement_id: number): Promise<number> {
  const body = forms.gatewayForm(settlement_id, named('gateway'))
  return (await api.admin.call(gateways.createGateway, { body })).data.id
}
async function lastActivity() {
  return api.database
    .selectFrom('activity_log')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}
async function changeNumber(): Promise<number> {
  const row = await api.database
    .selectFrom('change_number')
    .where('subject', '=', 'switchboard')
    .select('number')
    .executeTakeFirstOrThrow()
  return row.number
}

describe('a wholesale client', () => {
  test('is added with its account, balance and portal login', async () => {
    const before = await changeNumber()
    const { data, id, form } = await addClient({ credit_limit: money(5_000_000) })
    expect(data).toMatchObject({ ...form, balance: 0, held: 0, available: 5_000_000, version: 1 })
    expect(await changeNumber()).toBe(before + 1)
    const { data: read } = await api.admin.call(clients.getWholesaleClient, { params: { id } })
    expect(read).toEqual(data)
    const { action, entity, entity_id, changes } = await lastActivity()
    expect({ action, entity, entity_id }).toEqual({
      action: 'CREATE',
      entity: 'wholesale_client',
      entity_id: String(id),
    })
    expect(changes).toMatchObject({ credit_limit: [null, '5'], password: ['•••', '•••'] })
    expect(JSON.stringify(changes)).not.toContain('horse')
  })

  test('is changed only by who has read its newest version', async () => {
    const { id, form } = await addClient()
    const change = (notes: string, version: number) =>
      api.admin.call(clients.updateWholesaleClient, {
        params: { id },
        body: { ...form, notes, version },
      })
    expect((await change('first', 1)).data).toMatchObject({ notes: 'first', version: 2 })
    expect((await lastActivity()).changes).toEqual({ notes: ['', 'first'] })
    expect((await change('second', 1)).problem.code).toBe('changed-meanwhile')
  })

  test('buys by a SELL tariff that exists', async () => {
    const wrong = await addClient({ tariff_id: buy })
    expect(wrong.status).toBe(400)
    expect(wrong.problem.fields).toHaveProperty('tariff_id')
    expect((await addClient({ tariff_id: 999_999 })).problem.fields).toHaveProperty('tariff_id')
    expect((await addClient({ route_plan_id: 999_999 })).problem.fields).toHaveProperty(
      'route_plan_id',
    )
  })

  test('has a name and a username of its own', async () => {
    const { form } = await addClient()
    const sameName = await addClient({ name: form.name.toUpperCase() })
    expect(sameName.problem).toMatchObject({ code: 'already-exists', fields: { name: /taken/ } })
    const sameUser = await addClient({ username: form.username.toUpperCase() })
    expect(sameUser.problem).toMatchObject({
      code: 'already-exists',
      fields: { username: /taken/ },
    })
  })

  test('keeps a credit limit that covers what it owes', async () => {
    const { id, form } = await addClient({ credit_limit: money(10_000_000) })
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
    const { id, form } = await addClient()
    const address = { account_id: id, ip: '198.51.100.7', port: null, transport: null }
    const rest = { tech_prefix: '', description: '', status: 'active' } as const
    await api.admin.call(ips.createClientIp, { body: { ...address, ...rest } })
    await api.signIn(form.username, 'CLIENT')
    const answer = await api.admin.call(clients.deleteWholesaleClient, { params: { id } })
    expect(answer.status).toBe(204)
    const read = await api.admin.call(clients.getWholesaleClient, { params: { id } })
    expect(read.status).toBe(404)
    await expect(api.signIn(form.username, 'CLIENT')).rejects.toThrow('login-failed')
    const again = await addClient({ name: form.name, username: form.username })
    expect(again.status).toBe(200)
    const body = { ...address, ...rest, account_id: again.id }
    expect((await api.admin.call(ips.createClientIp, { body })).status).toBe(200)
  })

  test('is found, filtered and sorted in the list', async () => {
    const { form } = await addClient({ name: 'Zulu 100%_Telecom', status: 'blocked' })
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
    const { id } = await addClient()
    expect((await add(id, '192.0.2.7')).data.ip).toBe('192.0.2.7')
    expect((await add(id, '192.0.3.7/24')).data.ip).toBe('192.0.3.0/24')
    expect((await add(id, '2001:db8::1')).data.ip).toBe('2001:db8::1')
  })

  test('refuses everybody, nonsense and what is on it already', async () => {
    const { id } = await addClient()
    expect((await add(id, '0.0.0.0/0')).problem.fields).toHaveProperty('ip')
    expect((await add(id, '::/0')).problem.fields).toHaveProperty('ip')
    expect((await add(id, '256.0.0.1')).problem.fields).toHaveProperty('ip')
    await add(id, '192.0.2.9')
    const second = await add((await addClient()).id, '192.0.2.9')
    expect(second.problem).toMatchObject({ code: 'already-exists' })
    expect(second.problem.fields).toHaveProperty('ip')
    expect((await add(id, '192.0.2.9', '77#')).status).toBe(200)
  })

  test('finds the rows that hold an address', async () => {
    const { id } = await addClient()
    await add(id, '10.20.0.0/16')
    await add(id, '10.20.30.40')
    await add(id, '10.21.0.0/16')
    const { data } = await api.admin.call(ips.listClientIps, { query: { holds: '10.20.30.40' } })
    expect(data.map(({ ip }) => ip)).toEqual(['10.20.0.0/16', '10.20.30.40'])
  })
})

describe('a tariff', () => {
  test('keeps its kind and its life while somebody uses it', async () => {
    const id = await addTariff('SELL')
    const { form: client } = await addClient({ tariff_id: id })
    const body = { ...forms.tariffForm, name: named('x'), kind: 'BUY' as const, version: 1 }
    const change = await api.admin.call(tariffs.updateTariff, { params: { id }, body })
    expect(change.problem.fields?.kind).toContain(client.name)
    const refused = await api.admin.call(tariffs.deleteTariff, { params: { id } })
    expect(refused.problem.code).toBe('in-use')
    expect(refused.problem.message).toBe(
      `The tariff is in use by ${client.name}. You can block it instead.`,
    )
  })

  test('names the first five of many users', async () => {
    const id = await addTariff('SELL')
    for (let count = 0; count < 7; count += 1) await addClient({ tariff_id: id })
    const refused = await api.admin.call(tariffs.deleteTariff, { params: { id } })
    expect(refused.problem.message).toMatch(/by (client\d+, ){4}client\d+ and 2 more\./)
  })

  test('takes its rates with it', async () => {
    const tid = await addTariff('SELL')
    await api.admin.call(rates.createTariffRate, { params: { tid }, body: forms.rateForm })
    expect((await api.admin.call(tariffs.deleteTariff, { params: { id: tid } })).status).toBe(204)
    const list = await api.admin.call(rates.listTariffRates, { params: { tid } })
    expect(list.status).toBe(404)
  })
})

describe('a rate', () => {
  let tid: number
  beforeEach(async () => {
    tid = await addTariff('SELL')
  })
  const add = (change: Partial<BodyOf<typeof rates.createTariffRate>>) =>
    api.admin.call(rates.createTariffRate, {
      params: { tid },
      body: { ...forms.rateForm, ...change },
    })

  test('counts the changes of its tariff for the engine', async () => {
    const read = () =>
      api.database
        .selectFrom('tariff')
        .where('id', '=', tid)
        .select('rates_version')
        .executeTakeFirstOrThrow()
    const before = await read()
    const { data } = await add({})
    const params = { tid, id: data.id }
    const body = { ...forms.rateForm, rate: rate(5), version: 1 }
    expect((await api.admin.call(rates.updateTariffRate, { params, body })).data.rate).toBe(5)
    expect((await api.admin.call(rates.deleteTariffRate, { params })).status).toBe(204)
    expect((await read()).rates_version).toBe(before.rates_version + 3)
  })

  test('is active, future or expired', async () => {
    const day = 24 * 3600 * 1000
    const at = (days: number) => new Date(api.clock.now + days * day).toISOString()
    await add({ prefix: '1', effective_from: at(-3) })
    await add({ prefix: '1', effective_from: at(-1) })
    await add({ prefix: '1', effective_from: at(2) })
    await add({ prefix: '2', effective_from: at(-3), effective_until: at(-1) })
    const { data } = await api.admin.call(rates.listTariffRates, { params: { tid } })
    expect(data.map(({ prefix, state }) => [prefix, state])).toEqual([
      ['1', 'expired'],
      ['1', 'active'],
      ['1', 'future'],
      ['2', 'expired'],
    ])
    const query = { state: 'active' } as const
    const active = await api.admin.call(rates.listTariffRates, { params: { tid }, query })
    expect(active.data).toHaveLength(1)
  })

  test('is found by the number that it applies to, the longest prefix first', async () => {
    for (const prefix of ['', '4', '44', '4420', '4421', '1']) await add({ prefix })
    const { data } = await api.admin.call(rates.listTariffRates, {
      params: { tid },
      query: { number: '442071838750' },
    })
    expect(data.map(({ prefix }) => prefix)).toEqual(['4420', '44', '4', ''])
  })

  test('is refused when it ends before it begins, or doubles another', async () => {
    const effective_from = '2026-05-01T00:00:00Z'
    const backwards = await add({ effective_from, effective_until: '2026-04-01T00:00:00Z' })
    expect(backwards.problem.fields).toHaveProperty('effective_until')
    await add({ effective_from })
    const doubled = await add({ effective_from })
    expect(doubled.problem).toMatchObject({ code: 'already-exists' })
    expect(doubled.problem.fields).toHaveProperty('prefix')
    expect((await add({ prefix: '7', rate: rate(100_000_000_001) })).problem.fields).toEqual({
      rate: 'This is outside of what is allowed.',
    })
  })

  test('is on one page exactly, however many pages there are', async () => {
    for (let prefix = 100; prefix < 125; prefix += 1) {
      await add({ prefix: String(prefix), rate: rate(prefix % 3) })
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const query = { limit: 4, sort: '-rate', ...(cursor && { cursor }) } as const
      const answer = await api.admin.call(rates.listTariffRates, { params: { tid }, query })
      expect(answer.page).toMatchObject({ total: 25, total_is_exact: true })
      seen.push(...answer.data.map(({ prefix }) => prefix))
      cursor = answer.page.next_cursor ?? undefined
    } while (cursor)
    expect(seen).toHaveLength(25)
    expect(new Set(seen).size).toBe(25)
  })

  test('has no page behind a cursor that nobody handed out', async () => {
    for (const cursor of ['nonsense', 'WyJ4Il0', 'WzEsMl0', 'e30']) {
      const answer = await api.admin.call(rates.listTariffRates, {
        params: { tid },
        query: { cursor },
      })
      expect(answer.problem.fields).toHaveProperty('cursor')
    }
  })
})

describe('a settlement account', () => {
  test('is added with or without a limit of debt, and sells by a BUY tariff', async () => {
    const body = { ...forms.settlementForm(buy, named('carrier')), max_debt: money(7) }
    const { data } = await api.admin.call(settlements.createSettlement, { body })
    expect(data).toMatchObject({ max_debt: 7, balance: 0, gateways_count: 0 })
    const { password: _, ...form } = body
    const update = { params: { id: data.id }, body: { ...form, max_debt: null, version: 1 } }
    const changed = await api.admin.call(settlements.updateSettlement, update)
    expect(changed.data.max_debt).toBeNull()
    const wrong = forms.settlementForm(sell, named('carrier'))
    const refused = await api.admin.call(settlements.createSettlement, { body: wrong })
    expect(refused.problem.fields).toHaveProperty('tariff_id')
  })

  test('is not deleted while it has gateways', async () => {
    const id = await addSettlement()
    const gateway_id = await addGateway(id)
    const remove = () => api.admin.call(settlements.deleteSettlement, { params: { id } })
    expect((await remove()).problem.message).toContain('in use by gateway')
    await api.admin.call(gateways.deleteGateway, { params: { id: gateway_id } })
    expect((await remove()).status).toBe(204)
  })
})

describe('a route plan', () => {
  test('keeps its rules, and the gateways in their order', async () => {
    const settlement_id = await addSettlement()
    const ids = [await addGateway(settlement_id), await addGateway(settlement_id)]
    const body = forms.routePlanForm(ids.toReversed(), named('plan'))
    const { data } = await api.admin.call(plans.createRoutePlan, { body })
    expect(data.rules[0]?.targets.map(({ gateway_id }) => gateway_id)).toEqual(ids.toReversed())

    const [everywhere] = body.rules
    const blocked = {
      dst_prefix: '882',
      description: '',
      action: 'BLOCK',
      status: 'active',
    } as const
    const rules = [
      { ...everywhere!, description: 'rest' },
      { ...blocked, targets: [] },
    ]
    const update = { params: { id: data.id }, body: { ...body, rules, version: 1 } }
    const changed = await api.admin.call(plans.updateRoutePlan, update)
    expect(changed.data.rules).toMatchObject([
      { id: data.rules[0]?.id, dst_prefix: '', description: 'rest' },
      { dst_prefix: '882', action: 'BLOCK', targets: [] },
    ])
    expect((await lastActivity()).changes).toEqual({ rules: [body.rules, rules] })
  })

  test('is refused with a gateway that does not exist', async () => {
    const body = forms.routePlanForm([999_999], named('plan'))
    const answer = await api.admin.call(plans.createRoutePlan, { body })
    expect(answer.problem.fields).toHaveProperty('rules.0.targets.0.gateway_id')
  })

  test('is not deleted while clients use it, nor its gateway while the plan does', async () => {
    const gateway_id = await addGateway(await addSettlement())
    const body = forms.routePlanForm([gateway_id], named('plan'))
    const { data: plan } = await api.admin.call(plans.createRoutePlan, { body })
    const { form } = await addClient({ route_plan_id: plan.id })
    const params = { id: plan.id }
    const removed = await api.admin.call(plans.deleteRoutePlan, { params })
    expect(removed.problem.message).toContain(form.name)
    const gateway = await api.admin.call(gateways.deleteGateway, { params: { id: gateway_id } })
    expect(gateway.problem.message).toContain(plan.name)
  })
})

test('text that PostgreSQL cannot keep is the fault of who sends it', async () => {
  const answer = await addClient({ notes: 'a\u0000b' })
  expect(answer.status).toBe(400)
  expect((await addClient({ vat_percent: percent(9_000_000_000_000) })).status).toBe(400)
})
