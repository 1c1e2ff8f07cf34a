// Rates found by country, those that will change, and which one a new one takes the place of.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import { createTariffRate, getReplacedRate, listTariffRates } from '#contract/tariff-rates.ts'
import { rate } from '#core/money.ts'
import { startApi, type TestApi } from '#test/support/api.ts'
import { addTariff, addTimeWindow } from '#test/support/configuration.ts'
import { rateForm } from '#test/support/forms.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('a rate would replace that of its prefix and hours in force when it begins', async () => {
  const tid = await addTariff(api, 'SELL')
  const window_id = await addTimeWindow(api)
  const at = (days: number) => new Date(api.clock.now + days * 86_400_000).toISOString()
  const add = async (change: Partial<BodyOf<typeof createTariffRate>>) => {
    const body = { ...rateForm, prefix: '447', ...change }
    return (await api.admin.call(createTariffRate, { params: { tid }, body })).data.id
  }
  const old = await add({ effective_from: at(-9) })
  const current = await add({ effective_from: at(-2), effective_until: at(5) })
  const future = await add({ effective_from: at(3), effective_until: at(4) })
  const nightly = await add({ effective_from: at(-1), window_id })
  await add({ prefix: '44', effective_from: at(-3) })

  const replaced = async (query: object) => {
    const { data } = await api.admin.call(getReplacedRate, { params: { tid }, query })
    return data?.id ?? null
  }
  expect(await replaced({ prefix: '447' })).toBe(current)
  expect(await replaced({ prefix: '447', window_id })).toBe(nightly)
  expect(await replaced({ prefix: '447', at: at(3.5) })).toBe(future)
  // What has ended gives its place back to the one before.
  expect(await replaced({ prefix: '447', at: at(6) })).toBe(old)
  expect(await replaced({ prefix: '447', but_id: current })).toBe(old)
  expect(await replaced({ prefix: '447', at: at(-10) })).toBe(null)
  expect(await replaced({ prefix: '4477' })).toBe(null)
  expect(await replaced({})).toBe(null)
  const foreign = await api.admin.call(getReplacedRate, { params: { tid: 999_999 } })
  expect(foreign.status).toBe(404)
})

test('rates of a country have its codes, without those of others within them', async () => {
  const tid = await addTariff(api, 'SELL')
  for (const prefix of ['', '1', '1212', '1416', '7', '7495', '77', '44']) {
    await api.admin.call(createTariffRate, { params: { tid }, body: { ...rateForm, prefix } })
  }
  const prefixes = async (country: string) => {
    const { data } = await api.admin.call(listTariffRates, { params: { tid }, query: { country } })
    return data.map(({ prefix }) => prefix)
  }
  expect(await prefixes('US')).toEqual(['1', '1212'])
  expect(await prefixes('CA')).toEqual(['1416'])
  expect(await prefixes('RU')).toEqual(['7', '7495'])
  expect(await prefixes('KZ')).toEqual(['77'])
  expect(await prefixes('AQ')).toEqual([])
})

test('a coming rate has beside it the one in force', async () => {
  const tid = await addTariff(api, 'SELL')
  const tomorrow = new Date(api.clock.now + 86_400_000).toISOString()
  const add = (prefix: string, price: number, effective_from: string | null) => {
    const body = { ...rateForm, prefix, rate: rate(price), effective_from }
    return api.admin.call(createTariffRate, { params: { tid }, body })
  }
  await add('44', 1_000_000, null)
  await add('44', 1_500_000, tomorrow)
  await add('49', 2_000_000, tomorrow)
  const { data } = await api.admin.call(listTariffRates, { params: { tid } })
  expect(data.map(({ prefix, state, rate_now }) => [prefix, state, rate_now])).toEqual([
    ['44', 'active', null],
    ['44', 'future', 1_000_000],
    ['49', 'future', null],
  ])
})
