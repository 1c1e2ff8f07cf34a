// Margins in the preview of an import: for rates that are bought, and for rates that are sold.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createRateChange } from '#contract/rate-imports/rate-changes.ts'
import {
  listLosingTariffs,
  listRateImportLosses,
} from '#contract/rate-imports/rate-import-losses.ts'
import { listTariffRates } from '#contract/tariffs/tariff-rates.ts'
import { percent, rate } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import { addClient, addRate, addSettlement, addTariff } from '#test/support/configuration.ts'
import { doRateImports } from '#test/support/do-jobs.ts'
import {
  AT_ONCE,
  applyRates,
  previewRates,
  readImport,
  rowsOf,
  undoRates,
} from '#test/support/rate-imports.ts'
import { addTraffic } from '#test/support/traffic-sums.ts'

const api = apiForFile()

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const add = async (tid: number, prefix: string, price: number, change: object = {}) =>
  (await addRate(api, tid, { prefix, rate: rate(price), effective_from: inDays(-30), ...change }))
    .id

const rowsIn = async (id: number, query: object = {}) =>
  (await rowsOf(api, id, query)).map(({ kind, prefix, old_prefix, old_rate, sell_rate }) => [
    ...[kind, prefix, old_prefix, old_rate, sell_rate],
  ])

test('a breakout is compared with the rate that its numbers have by a shorter prefix', async () => {
  const tid = await addTariff(api, 'BUY')
  await add(tid, '1242', 2_000_000)
  await add(tid, '1242', 9_000_000, { effective_from: inDays(20) })
  await add(tid, '49', 1_000_000, { blocked: true })
  const lines = ['prefix,rate', '12420,0.05', '12421,0.01', '12422,0.02', '4915,0.03', '7,0.01']
  const preview = await previewRates(api, tid, lines)
  expect(preview).toMatchObject({ new_count: 3, up_count: 1, down_count: 1, large_count: 1 })
  expect(await rowsIn(preview.id)).toEqual([
    ['UP', '12420', '1242', 2_000_000, null],
    ['DOWN', '12421', '1242', 2_000_000, null],
    ['NEW', '12422', '1242', 2_000_000, null],
    ['NEW', '4915', null, null, null],
    ['NEW', '7', null, null, null],
  ])
  const later = await previewRates(api, tid, ['prefix,rate', '12420,0.05'], {
    effective: 'AT_TIME',
    starts_at: inDays(25),
  })
  expect(await rowsIn(later.id)).toEqual([['DOWN', '12420', '1242', 9_000_000, null]])
  expect(await applyRates(api, preview.id)).toMatchObject({ state: 'APPLIED', added_count: 5 })
})

test('a price a thousand times too high is a loss like others, and stops no preview', async () => {
  const sell = await addTariff(api, 'SELL')
  const client = await addClient(api, { tariff_id: sell })
  await add(sell, '91', 3_000_000)
  await addTraffic(api, client.id, '91')
  const buy = await addTariff(api, 'BUY')
  const preview = await previewRates(api, buy, ['prefix,rate', '91,1234.5', '92,0.02'])
  expect(preview).toMatchObject({ state: 'PREVIEWED', new_count: 2 })
  const params = { id: preview.id }
  const { data } = await api.admin.call(listRateImportLosses, { params })
  // 1,000 minutes at 1234.5 instead of 0.03.
  expect(data).toMatchObject([{ prefix: '91', cost: 123_450_000_000, loss: 1_234_470_000_000 }])
})

