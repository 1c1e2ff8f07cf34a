// The rate of a number in all tariffs is the one by which the engine rates it.
import { expect, test } from 'vitest'
import { createTranslation } from '#contract/routing/translations.ts'
import { getCallCost, listNumberRates } from '#contract/tariffs/number-rates.ts'
import { percent, rate } from '#core/money.ts'
import { findRate } from '#core/tariff/rate-sheet.ts'
import { apiForFile } from '#test/support/api.ts'
import { addClient, addRate, addTariff, addTimeWindow } from '#test/support/configuration.ts'
import { rateForm } from '#test/support/forms.ts'
import { makeChance } from '#test/support/random.ts'
import { changeRows } from '#test/support/rows.ts'
import { makeSheet, type RateRow } from '#test/support/tariffs.ts'
import { makeTranslationRule } from '#test/support/translations.ts'

const api = apiForFile()

const HOUR_MS = 3_600_000
const toIso = (at_ms: number) => new Date(at_ms).toISOString()

test('on random sheets it is the rate that the engine finds', async () => {
  const tid = await addTariff(api, 'SELL')
  const open_id = await addTimeWindow(api)
  const closed_id = await addTimeWindow(api)
  await changeRows(api, 'time_window', { id: closed_id }, { status: 'blocked' })
  const chance = makeChance(16)
  const start_ms = Math.floor(api.clock.now / 1000) * 1000
  const seen = new Set<string>()
  const rows: RateRow[] = []
  for (let i = 0; i < 300; i++) {
    const prefix = '4420713'.slice(0, chance.whole(0, 7))
    const starts = start_ms / 1000 + chance.whole(-12, 12) * 3600
    const window_id = chance.pick([null, null, open_id, closed_id])
    const ends = chance.pick([null, starts + chance.whole(1, 12) * 3600])
    const key = `${prefix} ${starts} ${window_id}`
    if (seen.has(key)) continue
    seen.add(key)
    rows.push({ prefix, starts, ends, window_id, rate: rate(1000 + i) })
  }
  const values = rows.map(({ starts = 0, ends, ...row }) => ({
    ...rateForm,
    ...row,
    tariff_id: tid,
    steps: '[]',
    effective_from: toIso(starts * 1000),
    effective_until: ends ? toIso(ends * 1000) : null,
  }))
  await api.database
    .insertInto('tariff_rate')
    .values(values as never)
    .execute()
  const sheet = makeSheet(rows)
  for (let i = 0; i < 60; i++) {
    const number = '44207130000'.slice(0, chance.whole(3, 7)) + chance.whole(1000, 9999)
    const at_ms = start_ms + chance.whole(-13, 25) * HOUR_MS + chance.pick([0, -1, 999])
    const at_seconds = Math.floor(at_ms / 1000)
    const expected = findRate(sheet, number, at_seconds, (id) => id === open_id)
    const query = { number, at: toIso(at_ms) }
    const { data } = await api.admin.call(listNumberRates, { query })
    const found = data.find(({ id }) => id === tid)
    expect([query, found?.rate, found?.prefix]).toEqual([
      query,
      expected?.rate ?? null,
      expected?.prefix ?? null,
    ])
  }
})

test('margins are over the lowest buy rate, and below the rate of the client', async () => {
  const tariff_id = await addTariff(api, 'SELL')
  const [dear, cheap] = [await addTariff(api, 'BUY'), await addTariff(api, 'BUY')]
  const [blocked, silent] = [await addTariff(api, 'BUY'), await addTariff(api, 'SELL')]
  const add = (tid: number, price: number, change: object = {}) =>
    addRate(api, tid, { prefix: '998', rate: rate(price), ...change })
  await add(tariff_id, 3_000_000)
  await add(tariff_id, 5_000_000, { effective_from: toIso(api.clock.now + HOUR_MS) })
  await add(dear, 4_000_000)
  await add(cheap, 1_000_000)
  await add(blocked, 500_000, { blocked: true })
  const rule = makeTranslationRule({ pattern: '0', strip: 1, replacement: '998' })
  const body = { name: 'National', description: '', status: 'active' as const, rules: [rule] }
  const translation = await api.admin.call(createTranslation, { body: body as never })
  const translation_id = translation.data.id
  const { id: client_id } = await addClient(api, { tariff_id, translation_id })
  const query = { number: '0712345678', client_id: client_id! }
  const { data } = await api.admin.call(listNumberRates, { query })
  const rowOf = (id: number) => data.find((row) => row.id === id)!
  expect(rowOf(tariff_id)).toMatchObject({
    called_number: '998712345678',
    is_of_client: true,
    used_by_count: 1,
    rate: 3_000_000,
    margin: 2_000_000,
    changes_at: toIso(api.clock.now + HOUR_MS),
  })
  expect(rowOf(dear)).toMatchObject({ margin: -1_000_000, blocked: false })
  expect(rowOf(cheap)).toMatchObject({ margin: 2_000_000, five_minutes: 50_000 })
  expect(rowOf(blocked)).toMatchObject({ blocked: true })
  expect(rowOf(silent)).toMatchObject({ rate_id: null, rate: null, margin: null })
  const rated = await api.admin.call(listNumberRates, {
    query: { ...query, rated: 'false', sort: '-margin' },
  })
  expect(rated.data.map(({ id }) => id)).toContain(silent)
  expect(rated.data.map(({ id }) => id)).not.toContain(tariff_id)
})

test('a number that cannot be called, and a client that is none, are refused', async () => {
  const asked = async (query: object) => {
    const { status, problem } = await api.admin.call(listNumberRates, { query })
    return [status, Object.keys(problem?.fields ?? {})]
  }
  expect(await asked({ number: '12' })).toEqual([400, ['number']])
  expect(await asked({ number: '442071838750', client_id: 999_999 })).toEqual([400, ['client_id']])
  const { data } = await api.admin.call(listNumberRates, {})
  expect(data).toEqual([])
})

test('a call costs what the rate in force then says, with the VAT of the account', async () => {
  const tid = await addTariff(api, 'SELL')
  const change = '2100-01-01T00:00:00Z'
  const now_valid = { effective_from: '2021-01-01T00:00:00Z', effective_until: change }
  await addRate(api, tid, { destination: 'To 44', rate: rate(100_000_000), ...now_valid })
  await addRate(api, tid, { rate: rate(200_000_000), effective_from: change })
  const { id: client_id } = await addClient(api, { tariff_id: tid, username: 'caller' })
  await changeRows(api, 'account', { id: client_id }, { vat_percent: percent(200_000) })
  const caller = await api.signIn('caller', 'CLIENT')
  const costOf = async (query: { number: string; seconds?: number; at?: string }) =>
    (await caller.call(getCallCost, { params: { tid }, query })).data
  const now = await costOf({ number: '00442071838750', seconds: 120 })
  const later = await costOf({ number: '+44 207', seconds: 120, at: '2100-01-01T00:00:01.000Z' })
  expect(now).toMatchObject({ prefix: '44', destination: 'To 44' })
  expect(now?.amount).toBe(Math.round((now?.net ?? 0) * 1.2))
  expect(later?.net).toBe((now?.net ?? 0) * 2)
  expect(await costOf({ number: '33' })).toBeNull()
  const foreign = await addTariff(api, 'SELL')
  const call = { params: { tid: foreign }, query: { number: '44' } }
  expect((await caller.call(getCallCost, call)).status).toBe(404)
  expect(
    (await api.admin.call(getCallCost, { params: { tid }, query: { number: '44' } })).data,
  ).toMatchObject({ vat_percent: 0 })
})
