// The prices of a reseller beside its costs: saved, imported and compared.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { createRateChange, type RateChangeForm } from '#contract/rate-imports/rate-changes.ts'
import * as imports from '#contract/rate-imports/rate-imports.ts'
import { compareTariffs } from '#contract/tariffs/rate-comparison.ts'
import { createTariffRate, getRateCost, updateTariffRate } from '#contract/tariffs/tariff-rates.ts'
import { createTariff, listTariffs } from '#contract/tariffs/tariffs.ts'
import type { LossPolicy } from '#core/account/reseller.ts'
import { rate } from '#core/money.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addResellerNamed, addTariff } from '#test/support/configuration.ts'
import { doRateImports } from '#test/support/do-jobs.ts'
import { rateForm, settlementForm, tariffForm } from '#test/support/forms.ts'
import { AT_ONCE, uploadRates } from '#test/support/rate-imports.ts'
import { changeRows } from '#test/support/rows.ts'
import { withoutUnseen } from '#test/support/seen-body.ts'

const api = apiForFile()
let amber: Session
let amber_id: number
let cost: number
let sell: number

const SINCE = { effective_from: '2026-01-01T00:00:00.000Z' }
const wholeBody = (prefix: string, price: number, change: object = {}) => ({
  ...{ ...rateForm, prefix, rate: rate(price), ...SINCE },
  ...change,
})
const bodyOf = (...of: Parameters<typeof wholeBody>) =>
  withoutUnseen('RESELLER', createTariffRate, wholeBody(...of)) as typeof rateForm
const addRate = (tid: number, ...of: Parameters<typeof wholeBody>) =>
  amber.call(createTariffRate, { params: { tid }, body: bodyOf(...of) })
const addCost = (tid: number, ...of: Parameters<typeof wholeBody>) =>
  api.admin.call(createTariffRate, { params: { tid }, body: wholeBody(...of) })
const setPolicy = (loss_policy: LossPolicy) =>
  changeRows(api, 'reseller', { account_id: amber_id }, { loss_policy })

beforeAll(async () => {
  cost = await addTariff(api, 'RESELLER_COST')
  const prices = [
    ['', 9_000_000],
    ['44', 2_000_000],
    ['447', 5_000_000],
    ['4479', 8_000_000],
  ] as const
  for (const [prefix, price] of prices) await addCost(cost, prefix, price)
  await addCost(cost, '4470', 90_000_000, { blocked: true })
  // The operator's own cost is not that of the reseller.
  const buy = await addTariff(api, 'BUY')
  await addCost(buy, '44', 70_000_000)
  await api.admin.call(createSettlement, { body: settlementForm(buy) })
  amber_id = await addResellerNamed(api, cost, 'Amber')
  amber = await api.signIn('amber', 'RESELLER')
  const form = { ...tariffForm, name: 'Retail' }
  const own = withoutUnseen('RESELLER', createTariff, form) as typeof form
  sell = (await amber.call(createTariff, { body: own })).data.id
})
beforeEach(() => setPolicy('WARN'))

const costOf = async (prefix: string) =>
  (await amber.call(getRateCost, { params: { tid: sell }, query: { prefix } })).data.cost

describe('the cost of a rate', () => {
  test('is the highest of its numbers, unless the tariff has a longer rate for them', async () => {
    expect(await costOf('49')).toEqual({ prefix: '', rate: 9_000_000 })
    expect(await costOf('4420')).toEqual({ prefix: '44', rate: 2_000_000 })
    expect(await costOf('447')).toEqual({ prefix: '4479', rate: 8_000_000 })
    await addRate(sell, '4479', 9_000_000)
    expect(await costOf('447')).toEqual({ prefix: '447', rate: 5_000_000 })
  })

  test('is not compared in tariffs of the operator, nor shown of others', async () => {
    const query = { prefix: '44' }
    const theirs = await amber.call(getRateCost, { params: { tid: cost }, query })
    expect(theirs.data).toEqual({ cost: null, loss_policy: null })
    const foreign = await addTariff(api, 'SELL')
    const { status } = await amber.call(getRateCost, { params: { tid: foreign }, query })
    expect(status).toBe(404)
  })
})

describe('a rate below cost', () => {
  test('is refused where calls below cost are', async () => {
    await setPolicy('BLOCK')
    const refused = await addRate(sell, '4420', 1_999_999)
    expect(refused.problem.fields).toEqual({ rate: 'Below your cost of 0.02 by 44.' })
    const { data } = await addRate(sell, '4420', 2_000_000)
    const lower = { ...bodyOf('4420', 1_000_000), version: 1 }
    const params = { tid: sell, id: data.id }
    expect((await amber.call(updateTariffRate, { params, body: lower })).status).toBe(400)
    expect((await addRate(sell, '4421', 1, { blocked: true })).status).toBe(200)
    await setPolicy('WARN')
    expect((await amber.call(updateTariffRate, { params, body: lower })).status).toBe(200)
  })

  test('is counted in the preview of an import, and not applied where refused', async () => {
    const lines = 'prefix,rate\n49,0.10\n4430,0.01\n4431,0.03\n'
    const { data } = await uploadRates(amber, sell, lines)
    for (const hidden of ['created_by', 'settlement_id', 'settlement_name']) {
      expect(data).not.toHaveProperty(hidden)
    }
    const params = { id: data.id }
    const body = { layout: data.layout as NonNullable<typeof data.layout>, ...AT_ONCE }
    await amber.call(imports.previewRateImport, { params, body })
    await doRateImports(api)
    const preview = await amber.call(imports.getRateImport, { params })
    expect(preview.data).toMatchObject({ state: 'PREVIEWED', new_count: 3, below_cost_count: 1 })
    const query = { warning: 'below_cost' } as const
    const rows = await amber.call(imports.listRateImportRows, { params, query })
    expect(rows.data).toMatchObject([
      { prefix: '4430', cost_rate: 2_000_000, cost_tariff_name: expect.stringMatching(/./) },
    ])
    const apply = () =>
      amber.call(imports.applyRateImport, {
        params,
        body: { skips_invalid: false, confirms_large: true },
      })
    await setPolicy('BLOCK')
    expect((await apply()).problem.message).toBe(
      'Rates below your cost: 1. Correct or remove them.',
    )
    await setPolicy('WARN')
    expect((await apply()).status).toBe(200)
    await doRateImports(api)
    expect((await amber.call(imports.getRateImport, { params })).data.state).toBe('APPLIED')
  })

  test('is not imported into a tariff that is not its own', async () => {
    expect((await uploadRates(amber, cost, 'prefix,rate\n1,1\n')).status).toBe(404)
    const { mode: _, ...at_once } = AT_ONCE
    const body = {
      ...{ ids: null, filter: { q: '44', state: 'current' }, ...at_once },
      operations: [{ field: 'blocked', kind: 'set', value: true }],
    } satisfies RateChangeForm
    const { status } = await amber.call(createRateChange, { params: { tid: cost }, body })
    expect(status).toBe(404)
  })
})

test('a comparison has the cost tariff as cost, and the margin', async () => {
  await addRate(sell, '45', 9_500_000)
  const own = await amber.call(listTariffs, {})
  expect(own.data.map(({ id, is_own }) => [id, is_own])).toContainEqual([cost, false])
  const query = { tariffs: `${sell},${cost}`, prefix: '45' }
  const { data } = await amber.call(compareTariffs, { query })
  expect(data).toMatchObject([{ prefix: '45', lowest_sell: 9_500_000, lowest_cost: 9_000_000 }])
  expect(data[0]?.margin).toBe(500_000)
})
