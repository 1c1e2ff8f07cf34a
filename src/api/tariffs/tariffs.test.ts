// Tariffs and their rates.
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import { lookupDestinations } from '#contract/console/lookups.ts'
import { getTariffUses } from '#contract/console/uses.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { createCurrency } from '#contract/tariffs/currencies.ts'
import * as rates from '#contract/tariffs/tariff-rates.ts'
import * as tariffs from '#contract/tariffs/tariffs.ts'
import { fx, money, percent, rate } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import {
  addClient,
  addRate,
  addTariff,
  addTimeWindow,
  lastActivity,
  named,
} from '#test/support/configuration.ts'
import { clientIpForm, rateForm, tariffForm } from '#test/support/forms.ts'
import { readRow } from '#test/support/rows.ts'

const api = apiForFile()

test('a prefix has the name that the rates give it, or a shorter prefix of them', async () => {
  const [sell, buy] = [await addTariff(api, 'SELL'), await addTariff(api, 'BUY')]
  const add = (tid: number, prefix: string, destination: string) =>
    addRate(api, tid, { prefix, destination })
  await add(sell, '960', 'Maldives')
  await add(buy, '960', 'Maldives')
  await add(await addTariff(api, 'BUY'), '960', 'MALDIVES FIX')
  await add(buy, '9607', 'Maldives mobile')
  const query = { prefixes: '960,96079,9601,961,960' }
  const { data } = await api.admin.call(lookupDestinations, { query })
  expect(data.toSorted((a, b) => a.prefix.localeCompare(b.prefix))).toEqual([
    { prefix: '960', matched: '960', name: 'Maldives' },
    { prefix: '9601', matched: '960', name: 'Maldives' },
    { prefix: '96079', matched: '9607', name: 'Maldives mobile' },
  ])
  const bad = await api.admin.call(lookupDestinations, { query: { prefixes: '960,x' } })
  expect(bad.status).toBe(400)
})

