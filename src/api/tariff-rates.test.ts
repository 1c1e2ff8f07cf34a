// Which rate in force a new one would take the place of.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import { createTariffRate, getReplacedRate } from '#contract/tariff-rates.ts'
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
