// Writes a detached partition into a compressed CSV file, with a manifest beside it that says what
// the file holds.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { formatMoney, type Sum } from '#core/money.ts'
import type { ExportedFile, Removal } from '#db/calls/partition-removals.ts'
import { sumMoney } from '#db/calls/partition-sums.ts'
import { makeFolder } from './folder.ts'

const MODE = 0o600

/** A file that is not complete has another name. */
export async function exportPartition(
  client: pg.Client,
  removal: Removal,
  folder: string,
): Promise<ExportedFile> {
  const { id, name, parent, from_at, to_at, row_count, username } = removal
  await makeFolder(folder, 0o700)
  // A day that was made and removed again has another number.
  const file = `${name}-${id}.csv.gz`
  const path = join(folder, file)
  const hash = createHash('sha256')
  let bytes = 0
  const measured = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const rows = client.query(copyTo(`copy ${name} to stdout (format csv, header)`))
  const written = createWriteStream(`${path}.part`, { mode: MODE, flush: true })
  await pipeline(rows, createGzip(), measured, written)
  const sha256 = hash.digest('hex')
  const sums = (await sumMoney(client, removal)).map(({ sum, ...of }) => ({
    ...of,
    sum: formatMoney(sum as Sum),
  }))
  const manifest = {
    ...{ file, sha256, bytes, partition: name, table: parent, from: from_at, to: to_at },
    ...{ rows: row_count, sums, requested_by: username },
  }
  const manifestPath = join(folder, `${name}-${id}.json`)
  await writeFile(manifestPath, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: MODE })
  await rename(`${path}.part`, path)
  return { file, sha256 }
}