describe('a tariff', () => {
  test('keeps its kind and its life while somebody uses it', async () => {
    const id = await addTariff(api, 'SELL')
    const { form: client } = await addClient(api, { tariff_id: id })
    const body = { ...tariffForm, name: named('x'), kind: 'BUY' as const, version: 1 }
    const change = await api.admin.call(tariffs.updateTariff, { params: { id }, body })
    expect(change.problem.fields?.kind).toContain(client.name)
    const refused = await api.admin.call(tariffs.deleteTariff, { params: { id } })
    expect(refused.problem.code).toBe('in-use')
    expect(refused.problem.message).toBe(
      `The tariff is in use by client ${client.name}. You can block it instead.`,
    )
  })

  test('tells who uses it before it is deleted, with where to find them', async () => {
    const params = { id: await addTariff(api, 'SELL') }
    const free = await api.admin.call(getTariffUses, { params })
    expect(free.data).toEqual({ count: 0, kinds: [], users: [], obstacles: [] })
    const { id, form: client } = await addClient(api, { tariff_id: params.id })
    const { data } = await api.admin.call(getTariffUses, { params })
    expect(data).toMatchObject({
      kinds: [{ kind: 'WHOLESALE', count: 1 }],
      users: [{ kind: 'WHOLESALE', id, name: client.name }],
    })
    expect((await api.admin.call(getTariffUses, { params: { id: 999_999 } })).status).toBe(404)
  })

  test('is read, changed and listed', async () => {
    const id = await addTariff(api, 'BUY')
    const { data } = await api.admin.call(tariffs.getTariff, { params: { id } })
    expect(data).toMatchObject({ kind: 'BUY', rates_count: 0, used_by_count: 0, version: 1 })
    const body = { ...tariffForm, name: data.name, notes: 'new', version: 1 }
    const changed = await api.admin.call(tariffs.updateTariff, { params: { id }, body })
    expect(changed.data).toMatchObject({ kind: 'SELL', notes: 'new', version: 2 })
    const query = { q: data.name.toLowerCase(), kind: 'SELL' } as const
    expect((await api.admin.call(tariffs.listTariffs, { query })).data).toEqual([changed.data])
  })

  test('keeps its currency once it has rates or somebody uses it', async () => {
    const change = async (id: number, currency: string) => {
      const body = { ...tariffForm, name: named('x'), currency, version: 1 }
      return api.admin.call(tariffs.updateTariff, { params: { id }, body })
    }
    await api.admin.call(createCurrency, { body: { code: 'EUR', name: 'Euro', rate: fx(108) } })
    const id = await addTariff(api, 'SELL')
    expect((await change(id, 'XYZ')).problem.fields).toEqual({ currency: 'This does not exist.' })
    expect((await change(id, 'EUR')).data).toMatchObject({ currency: 'EUR', version: 2 })
    const query = { currency: 'EUR' }
    expect((await api.admin.call(tariffs.listTariffs, { query })).data).toHaveLength(1)

    const rated = await addTariff(api, 'SELL')
    await addRate(api, rated)
    const has_rates = await change(rated, 'EUR')
    expect(has_rates.problem.fields?.currency).toBe('The tariff has rates in this currency.')
    const used = await addTariff(api, 'SELL')
    const { form: client } = await addClient(api, { tariff_id: used })
    expect((await change(used, 'EUR')).problem.fields?.currency).toContain(client.name)
  })

  test('is in use by a client that pays by it for a single address', async () => {
    const id = await addTariff(api, 'SELL')
    const client = await addClient(api)
    const body = { ...clientIpForm(client.id, '198.51.100.99'), tariff_id: id }
    expect((await api.admin.call(createClientIp, { body })).status).toBe(200)
    const { data } = await api.admin.call(tariffs.getTariff, { params: { id } })
    expect(data.used_by_count).toBe(1)
    const refused = await api.admin.call(tariffs.deleteTariff, { params: { id } })
    expect(refused.problem.message).toContain(client.form.name)
  })

  test('of a reseller is found by its kind, and may lose no more than everything', async () => {
    const id = await addTariff(api, 'RESELLER_COST')
    const query = { kind: 'RESELLER_COST' } as const
    const { data } = await api.admin.call(tariffs.listTariffs, { query })
    expect(data.map((tariff) => tariff.id)).toEqual([id])
    const body = { ...tariffForm, name: named('x'), max_loss_percent: percent(1_000_001) }
    const { problem } = await api.admin.call(tariffs.createTariff, { body })
    expect(problem.fields).toHaveProperty('max_loss_percent')
  })

  test('names the first five of many users', async () => {
    const id = await addTariff(api, 'SELL')
    for (let count = 0; count < 7; count += 1) await addClient(api, { tariff_id: id })
    const refused = await api.admin.call(tariffs.deleteTariff, { params: { id } })
    expect(refused.problem.message).toMatch(
      /by (client client\d+, ){4}client client\d+ and 2 more\./,
    )
  })

  test('takes its rates with it', async () => {
    const tid = await addTariff(api, 'SELL')
    await addRate(api, tid)
    expect((await api.admin.call(tariffs.deleteTariff, { params: { id: tid } })).status).toBe(204)
    const list = await api.admin.call(rates.listTariffRates, { params: { tid } })
    expect(list.status).toBe(404)
  })
})

describe('rates as a file', () => {
  test('say what the tariff says for them, in its currency, as it is asked for', async () => {
    const tariff = { ...tariffForm, name: 'Sent to customers', first_increment: 30 }
    const { data } = await api.admin.call(tariffs.createTariff, { body: tariff })
    const tid = data.id
    for (const prefix of ['44', '441']) {
      await addRate(api, tid, { prefix, effective_from: '2026-01-01T12:00:00Z' })
    }
    const fields = 'prefix,rate,first_increment,next_increment,effective_from'
    const fileOf = async (query: Record<string, string>) => {
      const search = new URLSearchParams({ format: 'csv', fields, ...query })
      return api.admin.send({ method: 'GET', url: `/api/tariffs/${tid}/rates?${search}` })
    }
    const plain = await fileOf({})
    expect(plain.body.split('\r\n').slice(0, 2)).toEqual([
      'prefix,rate,first_increment,next_increment,effective_from,currency',
      '44,0.0123,30,1,2026-01-01T12:00:00Z,USD',
    ])
    const words = await fileOf({ headings: 'words', zone: 'Asia/Dhaka', rows: 'page', limit: '1' })
    expect(words.body.trimEnd().split('\r\n')).toEqual([
      'Prefix,Rate,First increment,Next increment,Effective from (Asia/Dhaka),Currency',
      '44,0.0123,30,1,2026-01-01 18:00:00,USD',
    ])
    for (const [name, value] of Object.entries({ fields: 'prefix,password', zone: 'No/Where' })) {
      const refused = await fileOf({ [name]: value })
      expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [name]])
    }
  })
})

