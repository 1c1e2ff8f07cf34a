// The record feed with a real receiver and with files: each record at least once, in order.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/record-feed/record-consumers.ts'
import type { CallRecord } from '#core/call/call-record.ts'
import { LAST_POSITION } from '#db/record-feed/safe-position.ts'
import { apiForFile } from '../support/api.ts'
import { recordAt, writeCalls } from '../support/calls.ts'
import { named } from '../support/configuration.ts'
import { doRecordFeed } from '../support/do-jobs.ts'
import { openBatch } from '../support/open-batch.ts'
import { type Receiver, recordConsumerForm, startReceiver } from '../support/record-receiver.ts'

const NOON = Date.parse('2026-03-10T12:00:00Z')
const MINUTE_MS = 60_000

const api = apiForFile()
let receiver: Receiver
let consumer_id: number
let now_ms = Date.now()
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  await api.database.deleteFrom('record_consumer').execute()
  await receiver.close()
})

type Form = BodyOf<typeof contract.createRecordConsumer>

async function addConsumer(change: Partial<Form> = {}): Promise<number> {
  const form = { ...recordConsumerForm(named('consumer'), receiver.url), allows_private: true }
  const body = { ...form, ...change }
  const { data } = await api.admin.call(contract.createRecordConsumer, { body })
  const { id } = data
  consumer_id = id
  if (body.kind !== 'WEBHOOK') return id
  const renewed = await api.admin.call(contract.renewConsumerSecret, { params: { id } })
  receiver.secret = renewed.data.secret
  return id
}

const readConsumer = async (id = consumer_id) =>
  (await api.admin.call(contract.getRecordConsumer, { params: { id } })).data
const feedOnce = (means = {}) => doRecordFeed(api, now_ms, means)

/** Feeds until all records can be read: any transaction of the server may hold them back. */
const feed = (means = {}) =>
  vi.waitFor(async () => {
    await feedOnce(means)
    const { rows } = await sql`select 1 from record_feed
      where safe_position < ${sql.raw(LAST_POSITION)}`.execute(api.database)
    expect(rows).toEqual([])
  })

/** Writes one batch of calls and answers the ids that the feed has for them. */
async function write(...changes: Partial<CallRecord>[]): Promise<string[]> {
  const records = changes.map((change) => recordAt(NOON, change))
  await writeCalls(api.url, { records })
  return records.map(({ call_id, attempt_no }) => `${call_id}-${attempt_no}`)
}

const idsOf = ({ received }: Receiver) =>
  received.flatMap(({ data }) => data.map(({ id }) => String(id)))

async function fed(ids: readonly (string | undefined)[]): Promise<void> {
  await feed()
  expect(idsOf(receiver)).toEqual(ids)
}

test('a webhook gets each record once and in order, signed, in batches of its size', async () => {
  await write({})
  await addConsumer({ batch_size: 2 })
  const ids = [...(await write({}, {}, {})), ...(await write({}, {}))]
  await fed(ids)
  expect(receiver.received.map(({ data }) => data.length)).toEqual([2, 2, 1])
  await fed(ids)
  expect(await readConsumer()).toMatchObject({
    ...{ delivered_count: 5, waiting_count: 0, lag_seconds: 0, error: '', failing_since: null },
  })
})

test('a receiver that fails ten times gets every record when it works again', async () => {
  await addConsumer({ batch_size: 2 })
  const ids = await write({}, {}, {})
  receiver.status = () => 503
  const pauses: number[] = []
  for (let time = 1; time <= 10; time += 1) {
    await feed()
    const { failures_in_a_row, error, next_try_at } = await readConsumer()
    expect({ failures_in_a_row, error }).toEqual({
      failures_in_a_row: time,
      error: 'The receiver answered 503.',
    })
    pauses.push(Date.parse(next_try_at ?? '') - now_ms)
    // Before its time nothing is sent.
    now_ms = Date.parse(next_try_at ?? '') - 1
    await feed()
    expect((await readConsumer()).failures_in_a_row).toBe(time)
    now_ms += 1
    if (time === 5) ids.push(...(await write({})))
  }
  expect(pauses.slice(0, 3)).toEqual([2500, 5000, 10_000])
  expect(pauses.at(-1)).toBe(10 * MINUTE_MS)
  expect((await readConsumer()).waiting_count).toBe(4)
  receiver.status = () => 204
  await fed(ids)
  expect(await readConsumer()).toMatchObject({ error: '', failing_since: null })
})

