// Tariffs and their rates.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import * as rates from '#contract/tariff-rates.ts'
import * as tariffs from '#contract/tariffs.ts'
import { rate } from '#core/money.ts'
import { startApi, type TestApi } from '#test/support/api.ts'
import { addClient, addTariff, named } from '#test/support/configuration.ts'
import { rateForm, tariffForm } from '#test/support/forms.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

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
      `The tariff is in use by ${client.name}. You can block it instead.`,
    )
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

  test('names the first five of many users', async () => {
    const id = await addTariff(api, 'SELL')
    for (let count = 0; count < 7; count += 1) await addClient(api, { tariff_id: id })
    const refused = await api.admin.call(tariffs.deleteTariff, { params: { id } })
    expect(refused.problem.message).toMatch(/by (client\d+, ){4}client\d+ and 2 more\./)
  })

  test('takes its rates with it', async () => {
    const tid = await addTariff(api, 'SELL')
    await api.admin.call(rates.createTariffRate, { params: { tid }, body: rateForm })
    expect((await api.admin.call(tariffs.deleteTariff, { params: { id: tid } })).status).toBe(204)
    const list = await api.admin.call(rates.listTariffRates, { params: { tid } })
    expect(list.status).toBe(404)
  })
})

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
    const read = () =>
      api.database
        .selectFrom('tariff')
        .where('id', '=', tid)
        .select('rates_version')
        .executeTakeFirstOrThrow()
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
    const dear = await add({ prefix: '7', rate: rate(100_000_000_001) })
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
      const answer = await api.admin.call(rates.listTariffRates, {
        params: { tid },
        query: { cursor },
      })
      expect(answer.problem.fields).toHaveProperty('cursor')
    }
  })
})