const stepAfter = (after_seconds: number) => ({ after_seconds, rate: '0.1', increment: 1 })

describe('a rate', () => {
  let tid: number
  beforeEach(async () => {
    tid = await addTariff(api, 'SELL')
  })
  const add = (change: Partial<BodyOf<typeof rates.createTariffRate>>) =>
    api.admin.call(rates.createTariffRate, {
      params: { tid },
      body: { ...rateForm, ...change },
    })

  test('counts the changes of its tariff for the engine', async () => {
    const read = () => readRow(api, 'tariff', { id: tid })
    const before = await read()
    const { data } = await add({})
    const params = { tid, id: data.id }
    expect((await api.admin.call(rates.getTariffRate, { params })).data).toEqual(data)
    const body = { ...rateForm, rate: rate(5), version: 1 }
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

  test('keeps all of its terms', async () => {
    const window_id = await addTimeWindow(api)
    const terms = {
      steps: [
        { after_seconds: 60, rate: rate(1_000_000), increment: 10 },
        { after_seconds: 61, rate: rate(0), increment: 3600 },
      ],
      attempt_fee: money(10_000),
      additional_seconds: 3,
      min_charge: money(20_000),
      max_charge: money(20_000),
      window_id,
    }
    const { data } = await add(terms)
    expect(data).toMatchObject({
      ...terms,
      window_name: expect.stringContaining('always'),
      window_is_open: true,
    })
    const params = { tid, id: data.id }
    const body = { ...rateForm, reverse_billing: true, version: 1 }
    const changed = await api.admin.call(rates.updateTariffRate, { params, body })
    const { effective_from } = changed.data
    expect(changed.data).toMatchObject({ ...rateForm, reverse_billing: true, effective_from })
    expect(changed.data).toMatchObject({ window_name: null, window_is_open: null })
    const { changes } = await lastActivity(api)
    expect(changes).toMatchObject({
      steps: [[{ after_seconds: 60, rate: '0.01', increment: 10 }, expect.anything()], []],
      attempt_fee: ['0.01', '0'],
      window_id: [window_id, null],
    })
  })

  test('stands beside one of the same prefix that counts at other hours', async () => {
    const window_id = await addTimeWindow(api)
    const effective_from = new Date(api.clock.now - 3_600_000).toISOString()
    const later = new Date(api.clock.now - 1_800_000).toISOString()
    await add({ effective_from })
    await add({ effective_from, window_id })
    expect((await add({ effective_from, window_id })).problem.code).toBe('already-exists')
    await add({ effective_from: later })
    const { data } = await api.admin.call(rates.listTariffRates, { params: { tid } })
    expect(data.map((row) => [row.window_id, row.state])).toEqual([
      [null, 'expired'],
      [window_id, 'active'],
      [null, 'active'],
    ])
  })

  // As it travels: what the contract refuses cannot be encoded by it.
  test.each([
    ['steps.1.after_seconds', { steps: [stepAfter(60), stepAfter(60)] }],
    ['steps', { steps: [1, 2, 3, 4, 5].map(stepAfter) }],
    ['max_charge', { min_charge: '0.2', max_charge: '0.1' }],
    ['attempt_fee', { reverse_billing: true, attempt_fee: '0.1' }],
    ['window_id', { window_id: 999_999 }],
    ['min_charge', { min_charge: '1000000.1' }],
    ['rate', { rate: '1000000.1' }],
  ])('is refused for its %s', async (field, change) => {
    const payload = { ...z.encode(rates.tariffRateForm, rateForm), ...change }
    const url = `/api/tariffs/${tid}/rates`
    const answer = await api.admin.send({ method: 'POST', url, payload })
    expect(Object.keys(answer.json().fields)).toEqual([field])
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
    const dear = await add({ prefix: '7', rate: rate(100_000_000_000_001) })
    expect(dear.problem.fields).toHaveProperty('rate')
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
      const call = { params: { tid }, query: { cursor } }
      const answer = await api.admin.call(rates.listTariffRates, call)
      expect(answer.problem.fields).toHaveProperty('cursor')
    }
  })
})
