// Tariffs with a markup: copies, and followers, whose rates are always what the core makes of those
// of the parent, however these were changed.

import { beforeAll, expect, test } from 'vitest'
import { listRateImportParties } from '#contract/rate-imports/rate-imports.ts'
import { createCurrency, getCurrency, updateCurrency } from '#contract/tariffs/currencies.ts'
import {
  copyTariff,
  deleteMarkup,
  getMarkup,
  previewTariffCopy,
  updateMarkup,
} from '#contract/tariffs/markups.ts'
import {
  createTariffRate,
  deleteTariffRate,
  deleteTariffRates,
  listTariffRates,
  updateTariffRate,
} from '#contract/tariffs/tariff-rates.ts'
import { deleteTariff, getTariff, listTariffs } from '#contract/tariffs/tariffs.ts'
import { fx, money, percent, rate, SYSTEM_FX } from '#core/money.ts'
import { makeClient } from '#db/database.ts'
import { computeNextMarkup } from '#db/tariffs/markup-work.ts'
import { apiForFile } from '#test/support/api.ts'
import { addClient, addRate, addTariff, addTimeWindow, named } from '#test/support/configuration.ts'
import { doMarkups } from '#test/support/do-jobs.ts'
import { rateForm } from '#test/support/forms.ts'
import { COPY, type CopyForm, computed, RULES, ratesOf } from '#test/support/markups.ts'
import { signInAdmin } from '#test/support/people.ts'
import { makeChance } from '#test/support/random.ts'
import {
  applyRates,
  previewRateChange,
  previewRates,
  requestRateChange,
  undoRates,
  uploadRates,
} from '#test/support/rate-imports.ts'
import { readRow } from '#test/support/rows.ts'

const api = apiForFile()
beforeAll(async () => {
  await api.admin.call(createCurrency, { body: { code: 'IDR', name: 'Rupiah', rate: fx(6_250) } })
})

async function copy(id: number, change: Partial<CopyForm> = {}): Promise<number> {
  const body = { ...COPY, name: named('copy'), ...change }
  const { status, data, problem } = await api.admin.call(copyTariff, { params: { id }, body })
  expect([status, problem.fields]).toEqual([200, undefined])
  return data.id
}

const add = (tid: number, change: object) => addRate(api, tid, change)

const inHours = (hours: number) => new Date(api.clock.now + hours * 3_600_000).toISOString()

test('a follower equals the whole computation after any changes of its parent', async () => {
  const chance = makeChance(16)
  const parent = await addTariff(api, 'BUY')
  const window_id = await addTimeWindow(api)
  const follower = await copy(parent)
  const rules = [{ prefix: '', percent: percent(33_333), fixed: rate(1) }]
  const ofFollower = { ...COPY, rules, decimals: 5, rounding_mode: 'UP' as const }
  const grandchild = await copy(follower, ofFollower)
  const params = { tid: parent }
  const some = () => '44712'.slice(0, chance.whole(0, 5)) + chance.whole(0, 9)
  const price = () => rate(chance.whole(0, 9_999_999))
  const form = () => ({
    ...rateForm,
    prefix: some(),
    rate: price(),
    first_rate: chance.pick([null, price()]),
    steps: chance.pick([[], [{ after_seconds: 60, rate: price(), increment: 6 }]]),
    connect_fee: chance.pick([null, money(500)]),
    window_id: chance.pick([null, null, window_id]),
    effective_from: inHours(chance.whole(-9, 9)),
    blocked: chance.pick([true, false]),
  })
  const ids = async () =>
    (await api.admin.call(listTariffRates, { params, query: { limit: 1000 } })).data
  const file = () => ['Prefix,Destination,Rate', `${some()},A,0.0${chance.whole(1, 999)}`]
  let applied = 0
  const ways: (() => Promise<unknown>)[] = [
    () => api.admin.call(createTariffRate, { params, body: form() }),
    () => api.admin.call(createTariffRate, { params, body: form() }),
    async () => {
      const { id, version } = chance.pick(await ids())
      const body = { ...form(), version }
      return api.admin.call(updateTariffRate, { params: { tid: parent, id }, body })
    },
    async () => {
      const { id } = chance.pick(await ids())
      return api.admin.call(deleteTariffRate, { params: { tid: parent, id } })
    },
    async () => {
      const chosen = (await ids()).filter(() => chance.next() < 0.4).map(({ id }) => id)
      if (chosen.length === 0) return undefined
      const operations = [{ field: 'rate', kind: 'percent', value: '1.2345' }] as const
      const { id } = await previewRateChange(api, parent, { ids: chosen, filter: null, operations })
      return applyRates(api, id)
    },
    async () => {
      const chosen = (await ids()).filter(() => chance.next() < 0.1).map(({ id }) => id)
      return api.admin.call(deleteTariffRates, { params, body: { ids: chosen } })
    },
    async () => {
      const { id } = await previewRates(api, parent, file())
      applied = (await applyRates(api, id)).id
    },
    () => (applied ? undoRates(api, applied).catch(() => undefined) : Promise.resolve()),
  ]
  for (let i = 0; i < 6; i++) await add(parent, form())
  for (let i = 0; i < 20; i++) {
    await chance.pick(ways)()
    if (chance.next() < 0.4) continue
    await doMarkups(api)
    const of_parent = await ratesOf(api, parent)
    const of_follower = await ratesOf(api, follower)
    expect(of_follower).toEqual(computed(of_parent))
    expect(await ratesOf(api, grandchild)).toEqual(computed(of_follower, ofFollower))
  }
  await doMarkups(api)
  const version = await versionOf(follower)
  await doMarkups(api)
  expect(await versionOf(follower)).toBe(version)
})

