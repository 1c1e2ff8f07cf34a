// Writes a detached day of calls, or of their charges, as Parquet, by account and time: the archive
// that lists of calls read (ADR-0050).
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { ExportedFile, Removal } from '#db/partitions/partition-removals.ts'
import { type CurrencySum, sumMoney } from '#db/partitions/partition-sums.ts'
import { makeFolder } from '../processes/folder.ts'
import { finishFile, flushPath, writeCsv } from '../retention/export-partition.ts'
import { quoted, runDuckdb } from './duckdb.ts'

/** Types that stay numbers and times; a value of any other is text, as PostgreSQL writes it. */
const TYPES: Readonly<Record<string, string>> = {
  int2: 'BIGINT',
  int4: 'BIGINT',
  int8: 'BIGINT',
  bool: 'BOOLEAN',
  timestamptz: 'TIMESTAMP',
}
/** How every file is written. */
export const PARQUET = '(format parquet, compression zstd, row_group_size 100000)'

interface Column {
  readonly name: string
  readonly type: string
}

async function columnsOf(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname::text as name, t.typname::text as type
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped
    order by a.attnum`,
    [table],
  )
  return rows
}

/** A file that is not complete has another name; it is read back before the partition goes. */
export async function archivePartition(
  client: pg.Client,
  removal: Removal,
  folder: string,
): Promise<ExportedFile> {
  await makeFolder(folder, 0o700)
  const file = `${removal.name}-${removal.id}.parquet`
  const csv = join(folder, `${removal.name}-${removal.id}.csv.gz.part`)
  const parquet = join(folder, `${file}.part`)
  try {
    await writeCsv(client, removal, csv)
    const rows = csvRows(csv, await columnsOf(client, removal.name))
    await runDuckdb({
      folder,
      statements: [
        `copy (select * from ${rows} order by account_id, started_at)
          to ${quoted(parquet)} ${PARQUET}`,
      ],
    })
    await checkSameRows({ folder, rows, parquet }, removal)
    const sums = await sumMoney(client, removal)
    await checkSums({ folder, parquet }, sums)
    return await finishFile(removal, { folder, file, ...(await measureFile(parquet)), sums })
  } finally {
    await rm(csv, { force: true })
  }
}

/** An empty text is quoted in the file, and no value is not. */
function csvRows(path: string, columns: readonly Column[]): string {
  const types = columns.map(({ name, type }) => `${name}: ${quoted(TYPES[type] ?? 'VARCHAR')}`)
  return `read_csv(${quoted(path)}, header = true, delim = ',', quote = '"', escape = '"',
    nullstr = '', allow_quoted_nulls = false, compression = 'gzip',
    columns = {${types.join(', ')}})`
}

interface Written {
  readonly folder: string
  readonly parquet: string
}

/** Every value of every row is there again. */
async function checkSameRows(
  { folder, rows, parquet }: Written & { readonly rows: string },
  { name, row_count }: Removal,
): Promise<void> {
  const facts = (source: string) =>
    `(select count(*)::bigint as rows, bit_xor(hash(r)) as hash from ${source} r)`
  const statement = `select c.rows as sent, p.rows as read,
      c.hash is not distinct from p.hash as same
    from ${facts(rows)} c, ${facts(`read_parquet(${quoted(parquet)})`)} p`
  const [found] = await runDuckdb<{ sent: string; read: string; same: boolean }>({
    folder,
    statements: [statement],
  })
  if (found?.same && Number(found.read) === row_count) return
  throw new Error(
    `The archive of ${name} reads back as ${found?.read} of ${row_count} rows, or others.`,
  )
}

/** The money in the file is that of the partition, by a second calculation. */
async function checkSums(
  { folder, parquet }: Written,
  sums: readonly CurrencySum[],
): Promise<void> {
  if (sums.length === 0) return
  const statement = sums
    .map(
      ({ column, currency, currency_column }, at) => `
        select ${at} as nth, coalesce(sum(${column}), 0)::varchar as sum
        from read_parquet(${quoted(parquet)}) where ${currency_column} = ${quoted(currency)}`,
    )
    .join(' union all ')
  const found = await runDuckdb<{ sum: string }>({
    folder,
    statements: [`select sum from (${statement}) order by nth`],
  })
  for (const [at, { column, currency, sum }] of sums.entries()) {
    if (found[at]?.sum === String(sum)) continue
    throw new Error(`The archive has ${found[at]?.sum} of ${column} ${currency}, and not ${sum}.`)
  }
}

/** Once it is on the disk. */
export async function measureFile(path: string) {
  await flushPath(path)
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { sha256: hash.digest('hex'), bytes: (await stat(path)).size }
}
