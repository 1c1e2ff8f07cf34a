// Rate files imported by the API: what the preview says, what is applied, what an undo restores.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSettlement } from '#contract/accounts/settlements.ts'
import {
  applyRateImport,
  deleteRateImport,
  getRateImport,
  getRateImportCharges,
  listRateImportParties,
  listRateImports,
  RATE_FILE_FIELDS,
  stopRateImport,
} from '#contract/rate-imports/rate-imports.ts'
import { TRAFFIC_FIGURE_NAMES } from '#core/billing/traffic-figures.ts'
import { rate } from '#core/money.ts'
import { makeClient } from '#db/database.ts'
import { applyRows } from '#db/rate-imports/rate-import-apply.ts'
import { TRAFFIC_KEYS } from '#db/traffic/traffic-kinds.ts'
import { apiForFile } from '#test/support/api.ts'
import { addRate, addTariff, addTimeWindow } from '#test/support/configuration.ts'
import { doRateImports } from '#test/support/do-jobs.ts'
import { settlementForm } from '#test/support/forms.ts'
import { signInAdmin } from '#test/support/people.ts'
import {
  applyRates,
  previewRates,
  rowsOf,
  undoRates,
  uploadRates,
} from '#test/support/rate-imports.ts'

const api = apiForFile()

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/** All columns of the rates of a tariff, but when they were touched last. */
async function copyOf(tid: number): Promise<unknown[]> {
  const { rows } = await sql<{ row: object }>`
    select to_jsonb(r) - 'updated_at' as row from tariff_rate r where tariff_id = ${tid}
    order by id`.execute(api.database)
  return rows.map(({ row }) => row)
}

const add = (tid: number, change: object) =>
  addRate(api, tid, { effective_from: inDays(-30), ...change })

test('the preview says of each row what it changes, and of each fault where it is', async () => {
  const tid = await addTariff(api, 'SELL')
  await add(tid, { prefix: '44', destination: 'UK', rate: rate(2_000_000) })
  await add(tid, { prefix: '447', destination: 'UK mobile', rate: rate(3_000_000) })
  await add(tid, { prefix: '49', destination: 'Germany', rate: rate(1_000_000) })
  const preview = await previewRates(api, tid, [
    'Prefix,Destination,Rate per minute',
    '44,UK,0.02',
    '447,UK mobile,0.05',
    '49,Germany,0.009',
    '33,France,0.01',
    '34,Spain,-1',
    '39,Italy,0.01',
    '39,Italy,0.02',
    '33,France,0.01',
  ])
  expect(preview).toMatchObject({ state: 'PREVIEWED', error: '', new_count: 1, up_count: 1 })
  expect(preview).toMatchObject({ down_count: 1, unchanged_count: 2, invalid_count: 3 })
  const rows = await rowsOf(api, preview.id)
  expect(rows.map(({ line, kind, prefix, reason }) => [line, kind, prefix, reason])).toEqual([
    [2, 'UNCHANGED', '44', ''],
    [3, 'UP', '447', ''],
    [4, 'DOWN', '49', ''],
    [5, 'NEW', '33', ''],
    [6, 'INVALID', '34', expect.stringMatching(/./)],
    [7, 'INVALID', '39', 'The prefix has another rate in line 8.'],
    [8, 'INVALID', '39', 'The prefix has another rate in line 7.'],
    [9, 'UNCHANGED', '33', 'Repeats line 5.'],
  ])
  expect(rows[1]).toMatchObject({ old_rate: 3_000_000, rate: 5_000_000, change_percent: 666_667 })
  expect(rows[4]).toMatchObject({ rate: null, column_name: 'Rate per minute', value: '-1' })
  expect(preview.large_count).toBe(1)
})

/** A tariff with all that an import may meet: hours, planned rates, ended ones, terms of a rate. */
async function addFullTariff(): Promise<number> {
  const tid = await addTariff(api, 'SELL')
  const window_id = await addTimeWindow(api)
  await add(tid, { prefix: '44', rate: rate(2_000_000), attempt_fee: 1000, grace_seconds: 3 })
  await add(tid, { prefix: '44', rate: rate(2_500_000), effective_from: inDays(20) })
  await add(tid, { prefix: '44', rate: rate(1_000_000), window_id })
  await add(tid, { prefix: '447', rate: rate(3_000_000), effective_until: inDays(15) })
  await add(tid, { prefix: '49', rate: rate(1_000_000), effective_until: inDays(-1) })
  await add(tid, { prefix: '49', rate: rate(1_100_000), effective_from: inDays(-1) })
  await add(tid, { prefix: '33', rate: rate(900_000) })
  await add(tid, { prefix: '34', rate: rate(800_000), effective_from: inDays(5) })
  return tid
}

