// Bulk changes of rates: what they make of each rate, in SQL as in the core, and their undo.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { updateRateChange } from '#contract/rate-imports/rate-changes.ts'
import {
  getRateImport,
  previewRateImport,
  stopRateImport,
} from '#contract/rate-imports/rate-imports.ts'
import {
  deleteTariffRates,
  listRateHistory,
  listTariffRates,
} from '#contract/tariffs/tariff-rates.ts'
import { changeDecimal, type DecimalOperation } from '#core/change-decimal.ts'
import { money, percent, rate } from '#core/money.ts'
import { EFFECTIVE_RULES } from '#core/rate-import/import-options.ts'
import { changeDecimalSql } from '#db/change-decimal-sql.ts'
import { apiForFile } from '#test/support/api.ts'
import { addRate, addTariff, lastActivity } from '#test/support/configuration.ts'
import { doRateImports } from '#test/support/do-jobs.ts'
import { ratesOf } from '#test/support/markups.ts'
import { makeChance } from '#test/support/random.ts'
import {
  applyRates,
  previewRateChange,
  requestRateChange,
  rowsOf,
  undoRates,
} from '#test/support/rate-imports.ts'
import { addWindow } from '#test/support/route-lists.ts'

const api = apiForFile()

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const add = (...of: [tid: number, change: Parameters<typeof addRate>[2]]) => addRate(api, ...of)
const TEN_MORE = { field: 'rate', kind: 'percent', value: '10' } as const

test('SQL adds, raises and rounds exactly as the core does', async () => {
  const chance = makeChance(16)
  const cases = Array.from({ length: 400 }, () => {
    const decimals = chance.pick([0, 4, 6, 8])
    const digits = chance.whole(1, 14)
    const units = chance.whole(0, 10 ** digits) * chance.pick([1, 1, -1])
    const by = (chance.whole(-(10 ** 7), 10 ** 7) / 10 ** 4).toFixed(chance.whole(0, 4))
    const operation: DecimalOperation =
      chance.next() < 0.3
        ? { kind: 'round', value: chance.whole(0, 8) }
        : { kind: chance.pick(['add', 'percent'] as const), value: by }
    return { decimals, units, operation }
  })
  const { rows } = await sql<{ now: string }>`select now::text from unnest(array[${sql.raw(
    cases
      .map(({ units, operation, decimals }) => changeDecimalSql(`(${units})`, operation, decimals))
      .join(', '),
  )}]) with ordinality as x (now, at) order by at`.execute(api.database)
  const scaled = (text: string, decimals: number) =>
    BigInt(text.replace('.', '') + (text.includes('.') ? '' : '0'.repeat(decimals)))
  for (const [at, { decimals, units, operation }] of cases.entries()) {
    const text = (BigInt(units) < 0n ? '-' : '') + decimalText(Math.abs(units), decimals)
    const changed = changeDecimal(text, operation, decimals)
    const [, fraction = ''] = changed.split('.')
    const expected = scaled(changed, 0) * 10n ** BigInt(decimals - fraction.length)
    expect([operation, units, rows[at]?.now]).toEqual([operation, units, String(expected)])
  }
})

