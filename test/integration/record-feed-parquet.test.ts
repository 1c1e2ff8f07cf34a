// The record feed as files of Parquet, in a folder and in a store: the same records as in lines.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/record-feed/record-consumers.ts'
import { money, rate } from '#core/money.ts'
import { apiForFile } from '../support/api.ts'
import { recordAt, writeCalls } from '../support/calls.ts'
import { named } from '../support/configuration.ts'
import { doRecordFeed } from '../support/do-jobs.ts'
import { readParquet } from '../support/parquet.ts'
import { recordConsumerForm } from '../support/record-receiver.ts'
import { SECRET_KEYS } from '../support/secret-keys.ts'
import { STORE_KEY, startStore } from '../support/store-receivers.ts'

const NOON = Date.parse('2026-03-10T12:00:00.25Z')

const api = apiForFile()
let store: Awaited<ReturnType<typeof startStore>>
let record_folder: string
beforeEach(async () => {
  store = await startStore()
  record_folder = await mkdtemp(join(tmpdir(), 'record-feed-'))
})
afterEach(async () => {
  await api.database.deleteFrom('record_consumer').execute()
  await store.close()
  await rm(record_folder, { recursive: true })
})

type Form = BodyOf<typeof contract.createRecordConsumer>

const bodyOf = (change: Partial<Form>): Form => ({
  ...recordConsumerForm(named('consumer'), ''),
  ...{ allows_private: true, batch_size: 2, format: 'PARQUET' },
  ...change,
})
const add = async (change: Partial<Form>) =>
  (await api.admin.call(contract.createRecordConsumer, { body: bodyOf(change) })).data.id

const FOLDER = { kind: 'FOLDER', folder: 'parquet' } as const
const bucket = (): Partial<Form> => ({
  ...{ kind: 'S3', url: store.url, bucket: 'warehouse', region: STORE_KEY.region },
  ...{ username: STORE_KEY.key_id, password: STORE_KEY.secret },
})

/** An answered call with its charge, one that failed, and one below resellers. */
async function write(): Promise<void> {
  const sold = { sell_rate: rate(1_234_567), sell_amount: money(1_230_001), sell_currency: 'EUR' }
  const answered = recordAt(NOON, {
    ...{ account_id: 1, status: 'ANSWERED', answered_at: NOON / 1000 + 3.5, sip_code: 200 },
    ...{ ...sold, revenue: money(-7), duration_ms: 5500, billed_seconds: 6, prefix: '44' },
  })
  const { call_id, started_at } = answered
  const charge = {
    ...{ call_id, started_at, account_id: 1, depth: 0, parent_id: 1, tariff_id: 1, rate_id: 1 },
    ...{ prefix: '44', terms: {}, currency: 'EUR', duration_seconds: 6, billed_seconds: 6 },
    ...{ attempts: 0, net: 1_000_000, vat: 230_001, amount: 1_230_001, income: 0 },
    ...{ package_subscription_id: null, package_seconds: 0 },
  }
  const figures = {
    ...{ mos: 3.125, jitter_ms: 2, loss_percent: 0.1, round_trip_ms: null, packets: 1500 },
    ...{ codec: 'PCMA', last_packet_at: 1_773_144_000.5 },
  }
  const below = recordAt(NOON, {
    ...{ reseller_ids: [12, 5], caller_name: 'Zoë "😀"', refusal: null, fault: 'SETTLEMENT' },
    ...{ one_way_audio: 'CALLEE', media: { caller: figures, callee: figures, is_held: false } },
  })
  const records = [answered, recordAt(NOON), below]
  await writeCalls(api.url, { records, charges: [charge as never] })
}

const feed = () => doRecordFeed(api, Date.now(), { record_folder })
const files = async (folder: string) => (await readdir(join(record_folder, folder))).sort()
const contentsOf = async (folder: string) =>
  Promise.all((await files(folder)).map((name) => readFile(join(record_folder, folder, name))))

const rowsIn = async (folder: string) =>
  (await Promise.all((await contentsOf(folder)).map(readParquet))).flat()
const linesIn = async (folder: string): Promise<object[]> =>
  (await contentsOf(folder)).flatMap((content) =>
    String(content)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  )
const stored = () => [...store.objects.keys()].sort().flatMap((name) => store.objects.get(name)!)

