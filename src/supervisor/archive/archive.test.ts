// Days of calls that leave the database and are read back, on the books of a small carrier.
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestRecall, withRecalledCalls } from '#db/archive/recalls.ts'
import { asSqlConnection, type Database } from '#db/database.ts'
import type { RecallPart } from '#db/tables/archive.ts'
import { daysOfRecords, rebuildTrafficOfDay } from '#db/traffic/rebuild-traffic.ts'
import { loadUpgradedRelease } from '#test/releases/release.ts'
import { requestArchiving } from '#test/support/archive.ts'
import { databaseForFile, emptyDatabase } from '#test/support/database.ts'
import { makeBackupKey } from '../backup/backup-key.ts'
import { FolderStore } from '../backup/folder-store.ts'
import { removePartitions } from '../retention/remove-partitions.ts'
import { readArchive } from './read-archive.ts'
import { storeArchive } from './stored-archive.ts'

const DAY_MS = 86_400_000

const fresh = databaseForFile(emptyDatabase)
let client: pg.Client
let folder: string
let archive_folder: string
let user_id: number
let days_total: number
/** Tables whose days are files already, each time that one is to be stored elsewhere too. */
const tables_left: (number | null)[] = []
let period: { from_at: string; to_at: string }
/** All columns of the calls and charges of the removed days, as they were. */
let before: unknown[]

const rows = async <Row = Record<string, unknown>>(text: string, database?: Database) =>
  (await asSqlConnection(database ?? fresh.database).query<Row & object>(text)).rows
const CALLS = `select r.call_id::text as call_id, to_jsonb(r) as record,
    (select jsonb_agg(to_jsonb(c) order by account_id, depth) from call_charge c
      where c.call_id = r.call_id and c.started_at = r.started_at) as charges
  from call_record r`
const ORDER = 'order by started_at, call_id, attempt_no'

beforeAll(async () => {
  client = await fresh.connect()
  folder = await mkdtemp(join(tmpdir(), 'exports-'))
  archive_folder = await mkdtemp(join(tmpdir(), 'archive-'))
  await loadUpgradedRelease(fresh.url, client)
  for (const day of await daysOfRecords(client)) await rebuildTrafficOfDay(client, day)
  const [user] = await rows<{ id: number }>(`select id from console_user order by id limit 1`)
  user_id = user?.id ?? 0
  const days = (
    await rows<{ day: string }>(
      `select distinct to_char(started_at, 'YYYY-MM-DD') as day from call_record order by 1`,
    )
  ).map(({ day }) => day)
  days_total = days.length
  const end = Date.parse(days.at(-1) ?? '') + DAY_MS
  period = { from_at: `${days[0]}T00:00:00Z`, to_at: new Date(end).toISOString() }
  // The texts of one call are as awkward as a caller can make them.
  await client.query(
    `update call_record set user_agent = $1, pai = '', from_domain = '\\N', sip_reason = $2
    where (started_at, call_id, attempt_no) = (select started_at, call_id, attempt_no
      from call_record ${ORDER} limit 1)`,
    ['"quoted", \n and a line\\', '\u00fcml\u00e4ut \u{1F4DE}'],
  )
  before = await rows(`${CALLS} where started_at >= '${period.from_at}'
    and started_at < '${period.to_at}' ${ORDER}`)
  const names = days.flatMap((day) =>
    ['call_record', 'call_charge'].map((table) => `${table}_${day.replaceAll('-', '')}`),
  )
  await requestArchiving(fresh.database, names)
  await removePartitions(client, {
    ...{ url: fresh.url, folder, archive_folder, now_ms: end },
    async onArchived() {
      const files = (await readdir(archive_folder)).filter((name) => name.endsWith('.parquet'))
      const archived = files.map((name) => name.replace(/-.*/, ''))
      const found = await client.query('select from pg_class where relname = any ($1)', [archived])
      tables_left.push(found.rowCount)
    },
  })
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await rm(archive_folder, { recursive: true })
})
beforeEach(async () => void (await rows('delete from recall')))

async function recall(part: RecallPart, wanted = period) {
  const request = { period: wanted, part, days: days_total, user_id }
  await requestRecall(fresh.database, request)
  await readArchive(client, { folder: archive_folder })
  const answer = await requestRecall(fresh.database, request)
  if (!answer) throw new Error('There are too many recalls')
  return answer
}

const recalled = (id: number) =>
  withRecalledCalls(fresh.database, { id }, (database) =>
    rows(
      `${CALLS} where started_at >= '${period.from_at}' and started_at < '${period.to_at}'
      ${ORDER}`,
      database,
    ),
  )

