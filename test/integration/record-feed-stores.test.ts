// The record feed into ClickHouse and into a store: rows and objects once, whatever is repeated.
import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/record-feed/record-consumers.ts'
import { exampleRecord } from '#core/call/example-record.ts'
import { apiForFile } from '../support/api.ts'
import { recordAt, writeCalls } from '../support/calls.ts'
import { named } from '../support/configuration.ts'
import { doRecordFeed } from '../support/do-jobs.ts'
import { recordConsumerForm } from '../support/record-receiver.ts'
import {
  CLICKHOUSE_USER,
  STORE_KEY,
  startClickHouse,
  startStore,
} from '../support/store-receivers.ts'

const NOON = Date.parse('2026-03-10T12:00:00Z')

const api = apiForFile()
afterEach(async () => {
  await api.database.deleteFrom('record_consumer').execute()
})

type Form = BodyOf<typeof contract.createRecordConsumer>

const bodyOf = (url: string, change: Partial<Form>): Form => ({
  ...recordConsumerForm(named('consumer'), url),
  ...{ allows_private: true, batch_size: 2 },
  ...change,
})
const add = async (url: string, change: Partial<Form>) => {
  const body = bodyOf(url, change)
  return (await api.admin.call(contract.createRecordConsumer, { body })).data.id
}
const read = async (id: number) =>
  (await api.admin.call(contract.getRecordConsumer, { params: { id } })).data

/** The next runs are after the pause of a failure. */
let now_ms = Date.now()
const feed = () => {
  now_ms += 3_600_000
  return doRecordFeed(api, now_ms)
}

async function write(count: number): Promise<string[]> {
  const records = Array.from({ length: count }, () => recordAt(NOON))
  await writeCalls(api.url, { records })
  return records.map(({ call_id, attempt_no }) => `${call_id}-${attempt_no}`)
}

const positionOf = async (consumer_id: number) =>
  api.database
    .selectFrom('record_delivery')
    .select(['position', 'batch_to'])
    .where('consumer_id', '=', consumer_id)
    .executeTakeFirstOrThrow()
const setPosition = (consumer_id: number, position: number) =>
  api.database
    .updateTable('record_delivery')
    .set({ position, batch_to: null })
    .where('consumer_id', '=', consumer_id)
    .execute()

/** Any transaction of the server may hold records back for a moment. */
const fed = (ids: () => unknown, expected: readonly string[]) =>
  vi.waitFor(async () => {
    await feed()
    expect(ids()).toEqual(expected)
  })

async function askForTest(id: number): Promise<string> {
  await api.admin.call(contract.testRecordConsumer, { params: { id } })
  await feed()
  return (await read(id)).test_error
}

describe('ClickHouse', () => {
  let store: Awaited<ReturnType<typeof startClickHouse>>
  beforeEach(async () => {
    store = await startClickHouse()
  })
  afterEach(() => store.close())

  const TABLE = {
    kind: 'CLICKHOUSE',
    ...{ database_name: 'warehouse', table_name: 'calls' },
    ...{ username: CLICKHOUSE_USER.name, password: CLICKHOUSE_USER.password },
  } as const
  const ids = () => store.rows.map(({ id }) => id)

  test('gets a row for each record, with its charges as text', async () => {
    await add(store.url, TABLE)
    await fed(ids, await write(3))
    expect(store.inserts.map(({ rows }) => rows)).toEqual([2, 1])
    expect(store.rows[0]).toMatchObject({
      charges: '[]',
      media: null,
      sell_amount: expect.any(String),
    })
  })

  test('gets records of earlier calls in their places among those of today', async () => {
    await add(store.url, TABLE)
    const expected: string[] = []
    for (const started_ms of [now_ms, NOON, now_ms - 60_000, NOON - 30 * 86_400_000, now_ms]) {
      const record = recordAt(started_ms)
      await writeCalls(api.url, { records: [record] })
      expected.push(`${record.call_id}-1`)
    }
    await fed(ids, expected)
  })

  test('has a column for each field in the table of the manual', async () => {
    const manual = await readFile('docs/operating.md', 'utf8')
    const [, columns = ''] = /CREATE TABLE calls \(([\s\S]*?)\n\) ENGINE/.exec(manual) ?? []
    const names = columns.split(/,\s+(?=[a-z])/).map((column) => column.trim().split(' ')[0])
    const { test: _, ...fields } = exampleRecord(() => '')
    expect(names.sort()).toEqual(Object.keys(fields).sort())
  })

  test('gets a batch that is sent again with the same token', async () => {
    const id = await add(store.url, TABLE)
    const { position } = await positionOf(id)
    const expected = await write(2)
    await fed(ids, expected)
    await setPosition(id, position)
    await feed()
    expect(ids()).toEqual(expected)
    const [first, second] = store.inserts
    expect(second?.token).toBe(first?.token)
  })

  test('gets no row by a test, which finds what is wrong', async () => {
    const id = await add(store.url, TABLE)
    expect(await askForTest(id)).toBe('')
    expect(store).toMatchObject({ rows: [], inserts: [{ rows: 0 }] })
    const wrong = await add(store.url, { ...TABLE, table_name: 'call' })
    expect(await askForTest(wrong)).toBe('The receiver answered 404 with error 60.')
    const guest = await add(store.url, { ...TABLE, password: 'guess' })
    expect(await askForTest(guest)).toBe('The receiver answered 403 with error 516.')
  })

  test('is not called at a private address unless it is allowed', async () => {
    const url = store.url.replace('http:', 'https:')
    const id = await add(url, { ...TABLE, allows_private: false })
    expect(await askForTest(id)).toContain('127.0.0.1 is a private address')
  })

  test('keeps its password, and another address needs it again', async () => {
    const id = await add(store.url, TABLE)
    const put = async (change: Partial<Form>) => {
      const { version } = await read(id)
      const { password: _, ...body } = bodyOf(store.url, { ...TABLE, ...change })
      const payload = { ...body, ...change, version }
      return api.admin.send({ method: 'PUT', url: `/api/record-consumers/${id}`, payload })
    }
    expect((await put({})).json().data).toMatchObject({ has_password: true })
    expect(await askForTest(id)).toBe('')
    expect((await put({ url: 'https://example.com' })).json().fields).toEqual({
      password: 'Another address needs it again.',
    })
    const stored = await api.database.selectFrom('record_consumer').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(CLICKHOUSE_USER.password)
    expect(await api.admin.send({ method: 'GET', url: '/api/record-consumers' })).toMatchObject({
      body: expect.not.stringContaining(CLICKHOUSE_USER.password),
    })
    // The secret of a webhook would take the place of the password.
    const renew = { method: 'POST', url: `/api/record-consumers/${id}/secret` } as const
    expect((await api.admin.send(renew)).statusCode).toBe(403)
    expect(await askForTest(id)).toBe('')
  })
})

