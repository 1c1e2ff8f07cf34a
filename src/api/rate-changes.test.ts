import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import * as rates from '#contract/tariff-rates.ts'
import { percent, rate } from '#core/money.ts'
import { startApi, type TestApi } from '#test/support/api.ts'
import { addTariff, lastActivity } from '#test/support/configuration.ts'
import { rateForm } from '#test/support/forms.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('no rate is raised above what a rate may be', async () => {
  const params = { tid: await addTariff(api, 'SELL') }
  const high = rate(50_000_000_000_000)
  const steps = [{ after_seconds: 60, rate: high, increment: 1 }]
  const body = { ...rateForm, rate: rate(1), steps }
  const { data } = await api.admin.call(rates.createTariffRate, { params, body })
  const raise = { ids: [data.id], percent: percent(1_000_001), rate: null, blocked: null }
  const refused = await api.admin.call(rates.changeTariffRates, { params, body: raise })
  expect(refused.problem.fields).toEqual({ percent: 'A rate would be above 1,000,000.' })
  const half = { ...raise, percent: percent(1_000_000) }
  expect((await api.admin.call(rates.changeTariffRates, { params, body: half })).status).toBe(204)
})

test('several rates are changed and deleted, all of them or none', async () => {
  const tid = await addTariff(api, 'SELL')
  const params = { tid }
  const add = (change: Partial<BodyOf<typeof rates.createTariffRate>>) =>
    api.admin.call(rates.createTariffRate, { params, body: { ...rateForm, ...change } })
  const steps = [{ after_seconds: 60, rate: rate(600_000), increment: 1 }]
  const one = await add({ prefix: '1', rate: rate(1_000_000), first_rate: rate(500_000), steps })
  const two = await add({ prefix: '2', rate: rate(3_000_000) })
  const ids = [one.data.id, two.data.id]
  const nothing = { percent: null, rate: null, blocked: null }
  const change = (body: Partial<BodyOf<typeof rates.changeTariffRates>>) =>
    api.admin.call(rates.changeTariffRates, { params, body: { ...nothing, ids, ...body } })
  const read = async () => (await api.admin.call(rates.listTariffRates, { params })).data

  expect((await change({ percent: percent(-100_000) })).status).toBe(204)
  expect(await read()).toMatchObject([
    { rate: 900_000, first_rate: 450_000, steps: [{ rate: 540_000 }], version: 2 },
    { rate: 2_700_000, first_rate: null, version: 2 },
  ])
  expect(await lastActivity(api)).toMatchObject({ action: 'UPDATE', entity: 'tariff_rate' })
  await change({ rate: rate(7), blocked: true })
  expect(await read()).toMatchObject([
    { rate: 7, first_rate: 450_000, blocked: true },
    { rate: 7, blocked: true },
  ])
  const other = await addTariff(api, 'SELL')
  const foreign = { params: { tid: other }, body: { ...nothing, ids, blocked: false } }
  expect((await api.admin.call(rates.changeTariffRates, foreign)).status).toBe(404)
  expect((await change({ ids: [...ids, 999_999], blocked: false })).status).toBe(404)
  expect((await change({ percent: percent(-1_000_001) })).status).toBe(400)
  expect((await read()).every(({ blocked }) => blocked)).toBe(true)
  await api.admin.call(rates.deleteTariffRates, { params, body: { ids } })
  expect(await read()).toEqual([])
})
