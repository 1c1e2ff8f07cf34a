// The prices of a reseller beside its costs: saved, imported and compared.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { createRateChange, type RateChangeForm } from '#contract/rate-imports/rate-changes.ts'
import * as imports from '#contract/rate-imports/rate-imports.ts'
import { createCurrency } from '#contract/tariffs/currencies.ts'
import {
  copyTariff,
  followTariff,
  getMarkup,
  previewTariffCopy,
  updateMarkup,
} from '#contract/tariffs/markups.ts'
import { compareTariffs } from '#contract/tariffs/rate-comparison.ts'
import {
  createTariffRate,
  getRateCost,
  listTariffRates,
  updateTariffRate,
} from '#contract/tariffs/tariff-rates.ts'
import { createTariff, listTariffs } from '#contract/tariffs/tariffs.ts'
import type { LossPolicy } from '#core/account/reseller.ts'
import { fx, percent, rate } from '#core/money.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addResellerNamed, addTariff, named } from '#test/support/configuration.ts'
import { doMarkups, doRateImports } from '#test/support/do-jobs.ts'
import { rateForm, settlementForm, tariffForm } from '#test/support/forms.ts'
import { COPY } from '#test/support/markups.ts'
import { makeChance } from '#test/support/random.ts'
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

async function addOwn(name: string): Promise<number> {
  const form = { ...tariffForm, name }
  const body = withoutUnseen('RESELLER', createTariff, form) as typeof form
  return (await amber.call(createTariff, { body })).data.id
}

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
  sell = await addOwn('Retail')
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
        body: {
          skips_invalid: false,
          confirms_large: true,
          confirms_removed: true,
          country_conflicts_reason: '',
        },
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

describe('a markup below cost', () => {
  const markedUp = (by: number) => ({
    rules: [{ prefix: '', percent: percent(by * 10_000), fixed: rate(0) }],
    ...{ decimals: 8, rounding_mode: 'UP' as const },
  })

  /** The number of rates of which the form says that they are below cost. */
  async function countByForm(tid: number): Promise<number> {
    const { data } = await amber.call(listTariffRates, { params: { tid } })
    let count = 0
    for (const { prefix, blocked, reverse_billing, rate: price } of data) {
      const { data: found } = await amber.call(getRateCost, { params: { tid }, query: { prefix } })
      const sold = reverse_billing ? -price : price
      if (found.cost && !blocked && sold < found.cost.rate) count += 1
    }
    return count
  }

  test('is counted in its preview as the form of a rate sees each', async () => {
    const chance = makeChance(3)
    await api.admin.call(createCurrency, { body: { code: 'IDR', name: 'Rupiah', rate: fx(6_250) } })
    let all = 0
    for (let round = 0; round < 12; round++) {
      const parent = await addOwn(named('parent'))
      for (let at = 0; at < 6; at++) {
        const prefix = '4479'.slice(0, chance.whole(0, 4)) + chance.pick(['', '', '0', '2', '78'])
        const free = { blocked: chance.next() < 0.1, reverse_billing: chance.next() < 0.1 }
        const body = wholeBody(prefix, chance.whole(0, 18_000_000), free)
        await api.admin.call(createTariffRate, { params: { tid: parent }, body })
      }
      const currency = chance.pick(['USD', 'IDR'])
      const body = { ...COPY, ...markedUp(-20), currency, follows: false }
      const params = { id: parent }
      const { kind: _, ...asked } = body
      const { data } = await amber.call(previewTariffCopy, { params, body: asked })
      const copied = await amber.call(copyTariff, {
        params,
        body: { ...body, name: named('copy') },
      })
      await doMarkups(api)
      expect(data.below_cost_count).toBe(await countByForm(copied.data.id))
      all += data.below_cost_count
    }
    expect(all).toBeGreaterThan(12)
  })

  test('is not saved where calls below cost are refused', async () => {
    await setPolicy('BLOCK')
    const params = { id: cost }
    const copy = (by: number) =>
      amber.call(copyTariff, { params, body: { ...COPY, ...markedUp(by), name: named('copy') } })
    // All but the blocked one.
    const refused = { rules: 'Rates below your cost: 4. Raise the markup.' }
    expect((await copy(-1)).problem.fields).toEqual(refused)
    const { data } = await copy(0)
    expect(data.markup_state).toBe('PENDING')
    const { version } = (await amber.call(getMarkup, { params: { id: data.id } })).data
    const change = (by: number) =>
      amber.call(updateMarkup, { params: { id: data.id }, body: { ...markedUp(by), version } })
    expect((await change(-1)).problem.fields).toEqual(refused)
    const own = await addOwn('Follower')
    const follow = (by: number) =>
      amber.call(followTariff, { params: { id: own }, body: { ...markedUp(by), parent_id: cost } })
    expect((await follow(-1)).problem.fields).toEqual(refused)
    expect((await follow(0)).status).toBe(200)
    await setPolicy('WARN')
    expect((await change(-1)).status).toBe(200)
  })

  test('is not counted where calls below cost are allowed, nor of the operator', async () => {
    const { kind: _, ...asked } = { ...COPY, ...markedUp(-1) }
    const countFor = async (session: Session) =>
      (await session.call(previewTariffCopy, { params: { id: cost }, body: asked })).data
        .below_cost_count
    expect([await countFor(amber), await countFor(api.admin)]).toEqual([4, 0])
    await setPolicy('ALLOW')
    expect(await countFor(amber)).toBe(0)
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
