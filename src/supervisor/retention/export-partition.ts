// Writes a detached partition into a compressed CSV file, with a manifest beside it that says what
// the file holds.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { formatMoney, type Sum } from '#core/money.ts'
import type { ExportedFile, Removal } from '#db/partitions/partition-removals.ts'
import { type CurrencySum, sumMoney } from '#db/partitions/partition-sums.ts'
import { makeFolder } from '../processes/folder.ts'

const MODE = 0o600

interface Measured {
  readonly sha256: string
  readonly bytes: number
}

/** Passes everything on, and says at the end what it was. */
function measure() {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, result: (): Measured => ({ sha256: hash.digest('hex'), bytes }) }
}

/** Reads the file back: it must have what the database sent, or its partition stays. */
export async function checkExportedFile(path: string, csv: Measured): Promise<void> {
  const read = measure()
  const nowhere = new Writable({ write: (_, __, done) => done() })
  await pipeline(createReadStream(path), createGunzip(), read.stream, nowhere)
  const { sha256, bytes } = read.result()
  if (sha256 !== csv.sha256) {
    throw new Error(`The export reads back as ${bytes} bytes instead of ${csv.bytes}, or others.`)
  }
}

/** A file, or a folder: the name of a file is on the disk only with it. */
export async function flushPath(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** All rows of a detached partition, in a file that has been read back. */
export async function writeCsv(
  client: pg.Client,
  { name, row_count }: Removal,
  path: string,
): Promise<Measured> {
  const sent = measure()
  const packed = measure()
  const rows = client.query(copyTo(`copy ${name} to stdout (format csv, header)`))
  const written = createWriteStream(path, { mode: MODE, flush: true })
  await pipeline(rows, sent.stream, createGzip(), packed.stream, written)
  if (rows.rowCount !== row_count) {
    throw new Error(`${name} has ${row_count} rows, and ${rows.rowCount} were exported.`)
  }
  await checkExportedFile(path, sent.result())
  return packed.result()
}

interface FinishedFile extends Measured {
  readonly folder: string
  readonly file: string
  readonly sums: readonly CurrencySum[]
}

/** Gives the file `.part` its name, with the manifest beside it: both are on the disk then. */
export async function finishFile(
  { id, name, parent, from_at, to_at, row_count, username }: Removal,
  { folder, file, sha256, bytes, sums }: FinishedFile,
): Promise<ExportedFile> {
  const amounts = sums.map(({ column, currency, sum }) => ({
    ...{ column, currency },
    sum: formatMoney(sum as Sum),
  }))
  const manifest = {
    ...{ file, sha256, bytes, partition: name, table: parent, from: from_at, to: to_at },
    ...{ rows: row_count, sums: amounts, requested_by: username },
  }
  const path = join(folder, `${name}-${id}.json`)
  await writeFile(path, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: MODE, flush: true })
  await rename(join(folder, `${file}.part`), join(folder, file))
  await flushPath(folder)
  return { file, sha256 }
}

/** A file that is not complete has another name. */
export async function exportPartition(
  client: pg.Client,
  removal: Removal,
  folder: string,
): Promise<ExportedFile> {
  await makeFolder(folder, 0o700)
  // A day that was made and removed again has another number.
  const file = `${removal.name}-${removal.id}.csv.gz`
  const packed = await writeCsv(client, removal, join(folder, `${file}.part`))
  const sums = await sumMoney(client, removal)
  return finishFile(removal, { folder, file, ...packed, sums })
}