const FILE = [
  'prefix,rate,effective from',
  '44,0.03,',
  '447,0.02,',
  '49,0.011,',
  `39,0.01,${inDays(10).slice(0, 10)}`,
]

test.each(['MERGE', 'DELETE_MISSING', 'REPLACE'] as const)(
  'what %s has changed is as before after its undo, row by row',
  async (mode) => {
    const tid = await addFullTariff()
    const before = await copyOf(tid)
    const { id } = await previewRates(api, tid, FILE, { mode })
    const applied = await applyRates(api, id)
    expect(applied).toMatchObject({ state: 'APPLIED', error: '', can_be_undone: true })
    expect(applied.ended_count).toBeGreaterThan(0)
    expect(await copyOf(tid)).not.toEqual(before)
    expect(await undoRates(api, id)).toMatchObject({ state: 'UNDONE', error: '' })
    expect(await copyOf(tid)).toEqual(before)
  },
)

test('a planned rate that an import has changed in place is as before after its undo', async () => {
  const tid = await addTariff(api, 'SELL')
  const starts_at = inDays(20)
  const more = { steps: [{ after_seconds: 60, rate: rate(1), increment: 60 }], grace_seconds: 3 }
  await add(tid, { prefix: '44', effective_from: starts_at, ...more })
  const options = { mode: 'REPLACE', effective: 'AT_TIME', starts_at } as const
  // The second one changes a rate that the first one has changed already.
  const before = await copyOf(tid)
  const first = await previewRates(api, tid, ['prefix,rate', '44,0.03'], options)
  expect(await applyRates(api, first.id)).toMatchObject({ added_count: 0, ended_count: 1 })
  const between = await copyOf(tid)
  expect(between).toMatchObject([{ rate: 3_000_000, steps: [], import_id: first.id }])
  const second = await previewRates(api, tid, ['prefix,rate', '44,0.04'], options)
  await applyRates(api, second.id)
  await undoRates(api, second.id)
  expect(await copyOf(tid)).toEqual(between)
  await undoRates(api, first.id)
  expect(await copyOf(tid)).toEqual(before)
})

test('an import that users have changed since is not undone, and says which rates', async () => {
  const tid = await addFullTariff()
  const { id } = await previewRates(api, tid, FILE)
  await applyRates(api, id)
  await sql`update tariff_rate set rate = 1, version = version + 1
    where tariff_id = ${tid} and prefix = '44' and import_id = ${id}`.execute(api.database)
  await expect(undoRates(api, id)).rejects.toThrow('Changed: 44')
  await sql`delete from tariff_rate where tariff_id = ${tid} and prefix = '44'
    and import_id = ${id}`.execute(api.database)
  await expect(undoRates(api, id)).rejects.toThrow('Deleted: 1.')
})

test('a preview is stale when a user has changed a rate since', async () => {
  const tid = await addFullTariff()
  const { id } = await previewRates(api, tid, FILE)
  await add(tid, { prefix: '7', rate: rate(1) })
  const before = await copyOf(tid)
  const after = await applyRates(api, id)
  expect(after).toMatchObject({ state: 'PREVIEWED', error: expect.stringMatching('have changed') })
  expect(await copyOf(tid)).toEqual(before)
})

test('requested work can be stopped, and an import deleted that was not applied', async () => {
  const tid = await addFullTariff()
  const before = await copyOf(tid)
  const { id } = await previewRates(api, tid, FILE)
  const params = { id }
  const body = {
    skips_invalid: true,
    confirms_large: true,
    confirms_removed: true,
    country_conflicts_reason: '',
  }
  await api.admin.call(applyRateImport, { params, body })
  expect((await api.admin.call(stopRateImport, { params })).data.state).toBe('PREVIEWED')
  await doRateImports(api)
  expect(await copyOf(tid)).toEqual(before)
  const listed = await api.admin.call(listRateImports, { params: { tid } })
  expect(listed.data).toMatchObject([{ id, state: 'PREVIEWED', file_name: 'rates.csv' }])
  expect((await api.admin.call(deleteRateImport, { params })).status).toBe(204)
  expect((await api.admin.call(getRateImport, { params })).status).toBe(404)
})