function decimalText(units: number, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  const at = digits.length - decimals
  return decimals === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`
}

test('all that a minute costs is raised, and undo restores what it was', async () => {
  const tid = await addTariff(api, 'SELL')
  const window_id = (await addWindow(api)).data.id
  const steps = [{ after_seconds: 60, rate: rate(600_000), increment: 1 }]
  await add(tid, { prefix: '1', rate: rate(1_000_005), first_rate: rate(500_000), steps })
  await add(tid, { prefix: '1', rate: rate(3_000_000), window_id, notes: 'By night' })
  await add(tid, { prefix: '1', rate: rate(5_000_000), effective_from: inDays(5) })
  await add(tid, { prefix: '2', effective_until: inDays(3), connect_fee: money(10) })
  await add(tid, { prefix: '3' })
  const before = await ratesOf(api, tid)

  const filter = { state: 'current', prefix: '' } as const
  const operations = [
    TEN_MORE,
    { field: 'connect_fee', kind: 'add', value: '0.5' } as const,
    { field: 'min_duration_seconds', kind: 'set', value: 30 } as const,
  ]
  const preview = await previewRateChange(api, tid, { filter, operations })
  expect(preview).toMatchObject({
    state: 'PREVIEWED',
    file_name: 'Rate +10 %, Connect fee +0.5, Min duration seconds: 30',
    up_count: 5,
    invalid_count: 0,
    large_count: 0,
  })
  expect(await ratesOf(api, tid)).toEqual(before)
  const rows = await rowsOf(api, preview.id)
  expect(rows.map((row) => [row.prefix, row.old_rate, row.rate, row.change_percent])).toEqual([
    ['1', 1_000_005, 1_100_006, 100_000],
    ['1', 3_000_000, 3_300_000, 100_000],
    ['1', 5_000_000, 5_500_000, 100_000],
    ['2', 1_230_000, 1_353_000, 100_000],
    ['3', 1_230_000, 1_353_000, 100_000],
  ])
  expect(rows[3]?.reason).toBe('Connect fee 0.00001 → 0.50001, Min duration seconds empty → 30')

  const applied = await applyRates(api, preview.id)
  expect(applied).toMatchObject({ state: 'APPLIED', added_count: 4, ended_count: 5 })
  const after = await ratesOf(api, tid)
  const current = after.filter(({ min_duration_seconds }) => min_duration_seconds === 30)
  expect(current).toMatchObject([
    { prefix: '1', rate: 1_100_006, first_rate: 550_000, steps: [{ rate: 660_000 }] },
    { prefix: '1', rate: 3_300_000, window_id },
    { prefix: '1', rate: 5_500_000, effective_until: null },
    { prefix: '2', rate: 1_353_000, connect_fee: 500_010 },
    { prefix: '3', rate: 1_353_000, connect_fee: null },
  ])
  expect(current[3]?.effective_until).toEqual(before[3]?.effective_until)
  expect(after).toHaveLength(9)
  expect(await lastActivity(api)).toMatchObject({ entity: 'rate_import', action: 'EXECUTE' })
  const params = { tid }
  const night = await api.admin.call(listTariffRates, { params, query: { always: 'false' } })
  expect(night.data.map(({ notes }) => notes)).toEqual(['By night', 'By night'])
  const history = await api.admin.call(listRateHistory, { params, query: { prefix: '3' } })
  expect(history.data[0]).toMatchObject({ source: 'BULK', import_id: preview.id, rate: 1_353_000 })

  expect(await undoRates(api, preview.id)).toMatchObject({ state: 'UNDONE' })
  expect(await ratesOf(api, tid)).toEqual(before)
})

interface Period {
  readonly prefix: string
  readonly rate: number
  readonly from: number
  readonly until: number
}

const NOTICE_DAYS = 7
const TIME_DAYS = 3

/** The newest of those in effect. */
const periodAt = (periods: readonly Period[], prefix: string, day: number) =>
  periods
    .filter((one) => one.prefix === prefix && one.from <= day && one.until > day)
    .sort((a, b) => b.from - a.from)[0]

/** From the day of the change on, all that counts costs more or less. */
function priceAfter(rule: (typeof EFFECTIVE_RULES)[number], by: number) {
  const later = rule === 'AT_TIME' ? TIME_DAYS : NOTICE_DAYS
  const start = rule === 'AT_TIME' || (rule === 'NOTICE' && by > 0) ? later : 0
  return (price: number | undefined, day: number) =>
    price === undefined || day < start ? price : (price * (100 + by)) / 100
}

test.each(EFFECTIVE_RULES.flatMap((rule) => [[rule, 50] as const, [rule, -50] as const]))(
  'rates changed %s by %i %% have the right value at every time',
  async (effective, by) => {
    const chance = makeChance(EFFECTIVE_RULES.indexOf(effective) * 10 + (by > 0 ? 1 : 0))
    const tid = await addTariff(api, 'SELL')
    const prefixes = Array.from({ length: 40 }, (_, at) => String(200 + at))
    // Many are promotions, after which the rate before counts again.
    const endAfter = (from: number) =>
      chance.pick([Infinity, ...[Infinity, 1, 4, 8, 20].filter((day) => day > from)])
    const old = prefixes.flatMap((prefix): Period[] =>
      [-30, -10, -5, 2, 5, 10].flatMap((from) =>
        chance.next() < 0.5
          ? [{ prefix, rate: chance.whole(1, 9) * 100, from, until: endAfter(from) }]
          : [],
      ),
    )
    const now = Date.now()
    const instantOf = (day: number) =>
      Number.isFinite(day) ? new Date(now + day * DAY_MS).toISOString() : null
    for (const { prefix, rate, from, until } of old) {
      await sql`insert into tariff_rate (tariff_id, prefix, rate, effective_from, effective_until)
        values (${tid}, ${prefix}, ${rate}, ${instantOf(from)}, ${instantOf(until)})
      `.execute(api.database)
    }
    const before = await ratesOf(api, tid)
    const { id } = await previewRateChange(api, tid, {
      operations: [{ ...TEN_MORE, value: String(by) }],
      effective,
      starts_at: effective === 'AT_TIME' ? instantOf(TIME_DAYS) : null,
      notice_days: NOTICE_DAYS,
    })
    await applyRates(api, id)
    const found = (await ratesOf(api, tid)).map((row): Period => {
      const dayOf = (at: unknown) =>
        at === null ? Infinity : (Date.parse(String(at)) - now) / DAY_MS
      const { prefix, rate: price } = row
      return {
        prefix,
        rate: price,
        from: dayOf(row.effective_from),
        until: dayOf(row.effective_until),
      }
    })
    const changed = priceAfter(effective, by)
    for (const day of [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 12, 30]) {
      const priceOf = (prefix: string, periods: readonly Period[]) =>
        periodAt(periods, prefix, day)?.rate
      expect([day, prefixes.map((prefix) => priceOf(prefix, found))]).toEqual([
        day,
        prefixes.map((prefix) => changed(priceOf(prefix, old), day)),
      ])
    }
    await undoRates(api, id)
    expect(await ratesOf(api, tid)).toEqual(before)
  },
)

test('values that a rate cannot have are named, and left out on request', async () => {
  const tid = await addTariff(api, 'SELL')
  const high = rate(60_000_000_000_000)
  const steps = [{ after_seconds: 60, rate: high, increment: 1 }]
  await add(tid, { prefix: '1', rate: high })
  await add(tid, { prefix: '2', rate: rate(1), steps })
  await add(tid, { prefix: '3', rate: rate(100), min_charge: money(9), max_charge: money(10) })
  await add(tid, { prefix: '4', rate: rate(100) })
  const preview = await previewRateChange(api, tid, {
    operations: [
      { ...TEN_MORE, value: '100' },
      { field: 'min_charge', kind: 'add', value: '1' },
    ],
  })
  expect(preview).toMatchObject({ invalid_count: 3, up_count: 1, large_count: 1 })
  const rows = await rowsOf(api, preview.id, { kind: 'INVALID' })
  expect(rows.map((row) => [row.prefix, row.column_name, row.value, row.reason])).toEqual([
    ['1', 'Rate', '1200000', 'From 0 to 1000000.'],
    ['2', 'Tiers', '', 'The rate of a tier would be below 0 or above 1000000.'],
    ['3', 'Min charge', '1.000009', 'Must not be above the maximum charge.'],
  ])
  expect(await applyRates(api, preview.id)).toMatchObject({ added_count: 1 })
})

test('a bulk change is refused as a whole where it makes no sense', async () => {
  const tid = await addTariff(api, 'SELL')
  const whole = {
    ...{ ids: null, filter: { state: 'current' }, operations: [TEN_MORE] },
    ...{ effective: 'AT_ONCE', starts_at: null, notice_days: 7, large_percent: '50' },
  }
  const ask = async (change: object) => {
    const payload = { ...whole, ...change }
    const url = `/api/tariffs/${tid}/rate-changes`
    return (await api.admin.send({ method: 'POST', url, payload })).json().fields
  }
  const set = (field: string, value: unknown) => ({ operations: [{ field, kind: 'set', value }] })
  expect(await ask({ ids: [1] })).toEqual({ ids: 'Either ids or a filter.' })
  expect(await ask({ effective: 'AT_TIME' })).toEqual({ starts_at: 'Required.' })
  expect(await ask(set('rate', '-1'))).toHaveProperty(['operations.0.value'])
  expect(await ask(set('version', 1))).toHaveProperty(['operations.0.field'])
  const blocked = { operations: [{ field: 'blocked', kind: 'percent', value: '1' }] }
  expect(await ask(blocked)).toHaveProperty(['operations.0.kind'])
  const none = await requestRateChange(api.admin, 999_999, { operations: [TEN_MORE] })
  expect(none.status).toBe(404)
})

test('a preview is stopped, and made again with other operations', async () => {
  const tid = await addTariff(api, 'SELL')
  const one = await add(tid, { prefix: '1', rate: rate(1000) })
  await add(tid, { prefix: '2', rate: rate(1000) })
  const rates = { ids: [one.id], filter: null }
  const asked = await requestRateChange(api.admin, tid, { ...rates, operations: [TEN_MORE] })
  const params = { id: asked.data.id }
  expect((await api.admin.call(stopRateImport, { params })).data.state).toBe('UPLOADED')
  const blocked = { field: 'blocked', kind: 'set', value: true } as const
  const body = {
    ...rates,
    operations: [blocked],
    effective: 'AT_ONCE',
    starts_at: null,
    notice_days: 7,
    large_percent: percent(0),
  } as const
  expect((await api.admin.call(updateRateChange, { params, body })).status).toBe(200)
  await doRateImports(api)
  const { data } = await api.admin.call(getRateImport, { params })
  expect(data).toMatchObject({ file_name: 'Blocked: true', changed_count: 1, up_count: 0 })
  const layout = { columns: [], headers: [], format: 'TEXT', encoding: 'utf-8', separator: ',' }
  const file = {
    ...layout,
    worksheet: 0,
    reads_hidden: false,
    quote: '"',
    dated_title: null,
    header_line: null,
    decimal: '.',
    bare_code_country: null,
    date_order: 'YMD',
  }
  const form = { layout: { ...file, rate_unit: 'PER_MINUTE', currency: null }, mode: 'MERGE' }
  const { ids: _, filter: __, operations: ___, ...effect } = body
  const asFile = { params, body: { ...form, ...effect } as never }
  expect((await api.admin.call(previewRateImport, asFile)).status).toBe(409)
  await applyRates(api, params.id)
  const { data: shown } = await api.admin.call(listTariffRates, {
    params: { tid },
    query: { state: 'current' },
  })
  expect(shown.map((row) => [row.prefix, row.blocked])).toEqual([
    ['1', true],
    ['2', false],
  ])
})

test('several rates are deleted, all of them or none', async () => {
  const tid = await addTariff(api, 'SELL')
  const { id } = await add(tid, { prefix: '1' })
  const remove = (of: number, ids: number[]) =>
    api.admin.call(deleteTariffRates, { params: { tid: of }, body: { ids } })
  expect((await remove(await addTariff(api, 'SELL'), [id])).status).toBe(404)
  expect((await remove(tid, [id, 999_999])).status).toBe(404)
  expect(await ratesOf(api, tid)).toHaveLength(1)
  expect((await remove(tid, [id])).status).toBe(204)
  expect(await ratesOf(api, tid)).toEqual([])
})
