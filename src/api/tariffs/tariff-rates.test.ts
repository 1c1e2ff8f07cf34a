// Rates found by country, those that will change, and which one a new one takes the place of.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { me } from '#contract/people/session.ts'
import {
  deleteTariffRate,
  deleteTariffRates,
  getReplacedRate,
  listRateHistory,
  listTariffRates,
  updateTariffRate,
} from '#contract/tariffs/tariff-rates.ts'
import { rate } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import { addClientNamed, addRate, addTariff, addTimeWindow } from '#test/support/configuration.ts'
import { rateForm } from '#test/support/forms.ts'
import { applyRates, previewRateChange } from '#test/support/rate-imports.ts'

const api = apiForFile()

test('a rate counts again after one that ends, unless another one counts', async () => {
  const at = (days: number) => new Date(api.clock.now + days * 24 * 3_600_000).toISOString()
  const tid = await addTariff(api, 'SELL')
  const period = (prefix: string, from: number, until?: number) => {
    const effective_until = until === undefined ? null : at(until)
    return addRate(api, tid, { prefix, effective_from: at(from), effective_until })
  }
  // A promotion, within it another one, and a third that begins when they end.
  await period('1', -9)
  await period('1', -5, 5)
  await period('1', -3, 2)
  await period('1', 5, 7)
  // Rate 2 ends with its promotion, and rate 3 is replaced by then.
  await period('2', -9, 4)
  await period('2', -5, 4)
  await period('3', -9)
  await period('3', -5, 5)
  await period('3', 4)
  // A promotion that is over.
  await period('4', -9)
  await period('4', -5, -4)
  const listed = async (state: 'all' | 'again' | 'current') =>
    (await api.admin.call(listTariffRates, { params: { tid }, query: { state } })).data
  const day = (text: string) => Math.round((Date.parse(text) - api.clock.now) / 86_400_000)
  const all = await listed('all')
  expect(all.map((row) => [row.prefix, row.state, day(row.counts_from)])).toEqual([
    ['1', 'again', 7],
    ['1', 'again', 2],
    ['1', 'active', -3],
    ['1', 'future', 5],
    ['2', 'expired', -9],
    ['2', 'active', -5],
    ['3', 'expired', -9],
    ['3', 'active', -5],
    ['3', 'future', 4],
    ['4', 'active', -9],
    ['4', 'expired', -5],
  ])
  expect(await listed('again')).toHaveLength(2)
  expect(await listed('current')).toHaveLength(8)
})