test('a folder and a store get each value of the lines, in the same order', async () => {
  await add(FOLDER)
  await add({ ...FOLDER, folder: 'lines', format: 'JSON_LINES' })
  await add(bucket())
  await write()
  await vi.waitFor(async () => {
    await feed()
    expect(await files('parquet')).toHaveLength(2)
  })
  const lines = await linesIn('lines')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatchObject({ sell_amount: '1.230001', charges: [{ vat: '0.230001' }] })
  expect(lines[2]).toMatchObject({ fault: 'SETTLEMENT', media: { callee: { mos: 3.125 } } })
  expect(await rowsIn('parquet')).toEqual(lines)
  expect(stored()).toEqual(lines)
  for (const name of [...(await files('parquet')), ...store.objects.keys()]) {
    expect(name).toMatch(/^records-\d{16}-\d{16}\.parquet$/)
  }
  expect(new Set(store.types.values())).toEqual(new Set(['application/vnd.apache.parquet']))
})

test('a batch that is sent again replaces its file and its object', async () => {
  await add(FOLDER)
  await add(bucket())
  const places = await api.database
    .selectFrom('record_delivery')
    .select(['consumer_id', 'position'])
    .execute()
  await write()
  const all = async () => [await files('parquet'), [...store.objects.keys()]]
  await vi.waitFor(async () => {
    await feed()
    expect((await all()).map(({ length }) => length)).toEqual([2, 2])
  })
  const [before, rows] = [await all(), await rowsIn('parquet')]
  for (const { consumer_id, position } of places) {
    await api.database
      .updateTable('record_delivery')
      .set({ position, delivered_count: 0 })
      .where('consumer_id', '=', consumer_id)
      .execute()
  }
  await feed()
  const counts = await api.database
    .selectFrom('record_delivery')
    .select('delivered_count')
    .execute()
  expect(counts).toEqual([{ delivered_count: 3 }, { delivered_count: 3 }])
  expect(await all()).toEqual(before)
  expect(await rowsIn('parquet')).toEqual(rows)
})

test('the process of jobs writes both', async () => {
  await add(FOLDER)
  await add(bucket())
  await write()
  const env = { DATABASE_URL: api.jobs_url, SECRET_KEYS, RECORD_FOLDER: record_folder }
  const jobs = fork('src/jobs/main.ts', {
    execArgv: ['--max-old-space-size=512'],
    env: { ...process.env, ...env, LOG_LEVEL: 'error' },
  })
  const exited = once(jobs, 'exit')
  try {
    await vi.waitFor(async () => expect(await rowsIn('parquet')).toHaveLength(3))
    await vi.waitFor(() => expect(stored()).toHaveLength(3))
  } finally {
    jobs.kill('SIGTERM')
    await exited
  }
})

test('a test is a file of one example, marked by a column', async () => {
  const ids = [await add(FOLDER), await add(bucket())]
  for (const id of ids) await api.admin.call(contract.testRecordConsumer, { params: { id } })
  await feed()
  expect(await files('parquet')).toEqual(['test.parquet'])
  expect(await rowsIn('parquet')).toMatchObject([{ id: '0-1', test: true }])
  expect([...store.objects.keys()]).toEqual(['test.parquet'])
})

test('from a change on, the next batches are files of the other format', async () => {
  const id = await add({ ...FOLDER, format: 'JSON_LINES', batch_size: 3 })
  await write()
  const written = (count: number) =>
    vi.waitFor(async () => {
      await feed()
      expect(await files('parquet')).toHaveLength(count)
    })
  await written(1)
  const { data } = await api.admin.call(contract.getRecordConsumer, { params: { id } })
  expect(data.format).toBe('JSON_LINES')
  const body = { ...bodyOf({ ...FOLDER, batch_size: 3 }), version: data.version }
  await api.admin.call(contract.updateRecordConsumer, { params: { id }, body })
  await write()
  await written(2)
  expect((await files('parquet')).map((name) => name.split('.')[1])).toEqual(['jsonl', 'parquet'])
})

test('only files have a format', async () => {
  const id = await add({ kind: 'WEBHOOK', url: 'https://warehouse.example/' })
  const { data } = await api.admin.call(contract.getRecordConsumer, { params: { id } })
  expect(data.format).toBe('JSON_LINES')
  const change = api.database.updateTable('record_consumer').set({ format: 'PARQUET' })
  await expect(change.where('id', '=', id).execute()).rejects.toThrow('record_consumer_files')
  const payload = { ...bodyOf(FOLDER), format: 'ORC' }
  const answer = await api.admin.send({ method: 'POST', url: '/api/record-consumers', payload })
  expect(answer.json().fields).toEqual({ format: expect.any(String) })
})
