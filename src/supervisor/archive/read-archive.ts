// Reads calls that lists ask for from the archive into the database, some days at a time
// (ADR-0050).
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import {
  type ArchivedDay,
  endRecall,
  listArchivedDays,
  nextRecall,
  noteDaysRead,
  type RecallToRead,
} from '#db/archive/recalls.ts'
import { ARCHIVE_LOCK } from '#db/locks.ts'
import { tryToLock } from '#db/with-client.ts'
import type { Backups } from '../backup/backup-store.ts'
import { makeFolder } from '../processes/folder.ts'
import { quoted, quotedList, runDuckdb } from './duckdb.ts'
import { isInPart } from './recall-part.ts'
import { fetchArchived } from './stored-archive.ts'

/** Days of one step, between which its progress is shown: half a second of each starts DuckDB. */
const DAYS_MAX = 100
/** Attempts of calls of one recall: some 700 MB. */
const ROWS_MAX = 1_000_000

/** A reason that the user reads. */
class NotReadable extends Error {}

interface Reading {
  /** The folder of the archive. */
  readonly folder: string
  /** A file that is missing in the folder is read from there; undefined where none are made. */
  readonly backups?: Backups | undefined
  readonly rows_max?: number
}

/** All that is requested, one after the other. */
export async function readArchive(client: pg.Client, reading: Reading): Promise<void> {
  // By one supervisor of those that share a database.
  if (!(await tryToLock(client, ARCHIVE_LOCK))) return
  try {
    for (;;) {
      const recall = await nextRecall(client)
      if (!recall) return
      try {
        await readRecall(client, recall, reading)
        await endRecall(client, recall, '')
      } catch (error) {
        const isOurs = error instanceof NotReadable
        await endRecall(client, recall, isOurs ? error.message : 'The archive cannot be read.')
        if (!isOurs) throw error
      }
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [ARCHIVE_LOCK])
  }
}

async function readRecall(
  client: pg.Client,
  recall: RecallToRead,
  { folder, backups, rows_max = ROWS_MAX }: Reading,
): Promise<void> {
  const days = await listArchivedDays(client, recall)
  await makeFolder(folder, 0o700)
  for (const file of days.flatMap(({ records, charges }) => [...records, ...charges])) {
    await expectFile(folder, file, backups)
  }
  const tables = await readTables(client)
  let row_count = 0
  for (let done = 0; done < days.length; done += DAYS_MAX) {
    const some = days.slice(done, done + DAYS_MAX)
    const scratch = await mkdtemp(join(folder, 'reading-'))
    try {
      const found = await readDays(client, recall, {
        folder,
        scratch,
        days: some,
        tables,
        rows_max,
      })
      row_count += found
    } finally {
      await rm(scratch, { recursive: true })
    }
    if (row_count > rows_max) {
      throw new NotReadable(
        `More than ${rows_max.toLocaleString('en')} calls of this period are in the archive. ` +
          'Choose a shorter period, a client or a number.',
      )
    }
    await noteDaysRead(client, recall, { days_done: done + some.length, row_count })
  }
}

interface SomeDays {
  readonly folder: string
  readonly scratch: string
  readonly days: readonly ArchivedDay[]
  readonly tables: readonly ArchivedTable[]
  readonly rows_max: number
}

const source = (folder: string, files: readonly string[]) =>
  `read_parquet(${quotedList(files.map((file) => join(folder, file)))}, union_by_name = true)`

/** Answers how many records there are: at most one more than allowed. */
async function readDays(
  client: pg.Client,
  { id, from_at, to_at, part }: RecallToRead,
  { folder, scratch, days, tables, rows_max }: SomeDays,
): Promise<number> {
  const filesOf = (kind: ArchivedTable['kind']) => days.flatMap((day) => day[kind])
  if (filesOf('records').length === 0) return 0
  const period = `started_at >= ${timestamp(from_at)} and started_at < ${timestamp(to_at)}`
  // Attempts of a call differ in what they were sent as, and belong together.
  const calls = `create table wanted as
    select distinct call_id from ${source(folder, filesOf('records'))}
    where ${period} and ${isInPart(part)} limit ${rows_max + 1}`
  const ofWanted = `call_id in (select call_id from wanted) and ${period}`
  const copied = tables
    .filter(({ kind }) => filesOf(kind).length > 0)
    .map((one) => ({ ...one, csv: join(scratch, `${one.table}.csv`) }))
  const statements = copied.map(
    ({ kind, columns, csv }) => `copy (
        select ${id} as recall_id, columns(c -> list_contains(${quotedList(columns)}, c))
        from ${source(folder, filesOf(kind))} where ${ofWanted})
      to ${quoted(csv)} (format csv, header true, nullstr '\\N')`,
  )
  await runDuckdb({ folder: scratch, statements: [calls, ...statements] })
  let found = 0
  await client.query('begin')
  try {
    for (const { table, csv } of copied) {
      const rows = await copyInto(client, `recalled_${table}`, csv)
      if (table === 'call_record') found = rows
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  return found
}

const timestamp = (instant: string) =>
  `timestamp ${quoted(instant.replace('T', ' ').replace('Z', ''))}`

/** One that the folder has lost is beside the backups. */
export async function expectFile(
  folder: string,
  file: string,
  backups: Backups | undefined,
): Promise<void> {
  const found = await stat(join(folder, file)).catch(() => undefined)
  if (found || (backups && (await fetchArchived(folder, file, backups)))) return
  throw new NotReadable(`A file of the archive is missing: ${file}.`)
}

interface ArchivedTable {
  readonly table: 'call_record' | 'call_charge'
  readonly kind: 'records' | 'charges'
  /** Those of the database: a file may be older than one, or have one that is no more. */
  readonly columns: readonly string[]
}

async function readTables(client: pg.Client): Promise<ArchivedTable[]> {
  const { rows } = await client.query<ArchivedTable>(
    `select table_name as table, kind, array_agg(attname::text) as columns
    from (values ('call_record', 'records'), ('call_charge', 'charges')) archived (table_name, kind)
      join pg_attribute on attrelid = table_name::regclass and attnum > 0 and not attisdropped
    group by 1, 2 order by 2 desc`,
  )
  return rows
}

/** Its first line names the columns. */
async function copyInto(client: pg.Client, table: string, csv: string): Promise<number> {
  const head = await readFirstLine(csv)
  const copy = client.query(
    copyFrom(`copy ${table} (${head}) from stdin (format csv, header, null '\\N')`),
  )
  await pipeline(createReadStream(csv), copy)
  return copy.rowCount ?? 0
}

async function readFirstLine(path: string): Promise<string> {
  for await (const line of createInterface(createReadStream(path))) return line
  throw new Error(`${path} is empty`)
}