describe('a store', () => {
  let store: Awaited<ReturnType<typeof startStore>>
  beforeEach(async () => {
    store = await startStore()
  })
  afterEach(() => store.close())

  const BUCKET = {
    kind: 'S3',
    ...{ bucket: 'warehouse', object_prefix: 'calls/day=1/', region: STORE_KEY.region },
    ...{ username: STORE_KEY.key_id, password: STORE_KEY.secret },
  } as const
  const ids = () =>
    [...store.objects.keys()].sort().flatMap((name) => store.objects.get(name)?.map(({ id }) => id))

  test('gets an object for each batch, which a repetition replaces', async () => {
    const id = await add(store.url, BUCKET)
    const { position } = await positionOf(id)
    const expected = await write(3)
    await fed(ids, expected)
    const names = [...store.objects.keys()]
    expect(names).toHaveLength(2)
    expect(names[0]).toMatch(/^calls\/day=1\/records-\d{16}-\d{16}\.jsonl\.gz$/)
    await setPosition(id, position)
    await feed()
    expect([...store.objects.keys()]).toEqual(names)
    expect(ids()).toEqual(expected)
  })

  test('refuses a wrong key, and gets an example by a test', async () => {
    const id = await add(store.url, BUCKET)
    expect(await askForTest(id)).toBe('')
    expect(store.objects.get('calls/day=1/test.jsonl.gz')).toMatchObject([{ test: true }])
    const other = { ...BUCKET, object_prefix: '', password: 'guess' }
    expect(await askForTest(await add(store.url, other))).toBe('The receiver answered 403.')
  })

  test.each([
    ['without a key', { password: '' }, { password: 'Required.' }],
    ['without a bucket', { bucket: '' }, { bucket: 'Required.' }],
    ['with a path in its address', { url: 'https://s3.example.com/x' }, { url: /^Without a path/ }],
    ['with a prefix that leads up', { object_prefix: 'a/../b' }, { object_prefix: /^Letters/ }],
    [
      'with a table that is a statement',
      { ...{ kind: 'CLICKHOUSE', database_name: 'd' }, table_name: 't; DROP TABLE t' },
      { table_name: /^Letters/ },
    ],
  ])('%s is refused', async (_, change, fields) => {
    const payload = { ...bodyOf('https://s3.example.com', BUCKET), ...change }
    const url = '/api/record-consumers'
    const answer = await api.admin.send({ method: 'POST', url, payload })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual(
      Object.fromEntries(
        Object.entries(fields).map(([name, text]) => [name, expect.stringMatching(text)]),
      ),
    )
  })

  test('has no second consumer with the same prefix', async () => {
    await add(store.url, BUCKET)
    const payload = bodyOf(store.url, BUCKET)
    const answer = await api.admin.send({ method: 'POST', url: '/api/record-consumers', payload })
    expect(answer.json().fields).toEqual({ object_prefix: expect.stringMatching(/^Another/) })
  })
})