test('a batch whose position was not stored is sent again as the same message', async () => {
  await addConsumer({ batch_size: 3 })
  const ids = await write({}, {})
  // The process ends after the receiver has the batch: its end is stored, its delivery is not.
  await api.database
    .updateTable('record_delivery')
    .set({ batch_to: null })
    .where('consumer_id', '=', consumer_id)
    .execute()
  const before = await api.database
    .selectFrom('record_delivery')
    .selectAll()
    .where('consumer_id', '=', consumer_id)
    .executeTakeFirstOrThrow()
  await feed()
  const sent = receiver.received[0]!
  const batch_to = Number(sent.id.split('-').at(-1))
  await api.database
    .updateTable('record_delivery')
    .set({ position: before.position, batch_to })
    .where('consumer_id', '=', consumer_id)
    .execute()
  // A record that is written meanwhile is not part of it.
  const later = await write({})
  await feed()
  expect(receiver.received.map(({ id }) => id)).toEqual([sent.id, sent.id, expect.anything()])
  expect(receiver.received.map(({ data }) => data.map(({ id }) => id))).toEqual([ids, ids, later])
})

test('a batch under way when the process stops is no failure, and is sent again', async () => {
  await addConsumer()
  const ids = await write({})
  receiver.status = () => 500
  await feed()
  const { position, batch_to } = await api.database
    .selectFrom('record_delivery')
    .select(['position', 'batch_to'])
    .where('consumer_id', '=', consumer_id)
    .executeTakeFirstOrThrow()
  expect(batch_to).toBeGreaterThan(position)
  receiver.status = () => 204
  now_ms += MINUTE_MS
  await fed(ids)
})

test('records of two engines that commit in the opposite order are all delivered', async () => {
  await addConsumer()
  const [early, late] = [recordAt(NOON), recordAt(NOON + 1)]
  const slow = await openBatch(api, [early])
  await writeCalls(api.url, { records: [late] })
  await feedOnce()
  // The later position waits for the earlier one.
  expect(idsOf(receiver)).toEqual([])
  expect((await readConsumer()).waiting_count).toBe(1)
  await slow.commit()
  await fed([early, late].map(({ call_id }) => `${call_id}-1`))
})

test('an engine that gives its batch up holds nothing back', async () => {
  await addConsumer()
  const slow = await openBatch(api, [recordAt(NOON)])
  const ids = await write({})
  await feedOnce()
  await slow.abandon()
  await fed(ids)
})

test('after a restore into a new cluster the feed continues', async () => {
  await addConsumer()
  // Its transactions begin at a small number, and the mark is of the old one.
  await api.database
    .updateTable('record_feed' as never)
    .set({ seen_xid: '999999999999', seen_position: 0, safe_position: 0 } as never)
    .execute()
  const ids = await write({})
  await fed(ids)
})