const versionOf = async (id: number) => (await readRow(api, 'tariff', { id })).rates_version

test('only what has changed is written, and nothing before it is whole', async () => {
  const parent = await addTariff(api, 'BUY')
  await add(parent, { prefix: '1', rate: rate(100) })
  const other = await add(parent, { prefix: '2', rate: rate(100) })
  const tid = await copy(parent)
  await doMarkups(api)
  const list = async () => (await api.admin.call(listTariffRates, { params: { tid } })).data
  const before = await list()
  const params = { tid: parent, id: other.id }
  const body = { ...rateForm, prefix: '3', rate: rate(500), version: other.version }
  expect((await api.admin.call(updateTariffRate, { params, body })).status).toBe(200)
  const stateOf = async () =>
    (await api.admin.call(getTariff, { params: { id: tid } })).data.markup_state
  expect(await stateOf()).toBe('PENDING')
  // The process ends in the middle.
  const client = makeClient(api.jobs_url, 'test')
  await client.connect()
  await client.query('begin isolation level repeatable read')
  expect(await computeNextMarkup(client)).toBe(true)
  expect(await list()).toEqual(before)
  await client.end()
  expect(await stateOf()).toBe('PENDING')
  await doMarkups(api)
  const after = await list()
  expect(after.map(({ prefix }) => prefix)).toEqual(['1', '3'])
  expect(after[0]).toEqual(before[0])
  expect(await stateOf()).toBe('CURRENT')
})