test('a removed day is a Parquet file with its manifest, and nothing else', async () => {
  expect(before.length).toBeGreaterThan(3)
  expect(await readdir(folder)).toEqual([])
  const files = (await readdir(archive_folder)).map((name) => name.replace(/_\d+-\d+/, ''))
  expect(files).toHaveLength(4 * days_total)
  // A day is stored elsewhere before its rows go.
  expect(tables_left).toEqual(Array(2 * days_total).fill(1))
  expect(new Set(files)).toEqual(
    new Set([
      ...['call_charge.json', 'call_charge.parquet'],
      ...['call_record.json', 'call_record.parquet'],
    ]),
  )
})

test('every value of every call and charge is read back as it was', async () => {
  const { id, ...answer } = await recall({})
  expect(answer).toEqual({
    ...{ state: 'READY', days_total, days_done: days_total, row_count: before.length, error: '' },
  })
  expect(await recalled(id)).toEqual(before)
  // A connection that goes back to its pool reads the live calls alone.
  expect(await rows(`select 1 from call_record where started_at < '${period.to_at}'`)).toEqual([])
})

test('a part has whole calls that fit, and no others', async () => {
  const records = (before as { call_id: string; record: Record<string, unknown> }[]).map(
    ({ call_id, record }) => ({ ...record, call_id }) as Record<string, unknown>,
  )
  const [first] = records
  const ofCall = (call_id: unknown) => records.filter((one) => one.call_id === call_id).length
  const one = await recall({ call_id: String(first?.call_id) })
  expect(one.row_count).toBe(ofCall(first?.call_id))
  const account = Number(first?.account_id)
  const accounts = await recall({ client_ids: [account] })
  expect(accounts.row_count).toBe(records.filter((r) => r.account_id === account).length)
  const searched = await recall({ search: String(first?.called_number).slice(0, 5) })
  expect(searched.row_count).toBeGreaterThan(0)
  const strange = await recall({ search: `'); drop table call_record; --` })
  expect([strange.state, strange.row_count]).toEqual(['READY', 0])
})

test('more than fits is refused with what to do', async () => {
  const request = { period, part: { caller_numbers: [''] }, days: days_total, user_id }
  await requestRecall(fresh.database, request)
  await readArchive(client, { folder: archive_folder, rows_max: 2 })
  const answer = await requestRecall(fresh.database, request)
  expect(answer?.state).toBe('FAILED')
  expect(answer?.error).toMatch(/^More than 2 calls .* Choose a shorter period/)
})

test('a file that is missing is named, and a damaged one is no list', async () => {
  const [file = ''] = (await readdir(archive_folder)).filter((name) => name.endsWith('.parquet'))
  await writeFile(join(archive_folder, 'kept'), 'nothing')
  const path = join(archive_folder, file)
  await rename(path, `${path}.away`)
  expect((await recall({})).error).toBe(`A file of the archive is missing: ${file}.`)
  await rename(join(archive_folder, 'kept'), path)
  await rows('delete from recall')
  await requestRecall(fresh.database, { period, part: {}, days: days_total, user_id })
  await expect(readArchive(client, { folder: archive_folder })).rejects.toThrow()
  expect(await rows('select state, error from recall')).toEqual([
    { state: 'FAILED', error: 'The archive cannot be read.' },
  ])
  await rename(`${path}.away`, path)
})

test('a file that the folder has lost comes back from beside the backups', async () => {
  const store_folder = await mkdtemp(join(tmpdir(), 'backups-'))
  const store = new FolderStore(store_folder, { now_ms: Date.now })
  const backups = { store, key: await makeBackupKey() }
  await storeArchive(archive_folder, backups)
  const names = await readdir(archive_folder)
  const lost = names.find((name) => /^call_record.*parquet$/.test(name)) ?? expect.fail()
  await rm(join(archive_folder, lost))
  await requestRecall(fresh.database, { period, part: {}, days: days_total, user_id })
  await readArchive(client, { folder: archive_folder, backups })
  const { id, state } = await recall({})
  expect(state).toBe('READY')
  expect(await recalled(id)).toEqual(before)
  expect(await readdir(archive_folder)).toEqual(names)
  await rm(store_folder, { recursive: true })
})

test('recalled calls have the columns of calls, also those of a later migration', async () => {
  const missing = `select c.table_name, c.column_name from information_schema.columns c
    where c.table_schema = 'public' and c.table_name in ('call_record', 'call_charge')
      and exists (select from (values ('public', 'recalled_' || c.table_name),
          ('archive', c.table_name)) as t (schema, name)
        where not exists (select from information_schema.columns o where o.table_schema = t.schema
          and o.table_name = t.name and o.column_name = c.column_name))`
  expect(await rows(missing)).toEqual([])
  await client.query('begin')
  await client.query('alter table call_record add column mood text')
  expect((await client.query(missing)).rows).toHaveLength(1)
  await client.query('select follow_call_columns()')
  expect((await client.query(missing)).rows).toEqual([])
  await client.query('rollback')
})
