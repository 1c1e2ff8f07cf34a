// Rates on their way from the database into the sheets of an engine.
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { DetailsPool, findRate, type RateSheet } from '#core/tariff/rate-sheet.ts'
import { databaseForFile } from '#test/support/database.ts'
import { NO_DETAILS } from '#test/support/tariffs.ts'
import { loadRateSheets } from './rates.ts'

const fresh = databaseForFile()
let client: pg.Client
beforeAll(async () => {
  client = await fresh.connect()
})

let serial = 0
async function addTariff(): Promise<number> {
  serial += 1
  const { rows } = await client.query<{ id: number }>(
    `insert into tariff (owner_id, name, kind) values (1, $1, 'SELL') returning id`,
    [`Tariff ${serial}`],
  )
  return rows[0]?.id ?? 0
}

async function addRate(tariff_id: number, rate: Readonly<Record<string, unknown>>) {
  const columns = Object.entries({ tariff_id, rate: 1, ...rate })
  const { rows } = await client.query<{ id: number }>(
    `insert into tariff_rate (${columns.map(([name]) => name).join(', ')})
     values (${columns.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    columns.map(([, value]) => value),
  )
  return rows[0]?.id
}

async function load(...tariff_ids: number[]) {
  const pool = new DetailsPool()
  const sheets = new Map<number, RateSheet>()
  await loadRateSheets(client, tariff_ids, pool, (id, sheet) => sheets.set(id, sheet))
  const find = (tariff_id: number, number: string, at = Date.now() / 1000) => {
    const sheet = sheets.get(tariff_id)
    return sheet && findRate(sheet, number, at, () => true)
  }
  return { pool, sheets, find }
}

test('every tariff gets its sheet, also one that has no rates', async () => {
  const [first, empty, second] = [await addTariff(), await addTariff(), await addTariff()]
  const rate_id = await addRate(first, { prefix: '44', rate: 100_000_000_000_000 })
  await addRate(second, { prefix: '', rate: 0 })
  const { sheets, find, pool } = await load(second, first, empty)
  expect([...sheets].map(([id, { size }]) => [id, size])).toEqual([
    [first, 1],
    [second, 1],
    [empty, 0],
  ])
  expect(find(first, '4420')).toEqual({
    rate_id,
    prefix: '44',
    rate: 100_000_000_000_000,
    details: NO_DETAILS,
  })
  expect(find(second, '4420')).toMatchObject({ prefix: '', rate: 0 })
  // Details that two tariffs share are stored once.
  expect(pool.list).toHaveLength(1)
})

test('all that a rate says itself arrives', async () => {
  const tariff_id = await addTariff()
  const { rows } = await client.query<{ id: number }>(
    `insert into time_window (owner_id, name, timezone) values (1, 'Night', 'UTC') returning id`,
  )
  const steps = [
    { after_seconds: 60, rate: 5, increment: 10 },
    { after_seconds: 120, rate: 0, increment: 1 },
  ]
  const details = {
    destination: 'Ünited 🇬🇧\tKingdom\\n, "mobile"\nand more',
    blocked: true,
    first_rate: 2,
    first_increment: 3,
    next_increment: 4,
    connect_fee: 5,
    attempt_fee: 6,
    grace_seconds: 7,
    additional_seconds: 8,
    free_seconds: 9,
    min_duration_seconds: 10,
    min_charge: 11,
    max_charge: 12,
    surcharge_percent: 13,
    reverse_billing: false,
    window_id: rows[0]?.id,
  }
  await addRate(tariff_id, { prefix: '44', ...details, steps: JSON.stringify(steps) })
  const { find } = await load(tariff_id)
  expect(find(tariff_id, '44')?.details).toEqual({ ...details, steps })
  await client.query(
    `update tariff_rate set reverse_billing = true, attempt_fee = 0 where tariff_id = $1`,
    [tariff_id],
  )
  const again = await load(tariff_id)
  expect(again.find(tariff_id, '44')?.details).toMatchObject({ reverse_billing: true })
})

test('times are whole seconds, before 1970 too, and history stays behind', async () => {
  const tariff_id = await addTariff()
  const at = (text: string) => Date.parse(text) / 1000
  await addRate(tariff_id, { prefix: '1', effective_from: '1969-12-31T23:59:50Z' })
  await addRate(tariff_id, {
    prefix: '1',
    effective_from: '2020-01-01T00:00:00.5Z',
    effective_until: '2120-01-01T00:00:00Z',
    rate: 2,
  })
  await addRate(tariff_id, {
    prefix: '1',
    effective_from: '2020-06-01T00:00:00Z',
    effective_until: '2020-07-01T00:00:00Z',
  })
  const { find, sheets } = await load(tariff_id)
  expect(sheets.get(tariff_id)?.size).toBe(2)
  expect(find(tariff_id, '1', at('2019-12-31T23:59:59Z'))?.rate).toBe(1)
  expect(find(tariff_id, '1', at('2020-01-01T00:00:00Z'))?.rate).toBe(2)
})

test('many rates come whole, wherever the stream is cut', async () => {
  const tariff_id = await addTariff()
  await client.query(
    `insert into tariff_rate (tariff_id, prefix, rate, destination)
     select $1, n::text, n, repeat('Ö', n % 40) || n from generate_series(100000, 119999) n`,
    [tariff_id],
  )
  const { find, sheets } = await load(tariff_id)
  expect(sheets.get(tariff_id)?.size).toBe(20_000)
  const wrong = Array.from({ length: 20_000 }, (_, at) => 100_000 + at).filter((n) => {
    const { rate, details } = find(tariff_id, `${n}123`) ?? {}
    return rate !== n || details?.destination !== `${'Ö'.repeat(n % 40)}${n}`
  })
  expect(wrong).toEqual([])
})