test('a copy has the rates that count, converted, and then is like any other tariff', async () => {
  const parent = await addTariff(api, 'BUY')
  await add(parent, { prefix: '44', rate: rate(5_000), effective_from: inHours(-9) })
  await add(parent, { prefix: '44', rate: rate(1_000), effective_from: inHours(-1) })
  await add(parent, { prefix: '44', rate: rate(3_000), effective_from: inHours(1) })
  const fee = { connect_fee: money(8), attempt_fee: money(3) }
  await add(parent, { prefix: '7', rate: rate(2_000), ...fee, effective_from: inHours(-1) })
  // After a promotion that ends, the rate before it counts again.
  await add(parent, { prefix: '8', rate: rate(4_000), effective_from: inHours(-9) })
  const promotion = { effective_from: inHours(-1), effective_until: inHours(1) }
  await add(parent, { prefix: '8', rate: rate(1_000), ...promotion })
  const rules = [{ prefix: '', percent: percent(500_000), fixed: rate(2_500) }]
  const change = { currency: 'IDR', follows: false, decimals: 0, rules } as const
  const { kind: _, ...asked } = { ...COPY, ...change }
  const preview = await api.admin.call(previewTariffCopy, { params: { id: parent }, body: asked })
  expect(preview.data).toMatchObject({ rates_count: 5, problem: null })
  const id = await copy(parent, change)
  const early = { params: { tid: id }, body: { ...rateForm, prefix: '1' } }
  const refused = await api.admin.call(createTariffRate, early)
  expect(refused.status).toBe(409)
  await doMarkups(api)
  const rows = await ratesOf(api, id)
  // 16,000 rupiah a dollar.
  expect(rows.map((row) => [row.prefix, row.rate])).toEqual([
    ['44', 0],
    ['44', 100_000_000],
    ['7', 0],
    ['8', 100_000_000],
    ['8', 0],
  ])
  expect(rows[2]).toMatchObject({ connect_fee: 128_000, attempt_fee: 48_000 })
  expect(preview.data.examples.map((one) => one.rate)).toEqual([0, 100_000_000, 0])
  const typed = { ...change, exchange: fx(2_000_000_000_000), has_past: true }
  const other = await copy(parent, typed)
  await doMarkups(api)
  expect((await ratesOf(api, other)).map((row) => row.rate)).toEqual([
    200_000_000, 0, 100_000_000, 100_000_000, 100_000_000, 0,
  ])
  expect((await add(id, { prefix: '1' })).prefix).toBe('1')
  expect((await api.admin.call(getTariff, { params: { id } })).data.markup_state).toBe(null)
})

test('an exchange rate of the settings that changes is a change of all its rates', async () => {
  const parent = await addTariff(api, 'BUY')
  await add(parent, { prefix: '44', rate: rate(1_000_000) })
  const id = await copy(parent, { currency: 'IDR' })
  await doMarkups(api)
  const params = { code: 'IDR' }
  const { name, version } = (await api.admin.call(getCurrency, { params })).data
  await api.admin.call(updateCurrency, {
    params,
    body: { name, rate: fx(5_000), version } as never,
  })
  await doMarkups(api)
  const exchange = { from_fx: SYSTEM_FX, to_fx: fx(5_000) }
  expect(await ratesOf(api, id)).toEqual(computed(await ratesOf(api, parent), COPY, exchange))
})

test('a follower is changed by its rules, or by hand once it is released', async () => {
  const parent = await addTariff(api, 'BUY')
  await add(parent, { prefix: '44', rate: rate(1_000_000) })
  const id = await copy(parent)
  await doMarkups(api)
  const tid = { tid: id }
  const [row] = (await api.admin.call(listTariffRates, { params: tid })).data
  const ids = [row!.id]
  const operations = [{ field: 'rate', kind: 'percent', value: '1' }] as const
  const version = row!.version
  const refused = [
    await api.admin.call(createTariffRate, { params: tid, body: rateForm }),
    await api.admin.call(updateTariffRate, {
      params: { tid: id, id: row!.id },
      body: { ...rateForm, version },
    }),
    await api.admin.call(deleteTariffRate, { params: { tid: id, id: row!.id } }),
    await requestRateChange(api.admin, id, { operations }),
    await api.admin.call(deleteTariffRates, { params: tid, body: { ids } }),
    await uploadRates(api.admin, id, 'Prefix,Rate\n1,2\n'),
    await api.admin.call(deleteTariff, { params: { id: parent } }),
  ]
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 409))
  const markup = (await api.admin.call(getMarkup, { params: { id } })).data
  expect(markup).toMatchObject({ parent_id: parent, state: 'CURRENT', rules: RULES })
  const rules = [{ prefix: '', percent: percent(0), fixed: rate(77) }]
  const body = { rules, decimals: 8, rounding_mode: 'UP' as const, version: markup.version }
  const changed = await api.admin.call(updateMarkup, { params: { id }, body })
  expect(changed.data.state).toBe('PENDING')
  await doMarkups(api)
  expect((await ratesOf(api, id)).map((one) => one.rate)).toEqual([1_000_077])
  const stale = await api.admin.call(updateMarkup, { params: { id }, body })
  expect(stale.status).toBe(409)
  expect((await api.admin.call(deleteMarkup, { params: { id } })).status).toBe(204)
  await add(parent, { prefix: '1' })
  await doMarkups(api)
  expect((await ratesOf(api, id)).length).toBe(1)
  expect((await add(id, { prefix: '2' })).prefix).toBe('2')
  expect((await api.admin.call(deleteTariff, { params: { id: parent } })).status).toBe(204)
})