test('the work stops between two slices, with nothing done', async () => {
  const tid = await addFullTariff()
  const before = await copyOf(tid)
  const { id } = await previewRates(api, tid, FILE)
  const client = makeClient(api.jobs_url, 'test')
  await client.connect()
  await client.query('begin')
  expect(
    await applyRows(client, { id, tariff_id: tid, rate_change: null }, async () => false),
  ).toBe('STOPPED')
  await client.query('rollback')
  await client.end()
  expect(await copyOf(tid)).toEqual(before)
})

test('confirmations are required for invalid rows and for large changes', async () => {
  const tid = await addTariff(api, 'SELL')
  await add(tid, { prefix: '44', rate: rate(2_000_000) })
  const { id } = await previewRates(api, tid, ['prefix,rate', '44,0.2', '45,much'])
  const no = {
    skips_invalid: false,
    confirms_large: false,
    confirms_removed: true,
    country_conflicts_reason: '',
  }
  await expect(applyRates(api, id, no)).rejects.toThrow('1 rows are invalid')
  await expect(applyRates(api, id, { ...no, skips_invalid: true })).rejects.toThrow('by much')
  expect(await applyRates(api, id)).toMatchObject({ state: 'APPLIED', added_count: 1 })
  const charges = await api.admin.call(getRateImportCharges, { params: { id } })
  expect(charges.data).toEqual([])
})

test('a rate below that of a settlement account is marked, by its longest prefix', async () => {
  const buy = await addTariff(api, 'BUY')
  await add(buy, { prefix: '4', rate: rate(9_000_000) })
  await add(buy, { prefix: '44', rate: rate(2_000_000) })
  const body = settlementForm(buy)
  expect((await api.admin.call(createSettlement, { body })).status).toBe(200)
  const tid = await addTariff(api, 'SELL')
  const { id, below_cost_count } = await previewRates(api, tid, [
    'prefix,rate',
    '441,0.0199',
    '442,0.02',
    '5,0.01',
  ])
  expect(below_cost_count).toBe(1)
  const rows = await rowsOf(api, id, { warning: 'below_cost' })
  expect(rows).toMatchObject([{ prefix: '441', cost_rate: 2_000_000, is_below_cost: true }])
})

/** 1000 answered calls of ten minutes, yesterday. */
async function addTraffic(of: {
  kind: string
  seller_id: number
  prefix: string
  [key: string]: unknown
}) {
  const zeros = Object.fromEntries(TRAFFIC_FIGURE_NAMES.map((figure) => [figure, 0]))
  const keys = TRAFFIC_KEYS.map((key) => [key, /_id$|_code$/.test(key) ? 0 : ''])
  const row = { ...zeros, ...Object.fromEntries(keys), bucket: inDays(-1), answered: 1000, ...of }
  await sql`insert into traffic_sum select * from
    jsonb_populate_record(null::traffic_sum, ${JSON.stringify(row)}::jsonb)`.execute(api.database)
}

