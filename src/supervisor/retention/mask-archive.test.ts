// Days that were archived with whole numbers, before there was a rule by which they are masked.
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSetting } from '#db/settings.ts'
import { requestArchiving } from '#test/support/archive.ts'
import { recordAt, writeCalls } from '#test/support/calls.ts'
import { databaseForFile } from '#test/support/database.ts'
import { quoted, runDuckdb } from '../archive/duckdb.ts'
import { masked } from '../archive/rewrite-file.ts'
import { makeBackupKey } from '../backup/backup-key.ts'
import { FolderStore } from '../backup/folder-store.ts'
import { maskArchive } from './mask-archive.ts'
import { maskNumbers } from './mask-numbers.ts'
import { removePartitions } from './remove-partitions.ts'

const DAY_MS = 86_400_000
const AT = Date.parse('2026-03-10T12:00:00Z')
const NUMBER = '442071838750'
const MASK_DAYS = 10

const fresh = databaseForFile()
let client: pg.Client
let folder: string
let store_folder: string

beforeAll(async () => {
  client = await fresh.connect()
  folder = await mkdtemp(join(tmpdir(), 'archive-'))
  store_folder = await mkdtemp(join(tmpdir(), 'backups-'))
  const records = [0, 1, 2].flatMap((day) =>
    ['Arthur', 'Ford'].map((caller_name, nth) =>
      recordAt(AT + day * DAY_MS + nth, {
        caller_number: NUMBER,
        caller_name,
        user_agent: 'Phone',
      }),
    ),
  )
  await writeCalls(fresh.url, { records })
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await rm(store_folder, { recursive: true })
})

async function archive(day: string) {
  await requestArchiving(fresh.database, [`call_record_${day}`])
  await removePartitions(client, {
    ...{ url: fresh.url, folder, archive_folder: folder, now_ms: AT + 30 * DAY_MS },
  })
}

const archived = async () =>
  (
    await client.query(`select name, are_numbers_masked as masked, export_file as file,
      export_sha256 as sha256 from partition_removal order by name`)
  ).rows
const callsOf = (file: string) =>
  runDuckdb<Record<string, unknown>>({
    folder,
    statements: [`select * from read_parquet(${quoted(join(folder, file))}) order by started_at`],
  })

test('archived days are masked once the rule reaches them, and nothing else changes', async () => {
  await archive('20260310')
  await archive('20260311')
  const [first, second] = await archived()
  const before = await callsOf(first.file)
  await writeSetting(fresh.database, 'general', { mask_numbers_days: MASK_DAYS })
  // The first day alone is old enough.
  await maskNumbers(client, fresh.database, AT + (MASK_DAYS + 1) * DAY_MS)
  const store = new FolderStore(store_folder, { now_ms: Date.now })
  await maskArchive(client, { folder, backups: { store, key: await makeBackupKey() } })
  const after = await callsOf(first.file)
  expect(after).toEqual(
    before.map((call) => ({
      ...call,
      ...{ caller_number: '44207183****', called_number: '44207183****', caller_name: '' },
      dialled_number: '0044207183****',
    })),
  )
  expect(before[0]).toMatchObject({ caller_number: NUMBER, caller_name: 'Arthur' })
  expect((await callsOf(second.file))[0]).toMatchObject({ caller_number: NUMBER })
  const [masked, whole] = await archived()
  expect([masked.masked, whole.masked]).toEqual([true, false])
  const manifest = JSON.parse(
    await readFile(join(folder, first.file.replace('parquet', 'json')), 'utf8'),
  )
  expect(manifest).toMatchObject({ file: first.file, sha256: masked.sha256, rows: 2 })
  expect(masked.sha256).not.toBe(first.sha256)
  const stored = await readdir(join(store_folder, 'archive'))
  expect(stored.map((name) => name.replace(/-\d+/, ''))).toEqual([
    'call_record_20260310.json.zst.age',
    'call_record_20260310.parquet.zst.age',
  ])
})

test('DuckDB masks a number as the database does', async () => {
  const numbers = [
    '',
    '112',
    '1234',
    '12345',
    '4420718',
    NUMBER,
    `+${NUMBER}`,
    '44207183****',
    'é☎️1',
  ]
  const list = numbers.map(quoted).join(', ')
  const [, value] = masked('n')
  const found = await runDuckdb<{ m: string }>({
    folder,
    statements: [`select ${value} as m from (select unnest([${list}]) as n)`],
  })
  const { rows } = await client.query('select mask_number(n) as m from unnest($1::text[]) as n', [
    numbers,
  ])
  expect(found).toEqual(rows)
})

test('a masked file is not written again, and a masked day is archived as such', async () => {
  const [first] = await archived()
  const { mtimeMs } = await stat(join(folder, first.file))
  await maskNumbers(client, fresh.database, AT + 40 * DAY_MS)
  await maskArchive(client, { folder, backups: undefined })
  expect((await stat(join(folder, first.file))).mtimeMs).toBe(mtimeMs)
  await archive('20260312')
  expect((await archived()).map(({ masked }) => masked)).toEqual([true, true, true])
})