test('rates beyond their limits are refused; if they come later, the old ones stay', async () => {
  const parent = await addTariff(api, 'BUY')
  const big = await add(parent, { prefix: '44', rate: rate(1_000) })
  const rules = [{ prefix: '', percent: percent(0), fixed: rate(-900) }]
  const low = { ...COPY, name: named('copy'), rules: [{ ...rules[0]!, fixed: rate(-1_100) }] }
  const refused = await api.admin.call(copyTariff, { params: { id: parent }, body: low })
  expect(refused.problem.fields?.rules).toBe('44 United Kingdom: the rate would be below 0.')
  const id = await copy(parent, { rules, decimals: 8 })
  await doMarkups(api)
  const params = { tid: parent, id: big.id }
  const body = { ...rateForm, rate: rate(800), version: big.version }
  await api.admin.call(updateTariffRate, { params, body })
  await doMarkups(api)
  const { data } = await api.admin.call(getMarkup, { params: { id } })
  expect([data.state, data.error]).toEqual([
    'FAILED',
    '44 United Kingdom: the rate would be below 0.',
  ])
  expect((await ratesOf(api, id)).map((row) => row.rate)).toEqual([100])
  const back = { ...body, rate: rate(950), version: big.version + 1 }
  await api.admin.call(updateTariffRate, { params, body: back })
  await doMarkups(api)
  expect((await ratesOf(api, id)).map((row) => row.rate)).toEqual([50])
  expect((await api.admin.call(getMarkup, { params: { id } })).data.state).toBe('CURRENT')
})

test('five tariffs follow one another, and no sixth', async () => {
  let id = await addTariff(api, 'BUY')
  for (let i = 0; i < 5; i++) id = await copy(id)
  const body = { ...COPY, name: named('copy') }
  const { problem } = await api.admin.call(copyTariff, { params: { id }, body })
  expect(Object.keys(problem.fields ?? {})).toEqual(['follows'])
})

test('who does not see costs sees neither the markup on them nor a copy', async () => {
  const id = await addTariff(api, 'BUY')
  const follower = await copy(id)
  const permissions = ['tariffs.view', 'tariffs.edit', 'tariffs.create'] as const
  const sales = await signInAdmin(api, 'sales', { permissions, hides_costs: true })
  const { data } = await sales.call(listTariffs, { query: { limit: 1000 } })
  expect(data.map((one) => one.id)).toContain(follower)
  const body = { ...COPY, name: named('copy') }
  const { name: _, kind: _kind, ...asked } = body
  const hidden = [
    await sales.call(getMarkup, { params: { id: follower } }),
    await sales.call(deleteMarkup, { params: { id: follower } }),
    await sales.call(copyTariff, { params: { id }, body }),
    await sales.call(previewTariffCopy, { params: { id }, body: asked }),
  ]
  expect(hidden.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('an import names the followers of its tariff, with the accounts that use them', async () => {
  const tid = await addTariff(api, 'SELL')
  const child = await copy(tid)
  const grandchild = await copy(child)
  const client = await addClient(api, { tariff_id: grandchild })
  const { id } = await previewRates(api, tid, ['Prefix,Rate', '44,0.03'])
  const { data } = await api.admin.call(listRateImportParties, { params: { id } })
  const { name } = client.data
  const accounts = [{ id: client.id, kind: 'WHOLESALE', name, level: null }]
  expect(data.followers.toSorted((a, b) => a.id - b.id)).toMatchObject([
    { id: child, accounts_count: 0, accounts: [] },
    { id: grandchild, accounts_count: 1, accounts },
  ])
})