test('a rate would replace that of its prefix and hours in force when it begins', async () => {
  const tid = await addTariff(api, 'SELL')
  const window_id = await addTimeWindow(api)
  const at = (days: number) => new Date(api.clock.now + days * 86_400_000).toISOString()
  const add = async (change: object) => (await addRate(api, tid, { prefix: '447', ...change })).id
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
  // A rate that has ended gives its place back to the one before.
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
    await addRate(api, tid, { prefix })
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

test('rates are searched by a name, the beginning of a prefix, or a number as pasted', async () => {
  const tid = await addTariff(api, 'SELL')
  for (const [prefix, destination] of [
    ['212', 'Morocco'],
    ['2126', 'Morocco mobile'],
    ['21', 'North Africa'],
    ['33', 'France'],
  ] as const) {
    await addRate(api, tid, { prefix, destination })
  }
  const found = async (q: string) => {
    const { data } = await api.admin.call(listTariffRates, { params: { tid }, query: { q } })
    return data.map(({ prefix }) => prefix)
  }
  expect(await found('morocco')).toEqual(['212', '2126'])
  expect(await found('+212')).toEqual(['212', '2126'])
  expect(await found('+212 661-234567')).toEqual(['21', '212', '2126'])
  expect(await found('0033 1 23 45 67 89')).toEqual(['33'])
})

test('a coming rate has beside it the one in force', async () => {
  const tid = await addTariff(api, 'SELL')
  const tomorrow = new Date(api.clock.now + 86_400_000).toISOString()
  await addRate(api, tid, { rate: rate(1_000_000) })
  await addRate(api, tid, { rate: rate(1_500_000), effective_from: tomorrow })
  await addRate(api, tid, { prefix: '49', rate: rate(2_000_000), effective_from: tomorrow })
  const { data } = await api.admin.call(listTariffRates, { params: { tid } })
  expect(data.map(({ prefix, state, rate_now }) => [prefix, state, rate_now])).toEqual([
    ['44', 'active', null],
    ['44', 'future', 1_000_000],
    ['49', 'future', null],
  ])
})

test('a rate has beside it the last other one, changed, deleted or earlier', async () => {
  const tid = await addTariff(api, 'SELL')
  const params = { tid }
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const add = (prefix: string, price: number, days: number) =>
    addRate(api, tid, { prefix, rate: rate(price), effective_from: inDays(days) })
  const change = ({ id, version }: { id: number; version: number }, price: number) => {
    const body = { ...rateForm, prefix: '49', rate: rate(price), version }
    return api.admin.call(updateTariffRate, {
      params: { tid, id },
      body: { ...body, effective_from: inDays(-5) },
    })
  }
  await add('44', 1_000_000, -5)
  await add('44', 1_500_000, 5)
  const changed = await add('49', 2_000_000, -5)
  const { data: dearer } = await change(changed, 3_000_000)
  await change(dearer, 3_000_000)
  const { id } = await add('7', 4_000_000, -5)
  await api.admin.call(deleteTariffRate, { params: { tid, id } })
  await add('7', 4_000_000, -4)
  await add('7', 5_000_000, -3)
  const { data } = await api.admin.call(listTariffRates, { params })
  expect(data.map(({ prefix, rate, previous_rate }) => [prefix, rate, previous_rate])).toEqual([
    ['44', 1_000_000, null],
    ['44', 1_500_000, 1_000_000],
    ['49', 3_000_000, 2_000_000],
    ['7', 4_000_000, null],
    ['7', 5_000_000, 4_000_000],
  ])
})

test('the history of a rate has every value that was in effect, and by whom', async () => {
  const tid = await addTariff(api, 'SELL')
  const params = { tid }
  const now = Date.now()
  const at = (days: number) => new Date(now + days * 86_400_000).toISOString()
  const body = { ...rateForm, prefix: '49', rate: rate(1_000_000), effective_from: at(-9) }
  const { id, version } = await addRate(api, tid, body)
  const dearer = { ...body, rate: rate(1_500_000), version }
  await api.admin.call(updateTariffRate, { params: { tid, id }, body: dearer })
  await addRate(api, tid, { ...body, prefix: '48' })
  const half = { field: 'rate', kind: 'percent', value: '-50' } as const
  const change = await previewRateChange(api, tid, { operations: [half] })
  await applyRates(api, change.id)
  await addRate(api, tid, { ...body, rate: rate(2_000_000), effective_from: at(2) })

  api.clock.now = Date.now() + 1000
  const query = { prefix: '49' }
  const { data } = await api.admin.call(listRateHistory, { params, query })
  const shown = data.map((row) => [row.state, row.rate, row.change_percent, row.source])
  expect(shown).toEqual([
    ['coming', 2_000_000, 1_666_666, 'FORM'],
    ['now', 750_000, -500_000, 'BULK'],
    ['past', 1_500_000, 500_000, 'FORM'],
    ['past', 1_000_000, null, 'FORM'],
  ])
  expect(data.map(({ username }) => username)).toEqual(Array(4).fill('admin'))
  expect(data.map(({ until }) => until)).toEqual([null, ...data.slice(0, 3).map((row) => row.from)])

  const inEffect = { state: 'active', prefix: '49' } as const
  const { data: active } = await api.admin.call(listTariffRates, { params, query: inEffect })
  const ids = active.map((row) => row.id)
  await api.admin.call(deleteTariffRates, { params, body: { ids } })
  api.clock.now = Date.now() + 1000
  const { data: left } = await api.admin.call(listRateHistory, { params, query })
  expect(left.map(({ state }) => state)).toEqual(['coming', 'past', 'past', 'past'])
  const foreign = await api.admin.call(listRateHistory, { params: { tid: 999_999 }, query })
  expect(foreign.status).toBe(404)
})

test('users of a client see what its rates were, and not by whom', async () => {
  const tid = await addTariff(api, 'SELL')
  await addClientNamed(api, tid, 'Past')
  await addRate(api, tid, { prefix: '49', effective_from: new Date(0).toISOString() })
  api.clock.now = Date.now() + 1000
  const client = await api.signIn('past', 'CLIENT')
  const { data } = await client.call(listRateHistory, { params: { tid }, query: { prefix: '49' } })
  expect(data).toMatchObject([{ state: 'now', rate: rateForm.rate }])
  for (const field of ['username', 'source', 'import_id', 'file_name']) {
    expect(data[0]).not.toHaveProperty(field)
  }
})

test('the history names an import, and the rate before is back after its undo', async () => {
  const tid = await addTariff(api, 'SELL')
  const { database } = api
  await addRate(api, tid, { prefix: '33', effective_from: new Date(0).toISOString() })
  const { id: user_id } = (await api.admin.call(me, {})).data
  const { rows } = await sql<{ id: number }>`insert into rate_import
    (tariff_id, file_name, state, created_by, applied_by, applied_at)
    values (${tid}, 'march.csv', 'APPLIED', ${user_id}, ${user_id}, now())
    returning id`.execute(database)
  const import_id = rows[0]?.id
  await sql`insert into tariff_rate (tariff_id, prefix, rate, import_id)
    values (${tid}, '33', 7, ${import_id})`.execute(database)
  const history = async () => {
    api.clock.now = Date.now() + 1000
    const query = { prefix: '33' }
    const { data } = await api.admin.call(listRateHistory, { params: { tid }, query })
    return data.map((row) => [row.state, row.source, row.file_name, row.import_id, row.username])
  }
  const byHand = ['FORM', null, null, 'admin']
  const imported = ['IMPORT', 'march.csv', import_id, 'admin']
  expect(await history()).toEqual([
    ['now', ...imported],
    ['past', ...byHand],
  ])
  await sql`delete from tariff_rate where import_id = ${import_id}`.execute(database)
  expect(await history()).toEqual([
    ['now', ...byHand],
    ['past', ...imported],
    ['past', ...byHand],
  ])
})
