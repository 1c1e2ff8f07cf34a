// Kill -9 in the middle of each step of the archive and of an erasure: the next run continues, and
// nothing is lost or twice.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestArchiving } from '#test/support/archive.ts'
import type { ArchiveWork } from '#test/support/archive-process.ts'
import { recordAt, writeCalls } from '#test/support/calls.ts'
import { databaseForFile } from '#test/support/database.ts'
import { eraseAccounts } from '../erasures/erase-accounts.ts'
import { waitUntil } from '../processes/process-table.ts'
import { removePartitions } from '../retention/remove-partitions.ts'
import { quoted, runDuckdb } from './duckdb.ts'

const DAY_MS = 86_400_000
const AT = Date.parse('2026-03-10T00:00:00Z')
const DAYS = 4
const CALLS = 8000
const NAME = 'Arthur Dent'

const fresh = databaseForFile()
let client: pg.Client
let folder: string
let account_id: number

const rows = async <Row = Record<string, unknown>>(sql: string) =>
  (await client.query<Row & pg.QueryResultRow>(sql)).rows

beforeAll(async () => {
  client = await fresh.connect()
  folder = await mkdtemp(join(tmpdir(), 'archive-'))
  const [account] = await rows<{ id: number }>(
    `insert into account (kind, parent_id, name, status, deleted_at)
    values ('RETAIL', 1, '${NAME}', 'closed', now()) returning id`,
  )
  account_id = account?.id ?? 0
  for (let day = 0; day < DAYS; day += 1) {
    const records = Array.from({ length: CALLS }, (_, nth) =>
      recordAt(AT + day * DAY_MS + nth * 1000, {
        account_id: nth % 8 === 0 ? account_id : 7,
        caller_name: NAME,
        sip_call_id: crypto.randomUUID(),
      }),
    )
    await writeCalls(fresh.url, { records })
  }
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

/** Runs it in a process that is killed as soon as this is true. */
async function killDuring(what: ArchiveWork['what'], hasBegun: () => Promise<boolean>) {
  const work: ArchiveWork = { what, url: fresh.url, folder }
  const args = ['test/support/archive-process.ts', JSON.stringify(work)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(child, 'exit')
  expect(await waitUntil(hasBegun, 60_000, 2)).toBe(true)
  child.kill('SIGKILL')
  const [, signal] = await exited
  expect(signal).toBe('SIGKILL')
  // Its server process notices the death at its next write, and has the locks until then.
  expect(await waitUntil(async () => (await locks()).length === 0, 60_000, 20)).toBe(true)
}

const locks = () =>
  rows(`select from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`)

const isThere = (pattern: string) => async () => globSync(join(folder, pattern)).length > 0

const archive = () =>
  removePartitions(client, {
    ...{ url: fresh.url, folder, archive_folder: folder, now_ms: Date.now() },
  })

const countIn = async (path: string) => {
  const statement = `select count(*)::int as calls, count(distinct call_id)::int as different
    from read_parquet(${quoted(path)})`
  const [counted] = await runDuckdb({ folder, statements: [statement] })
  return counted
}

test.each([
  [0, 'the rows are written', '*.csv.gz.part'],
  [1, 'the file is written', 'call_record_*.parquet.part'],
  [2, 'the partition is dropped', 'call_record_*.parquet'],
] as const)('day %d is whole after a kill while %s', async (day, _, pattern) => {
  const date = new Date(AT + day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
  const name = `call_record_${date}`
  await requestArchiving(fresh.database, [name])
  await killDuring('archive', isThere(pattern.replace('call_record_*', `${name}*`)))
  const stateOf = () =>
    rows(`select state, row_count::int as row_count from partition_removal
    where name = '${name}'`)
  expect(await stateOf()).toEqual([{ state: 'DETACHED', row_count: CALLS }])
  expect(await rows(`select count(*)::int as calls from ${name}`)).toEqual([{ calls: CALLS }])
  await archive()
  expect(await stateOf()).toEqual([{ state: 'REMOVED', row_count: CALLS }])
  const files = (await readdir(folder)).filter((one) => one.startsWith(name))
  expect(files.map((file) => file.replace(/-\d+/, ''))).toEqual([`${name}.json`, `${name}.parquet`])
  expect(await countIn(join(folder, files[1] ?? ''))).toEqual({ calls: CALLS, different: CALLS })
})

test('an erasure that is killed twice ends with each record erased once', async () => {
  const own = CALLS / 8
  await client.query(`insert into erasure (account_id, reason) values (${account_id}, 'Letter')`)
  const progress = () =>
    rows<{ calls_done: number; state: string }>(
      'select calls_done::int as calls_done, state from erasure',
    ).then(([one]) => one ?? expect.fail())
  await killDuring('erasure', async () => (await progress()).calls_done > 0)
  expect((await progress()).calls_done).toBeLessThan(own)
  await killDuring('erasure', isThere('*.parquet.part'))
  expect((await progress()).state).toBe('ERASING')
  await eraseAccounts(client, fresh.database, { archive_folder: folder, backups: undefined })
  expect(await progress()).toEqual({ calls_done: own, state: 'DONE' })
  const named = `count(*) filter (where caller_name <> '')::int as named, count(*)::int as calls`
  expect(await rows(`select ${named} from call_record where account_id = ${account_id}`)).toEqual([
    { named: 0, calls: own },
  ])
  const archived = `read_parquet(${quoted(join(folder, '*.parquet'))})`
  const found = await runDuckdb({
    folder,
    statements: [
      `select account_id = ${account_id} as own, ${named} from ${archived}
      group by 1 order by 1`,
    ],
  })
  expect(found).toEqual([
    { own: false, named: (CALLS - own) * 3, calls: (CALLS - own) * 3 },
    { own: true, named: 0, calls: own * 3 },
  ])
  expect((await readdir(folder)).filter((file) => /part$|^reading/.test(file))).toEqual([])
})