test('a filter by account delivers its calls and those of all below it', async () => {
  const insert = async (kind: 'RESELLER' | 'WHOLESALE', parent_id: number) =>
    (
      await api.database
        .insertInto('account')
        .values({ kind, name: named('account'), parent_id } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const reseller = await insert('RESELLER', 1)
  const own = await insert('WHOLESALE', 1)
  await addConsumer({ account_ids: [reseller, own], answered_only: true })
  const answered = { status: 'ANSWERED', sip_code: 200 } as const
  const [, below, direct] = await write(
    { account_id: 900, ...answered },
    { account_id: 901, reseller_ids: [902, reseller], ...answered },
    { account_id: own, ...answered },
    { account_id: own, status: 'FAILED' },
  )
  await fed([below, direct])
  expect((await readConsumer()).waiting_count).toBe(0)
})

test('amounts are decimal text, and the last record has the charges of the call', async () => {
  await addConsumer()
  const record = recordAt(NOON, { account_id: 1, sell_amount: 1_230_000 as never })
  const { call_id, started_at } = record
  const charge = {
    ...{ call_id, started_at, account_id: 1, depth: 0, parent_id: 1, tariff_id: 1, rate_id: 1 },
    ...{ prefix: '44', terms: {}, currency: 'USD', duration_seconds: 60, billed_seconds: 60 },
    ...{ attempts: 0, net: 1_000_000, vat: 230_000, amount: 1_230_000, income: 0 },
    ...{ package_subscription_id: null, package_seconds: 0 },
  }
  await writeCalls(api.url, { records: [record], charges: [charge as never] })
  await feed()
  expect(receiver.received[0]?.data[0]).toMatchObject({
    ...{ id: `${call_id}-1`, call_id, started_at: '2026-03-10T12:00:00Z', sell_amount: '1.23' },
    charges: [{ account_id: 1, net: '1', vat: '0.23', amount: '1.23', currency: 'USD' }],
  })
})

test('one consumer that does not answer stops no other one', async () => {
  await addConsumer({ url: 'http://127.0.0.1:1/' })
  const dead = consumer_id
  await addConsumer()
  const ids = await write({})
  await fed(ids)
  expect((await readConsumer(dead)).error).toContain('ECONNREFUSED')
})

test.each([
  ['the name of this machine', 'https://localhost/', '127.0.0.1 is a private address'],
  ['an address of a network behind it', 'https://10.1.2.3/', '10.1.2.3 is a private address'],
  ['one inside of IPv6', 'https://[::ffff:7f00:1]/', '::ffff:7f00:1 is a private address'],
])('%s is not called unless it is allowed', async (_, url, error) => {
  await addConsumer({ url, allows_private: false })
  await write({})
  await feed({ resolveName: async () => ['127.0.0.1'] })
  expect((await readConsumer()).error).toContain(error)
})

test('a redirect is not followed', async () => {
  await addConsumer()
  await write({})
  receiver.status = () => 307
  await feed()
  expect((await readConsumer()).error).toContain('redirects are not followed')
})

test('a paused consumer gets nothing, and what it has missed when it continues', async () => {
  const id = await addConsumer()
  const set = async (status: 'active' | 'paused') => {
    const { version } = await readConsumer()
    const form = { ...recordConsumerForm(named('consumer'), receiver.url), allows_private: true }
    const body = { ...form, status, version }
    await api.admin.call(contract.updateRecordConsumer, { params: { id }, body })
  }
  await set('paused')
  const ids = await write({}, {})
  await feedOnce()
  expect(idsOf(receiver)).toEqual([])
  await set('active')
  await fed(ids)
})

test('a consumer that begins again from a day gets all calls since then', async () => {
  const day = Date.parse('2026-03-12T00:00:00Z')
  const records = [-1, 0, 1].map((minutes) => recordAt(day + minutes * MINUTE_MS))
  await writeCalls(api.url, { records })
  const id = await addConsumer()
  const body = { from_at: new Date(day).toISOString() }
  await api.admin.call(contract.restartRecordConsumer, { params: { id }, body })
  await fed(records.slice(1).map(({ call_id }) => `${call_id}-1`))
})

test('a test is sent to a paused consumer too, and shown with its failure', async () => {
  const id = await addConsumer({ status: 'paused' })
  const ask = () => api.admin.call(contract.testRecordConsumer, { params: { id } })
  expect((await ask()).data.is_test_asked).toBe(true)
  await feed()
  const charges = [{ amount: '0.0123', currency: 'USD' }]
  const example = { id: '0-1', test: true, sell_amount: '0.0123', charges }
  expect(receiver.received).toMatchObject([{ type: 'test', data: [example] }])
  expect(await readConsumer()).toMatchObject({ is_test_asked: false, test_error: '' })
  receiver.status = () => 404
  await ask()
  await feed()
  expect((await readConsumer()).test_error).toBe('The receiver answered 404.')
})

test('a folder gets a file of lines for each batch, which a repetition replaces', async () => {
  const record_folder = await mkdtemp(join(tmpdir(), 'record-feed-'))
  const file = { kind: 'FOLDER', url: '', folder: 'warehouse', batch_size: 2 } as const
  await addConsumer(file)
  const { position } = await api.database
    .selectFrom('record_delivery')
    .select('position')
    .where('consumer_id', '=', consumer_id)
    .executeTakeFirstOrThrow()
  const ids = await write({}, {}, {})
  await feed({ record_folder })
  const names = (await readdir(join(record_folder, 'warehouse'))).sort()
  expect(names).toHaveLength(2)
  const read = async () =>
    (await Promise.all(names.map((name) => readFile(join(record_folder, 'warehouse', name)))))
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id)
  expect(await read()).toEqual(ids)
  await api.database
    .updateTable('record_delivery')
    .set({ position })
    .where('consumer_id', '=', consumer_id)
    .execute()
  await feed({ record_folder })
  expect((await readdir(join(record_folder, 'warehouse'))).sort()).toEqual(names)
  expect(await read()).toEqual(ids)
  await rm(record_folder, { recursive: true })
})