async function addAccount(kind: string, name: string, tariff_id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into account (kind, parent_id, name, tariff_id)
    values (${kind}, 1, ${name}, ${tariff_id})
    returning id`.execute(api.database)
  return rows[0]?.id ?? 0
}

test('the accounts that use the tariff are named, with what their calls cost more', async () => {
  const tid = await addTariff(api, 'SELL')
  await add(tid, { prefix: '44', rate: rate(2_000_000) })
  await add(tid, { prefix: '49', rate: rate(1_000_000) })
  const account_id = await addAccount('WHOLESALE', 'Busy', tid)
  await addAccount('RETAIL', 'Quiet', tid)
  const whole = { kind: 'WHOLE', seller_id: 1, account_id, billed_seconds: 600_000 }
  await addTraffic({ ...whole, prefix: '44' })
  await addTraffic({ ...whole, prefix: '49' })
  await addTraffic({ ...whole, prefix: '44', bucket: inDays(-31) })
  const { id } = await previewRates(api, tid, ['prefix,rate', '44,0.03', '49,0.01', '39,0.01'])
  const { data } = await api.admin.call(listRateImportParties, { params: { id } })
  expect(data).toMatchObject({ count: 2, currency: 'USD', difference: 100_000_000 })
  expect(data.parties).toMatchObject([
    { id: account_id, name: 'Busy', calls: 1000, billed_seconds: 600_000, difference: 100_000_000 },
    { name: 'Quiet', kind: 'RETAIL', calls: 0, difference: 0 },
  ])
  const rows = await rowsOf(api, id, { sort: '-difference_size' })
  expect(
    rows.map(({ prefix, billed_seconds, difference }) => [prefix, billed_seconds, difference]),
  ).toEqual([
    ['44', 600_000, 100_000_000],
    ['49', 600_000, 0],
    ['39', null, null],
  ])
})

test('traffic of a reseller counts at the longest prefix of its own tariff', async () => {
  const tid = await addTariff(api, 'RESELLER_COST')
  await add(tid, { prefix: '44', rate: rate(2_000_000) })
  const seller_id = await addAccount('RESELLER', 'Far', tid)
  const place = { kind: 'PLACE', seller_id, buy_billed_seconds: 600_000 }
  await addTraffic({ ...place, prefix: '441' })
  await addTraffic({ ...place, prefix: '4477' })
  const { id } = await previewRates(api, tid, ['prefix,rate', '44,0.01', '447,0.03'])
  const rows = await rowsOf(api, id)
  expect(rows).toMatchObject([
    { prefix: '44', calls: 1000, difference: -100_000_000 },
    { prefix: '447', kind: 'UP', old_prefix: '44', calls: 1000, difference: 100_000_000 },
  ])
})

test('files that would fill the disk are refused until others are deleted', async () => {
  const tid = await addTariff(api, 'SELL')
  const { id } = (await uploadRates(api.admin, tid, 'prefix,rate\n44,0.02')).data
  await sql`update rate_import set file_size = 3900000000 where id = ${id}`.execute(api.database)
  const refused = await uploadRates(api.admin, tid, 'prefix,rate\n44,0.02')
  expect(refused).toMatchObject({
    status: 413,
    problem: { message: expect.stringMatching(/may take 4 GB: delete/) },
  })
  expect((await api.admin.call(deleteRateImport, { params: { id } })).status).toBe(204)
  expect((await uploadRates(api.admin, tid, 'prefix,rate\n44,0.02')).status).toBe(200)
})

test('nothing is imported without a right to the tariff, nor from a PDF', async () => {
  const tid = await addTariff(api, 'SELL')
  const group = { permissions: ['tariffs.view', 'tariffs.bulk'], hides_prices: true } as const
  const anna = await signInAdmin(api, 'anna', group)
  expect((await uploadRates(anna, tid, 'prefix,rate\n44,0.02')).status).toBe(404)
  const { id } = (await uploadRates(api.admin, tid, 'prefix,rate\n44,0.02')).data
  expect((await anna.call(getRateImport, { params: { id } })).status).toBe(404)
  const refused = await uploadRates(api.admin, tid, Buffer.from('%PDF-1.7 '))
  expect(refused).toMatchObject({
    status: 400,
    problem: { fields: { file: expect.stringMatching(/PDF/) } },
  })
})

test('the exported rates of a tariff are, as a file, all unchanged in it', async () => {
  const tid = await addTariff(api, 'SELL')
  await add(tid, { prefix: '44', destination: 'UK', rate: rate(2_000_000), first_increment: 30 })
  const effective_from = '2099-12-01T00:00:00.000Z'
  await add(tid, { prefix: '44', rate: rate(2_500_000), effective_from })
  await add(tid, { prefix: '447', rate: rate(3_000_000), effective_until: inDays(15) })
  await add(tid, { prefix: '49', rate: rate(1_000_000), blocked: true })
  // After a promotion the rate before it counts again.
  const promotion = { effective_from: inDays(-1), effective_until: '2099-12-01T00:00:00.000Z' }
  await add(tid, { prefix: '55', rate: rate(5), effective_from: inDays(-2) })
  await add(tid, { prefix: '55', rate: rate(4), ...promotion })
  await add(tid, { prefix: '33', rate: rate(900_000), first_rate: rate(1_000_000) })
  await add(tid, { prefix: '44', window_id: await addTimeWindow(api) })
  const query = `format=csv&state=current&always=true&fields=${RATE_FILE_FIELDS}`
  const url = `/api/tariffs/${tid}/rates?${query}`
  const { body } = await api.admin.send({ method: 'GET', url })
  const preview = await previewRates(api, tid, body.trim().split('\r\n'))
  const rows = await rowsOf(api, preview.id)
  expect(rows.map(({ kind, prefix, reason }) => [kind, prefix, reason])).toEqual(
    ['33', '44', '44', '447', '49', '55', '55'].map((prefix) => ['UNCHANGED', prefix, '']),
  )
})
