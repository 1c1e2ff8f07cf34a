// (s) Five weeks of calls that leave the database as Parquet, and are read back by a client and by
// a number: seconds and bytes a call, the first look and the next ones.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { findKeptCalls, requestRecall, withRecalledCalls } from '#db/archive/recalls.ts'
import { listCallRecords } from '#db/calls/call-records.ts'
import { type Database, makeClient, openDatabase } from '#db/database.ts'
import { findPartitionsToRemove, requestRemoval } from '#db/partitions/partition-list.ts'
import { EVERYTHING } from '#db/scope.ts'
import type { RecallPart } from '#db/tables/archive.ts'
import { readArchive } from '#supervisor/archive/read-archive.ts'
import { removePartitions } from '#supervisor/retention/remove-partitions.ts'
import { withDatabase } from '../faults/test-database.ts'
import { writeWeeks } from './five-weeks.ts'
import { countRecords } from './many-calls.ts'
import { formatNumber, type Line, printTable, secondsOf } from './measure.ts'

const RECORDS = Number(process.env.BENCH_RECORDS || 500_000)
const DAY_MS = 86_400_000
const YEAR_DAYS = 365

export const measureArchive = (): Promise<void> => withDatabase(measureOn)

async function measureOn(url: string): Promise<void> {
  const database = openDatabase(url, 'bench', 2)
  const client = makeClient(url, 'bench')
  await client.connect()
  const folder = await mkdtemp(join(tmpdir(), 'archive-'))
  try {
    await writeWeeks(url, database, client, RECORDS)
    const records = await countRecords(client)
    const live = await bytesOf(client)
    const [busiest] = await rowsOf<{ id: number }>(
      client,
      'select account_id as id from call_record group by 1 order by count(*) desc limit 1',
    )
    const [called] = await rowsOf<{ number: string }>(
      client,
      `select called_number as number from call_record where status = 'ANSWERED' limit 1`,
    )
    const days = await archiveAll({ url, database, client, folder })
    const files = await sizesIn(folder)
    const lines: Line[] = [
      ['days, and records that were archived', `${days.count}, ${formatNumber(days.rows)}`],
      ['seconds a day of calls and charges', formatNumber(days.seconds / days.count, 1)],
      [
        'bytes of a record: live with indexes, archived',
        ratio(live.record / records, files.call_record / days.rows),
      ],
      [
        'bytes of its charges: live with indexes, archived',
        ratio(live.charge / records, files.call_charge / days.rows),
      ],
    ]
    const looks = { url, database, client, folder }
    lines.push(...(await look(looks, 'a client', { client_ids: [busiest!.id] })))
    const number = { called_numbers: [called!.number] }
    lines.push(...(await look(looks, 'a called number', number)))
    await lengthenToYear(client, days.count)
    lines.push(...(await look(looks, 'a called number in a year', number)))
    printTable(`(s) The archive of five weeks, ${formatNumber(records)} records`, lines)
  } finally {
    await rm(folder, { recursive: true })
    await client.end()
    await database.destroy()
  }
}

const ratio = (live: number, archived: number): string =>
  `${formatNumber(live)}, ${formatNumber(archived)}`

async function rowsOf<Row extends object>(client: pg.Client, text: string): Promise<Row[]> {
  return (await client.query<Row>(text)).rows
}

async function bytesOf(client: pg.Client) {
  const [sizes] = await rowsOf<{ record: number; charge: number }>(
    client,
    `select sum(pg_total_relation_size(inhrelid)) filter (
        where inhparent = 'call_record'::regclass)::bigint as record,
      sum(pg_total_relation_size(inhrelid)) filter (
        where inhparent = 'call_charge'::regclass)::bigint as charge
    from pg_inherits`,
  )
  return sizes!
}

interface Rig {
  readonly url: string
  readonly database: Database
  readonly client: pg.Client
  readonly folder: string
}

/** All days that are over. */
async function archiveAll({ url, database, client, folder }: Rig) {
  const partitions = await rowsOf<{ name: string }>(
    client,
    `select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('call_record'::regclass, 'call_charge'::regclass)
      and right(c.relname, 8) < to_char(now(), 'YYYYMMDD')`,
  )
  const names = partitions.map(({ name }) => name)
  const found = await findPartitionsToRemove(database, EVERYTHING, names)
  const request = { wants_export: true, is_forced: true, requested_by: null }
  await database.transaction().execute((tx) => requestRemoval(tx, found, request))
  const folders = { folder, archive_folder: folder }
  const seconds = await secondsOf(() =>
    removePartitions(client, { url, ...folders, now_ms: Date.now() }),
  )
  const [archived] = await rowsOf<{ count: number; rows: number }>(
    client,
    `select count(*), sum(row_count)::bigint as rows from partition_removal
    where parent = 'call_record' and state = 'REMOVED' and row_count > 0`,
  )
  return { seconds, ...archived! }
}

async function sizesIn(folder: string) {
  const sizes = { call_record: 0, call_charge: 0 }
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.parquet')) continue
    const table = name.startsWith('call_record') ? 'call_record' : 'call_charge'
    sizes[table] += (await stat(join(folder, name))).size
  }
  return sizes
}

/** Each file is that of earlier days too: as much is read as of a year of files. */
async function lengthenToYear(client: pg.Client, days: number): Promise<void> {
  await client.query(
    `insert into partition_removal (name, parent, from_at, to_at, state, wants_export, row_count,
      removed_at, export_file, export_sha256)
    select name, parent, from_at - shift, to_at - shift, state, wants_export, row_count, removed_at,
      export_file, export_sha256
    from partition_removal
      cross join lateral (select n * make_interval(days => $1) as shift
        from generate_series(1, $2) n) earlier
    where state = 'REMOVED'`,
    [days, Math.floor(YEAR_DAYS / days)],
  )
}

/** The first page of a list over all days: when the archive is read for it, and afterwards. */
async function look(
  { database, client, folder }: Rig,
  what: string,
  part: RecallPart,
): Promise<Line[]> {
  const to_at = new Date().toISOString()
  const from_at = new Date(Date.now() - (YEAR_DAYS + 30) * DAY_MS).toISOString()
  const { archived } = await findKeptCalls(database, { from_at, to_at })
  if (!archived) throw new Error('Nothing is archived')
  const [user] = await rowsOf<{ id: number }>(client, 'select min(id) as id from console_user')
  const { days, ...period } = archived
  const request = { period, part, days, user_id: user!.id }
  await requestRecall(database, request)
  const seconds = await secondsOf(() => readArchive(client, { folder }))
  const recall = await requestRecall(database, request)
  if (recall?.state !== 'READY') throw new Error(recall?.error ?? 'It is not read')
  const query = {
    ...{
      from: from_at.slice(0, 16),
      to: to_at.slice(0, 16),
      user_zone: null,
      type: 'all' as const,
    },
    ...{ limit: 100, account_id: part.client_ids, called_number: part.called_numbers },
  }
  const page = () =>
    withRecalledCalls(database, recall, (calls) => listCallRecords(calls, EVERYTHING, query))
  await page()
  const page_ms = (await secondsOf(page)) * 1000
  const measured = `${days}, ${formatNumber(seconds, 2)}, ${formatNumber(recall.row_count)}`
  const isYear = days > YEAR_DAYS - 40
  return [
    [`first look for ${what}: days, seconds, calls`, measured, isYear ? '<= 5 s' : ''],
    [`the next pages for ${what}, ms`, formatNumber(page_ms, 1), '<= 200'],
  ]
}