test('a buy import names what sells below cost; one change raises it and is undone', async () => {
  const sell = await addTariff(api, 'SELL')
  const client = await addClient(api, { tariff_id: sell })
  // Without an account.
  await add(await addTariff(api, 'SELL'), '1', 1)
  await add(sell, '1242', 3_000_000)
  const later = await add(sell, '4477', 2_000_000, { effective_from: inDays(5) })
  await add(sell, '4478', 2_500_000)
  await add(sell, '4479', 1_000_000, { blocked: true })
  await add(sell, '45', 9_000_000)
  await addTraffic(api, client.id, '1242')
  const buy = await addTariff(api, 'BUY')
  await add(buy, '4478', 1_000_000)
  const preview = await previewRates(api, buy, [
    'prefix,rate,effective from',
    '12420,0.05,',
    '12421,0.01,',
    '12422,0.04,',
    `44,0.03,${inDays(10).slice(0, 10)}`,
    '45,0.03,',
    '46,0.03,',
  ])
  expect(preview).toMatchObject({ above_sell_count: 3, loss_tariffs_count: 1 })
  expect((await rowsIn(preview.id)).map(([, prefix, , , sold]) => [prefix, sold])).toEqual([
    ['12420', 3_000_000],
    ['12421', 3_000_000],
    ['12422', 3_000_000],
    // By a longer prefix, from then on; 4478 has a cost of its own.
    ['44', 2_000_000],
    ['45', 9_000_000],
    ['46', null],
  ])
  const marked = await rowsOf(api, preview.id, { warning: 'above_sell' })
  expect(marked.map(({ prefix }) => prefix)).toEqual(['12420', '12422', '44'])
  const params = { id: preview.id }
  const { data: losses } = await api.admin.call(listRateImportLosses, { params })
  expect(losses).toMatchObject([
    // 1,000 minutes lose 0.02 each.
    { prefix: '1242', rate: 3_000_000, cost: 5_000_000, costs_count: 2, loss: 20_000_000 },
    { prefix: '4477', rate: 2_000_000, cost: 3_000_000, costs_count: 1, loss: 0 },
  ])
  const { data: tariffs } = await api.admin.call(listLosingTariffs, { params })
  expect(tariffs).toMatchObject([
    { id: sell, prefixes_count: 2, calls: 100, billed_seconds: 60_000, loss: 20_000_000 },
  ])

  const { mode: _, ...effect } = AT_ONCE
  const raise = { losses_of: preview.id, percent: percent(100_000) }
  const changed = await api.admin.call(createRateChange, {
    params: { tid: sell },
    body: { ...effect, ids: null, filter: null, operations: [], raise },
  })
  expect(changed.data.file_name).toBe('Rate at least cost +10 %')
  await doRateImports(api)
  expect(await rowsIn(changed.data.id)).toEqual([
    ['UP', '1242', null, 3_000_000, null],
    ['UP', '4477', null, 2_000_000, null],
  ])
  const rates = async () => {
    const { data } = await api.admin.call(listTariffRates, {
      params: { tid: sell },
      query: { state: 'current', sort: 'prefix' },
    })
    return data.map((row) => [row.prefix, row.rate])
  }
  const before = await rates()
  await applyRates(api, changed.data.id)
  expect(await rates()).toEqual([
    ['1242', 5_500_000],
    ['4477', 3_300_000],
    ['4478', 2_500_000],
    ['4479', 1_000_000],
    ['45', 9_000_000],
  ])
  await undoRates(api, changed.data.id)
  expect(await rates()).toEqual(before)
  expect(later).toBeGreaterThan(0)
  expect((await readImport(api, preview.id)).state).toBe('PREVIEWED')
})

test('a reseller tariff is compared with what is bought, also by longer prefixes', async () => {
  const settlement_id = await addSettlement(api)
  const { rows } = await sql<{ id: number }>`
    select tariff_id as id from account where id = ${settlement_id}`.execute(api.database)
  const buy = rows[0]?.id ?? 0
  await add(buy, '44', 1_000_000)
  await add(buy, '4477', 5_000_000)
  await add(buy, '4488', 7_000_000, { effective_from: inDays(5) })
  const tid = await addTariff(api, 'RESELLER_COST')
  await add(tid, '4477', 6_000_000)
  const lines = ['prefix,rate,effective from', '44,0.02,', `447,0.02,${inDays(9).slice(0, 10)}`]
  const now = await previewRates(api, tid, lines)
  const rowsNow = await rowsOf(api, now.id)
  // 4477 stays at its own rate, and 4488 costs more later only.
  expect(rowsNow.map(({ prefix, cost_rate }) => [prefix, cost_rate])).toEqual([
    ['44', 1_000_000],
    ['447', 1_000_000],
  ])
  const all = await previewRates(api, tid, ['prefix,rate', '44,0.02'], { mode: 'REPLACE' })
  const [row] = await rowsOf(api, all.id)
  expect(row).toMatchObject({ prefix: '44', cost_rate: 5_000_000, is_below_cost: true })
  expect(all.below_cost_count).toBe(1)
})

test('what changes beside the rate is named, and a block is a change of its own', async () => {
  const tid = await addTariff(api, 'BUY')
  const terms = { first_increment: 30, next_increment: 6, destination: 'Ghana fixed' }
  await add(tid, '44', 2_000_000, terms)
  await add(tid, '45', 2_000_000, terms)
  await add(tid, '46', 2_000_000, terms)
  const preview = await previewRates(api, tid, [
    'prefix,destination,rate,increments,blocked',
    '44,Ghana fixed,0.02,1/1,',
    '45,Ghana other,0.03,30/6,',
    '46,Ghana fixed,N/A,30/6,yes',
    '47,Ghana fixed,N/A,30/6,',
    '48,Ghana fixed,blocked,30/6,',
    ',Ghana mobile,0.02,1/1,',
  ])
  const rows = await rowsOf(api, preview.id)
  expect(rows.slice(0, 5).map((row) => [row.kind, row.prefix, row.blocked, row.reason])).toEqual([
    ['CHANGED', '44', false, 'increments 30/6 → 1/1'],
    ['UP', '45', false, 'name "Ghana fixed" → "Ghana other"'],
    ['BLOCKED', '46', true, 'blocked'],
    ['INVALID', '47', false, 'No rate, and not marked as blocked.'],
    ['BLOCKED', '48', true, ''],
  ])
  expect(rows.at(5)?.reason).toBe("Codes of 'Ghana mobile' from the code deck")
  expect(preview).toMatchObject({ blocked_count: 2, invalid_count: 1, has_own_dates: false })
  expect(await applyRates(api, preview.id)).toMatchObject({ state: 'APPLIED' })
  const { data } = await api.admin.call(listTariffRates, {
    params: { tid },
    query: { blocked: 'true', state: 'current' },
  })
  expect(data.map(({ prefix }) => prefix).toSorted()).toEqual(['46', '48'])
})
