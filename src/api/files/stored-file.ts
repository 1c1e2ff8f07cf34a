// An uploaded file: stored in larger pieces as it arrives, and read again.
import type { Database, SqlConnection } from '#db/database.ts'
import { type FileOwner, insertChunk, readChunks } from '#db/file-chunks.ts'
import { Problem } from '../http/problem.ts'
import { TableFileProblem } from './table-file-problem.ts'

export const FILE_BYTES_MAX = 200_000_000
/** The maximum for all files of a kind that are kept: an upload must not fill the disk. */
export const KEPT_BYTES_MAX = 4_000_000_000
const CHUNK_BYTES = 1_048_576

export interface StoredFile {
  readonly owner: FileOwner
  readonly id: number
}

/** Passes on what it has stored. */
export async function* storeChunks(
  database: Database,
  { owner, id }: StoredFile,
  file: AsyncIterable<Uint8Array>,
  counted: { bytes: number },
): AsyncGenerator<Uint8Array> {
  let position = 0
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const bytes of file) {
    counted.bytes += bytes.length
    if (counted.bytes > FILE_BYTES_MAX) {
      throw new Problem('too-large', { message: `A file has at most ${FILE_BYTES_MAX} bytes.` })
    }
    waiting.push(bytes)
    length += bytes.length
    if (length < CHUNK_BYTES) continue
    const chunk = Buffer.concat(waiting)
    await insertChunk(database, owner, id, position, chunk)
    yield chunk
    position += 1
    waiting = []
    length = 0
  }
  if (length === 0) return
  const last = Buffer.concat(waiting)
  await insertChunk(database, owner, id, position, last)
  yield last
}

/** Piece by piece. */
export async function* readStoredFile(
  connection: SqlConnection,
  { owner, id }: StoredFile,
): AsyncGenerator<Uint8Array> {
  let isThere = false
  for await (const chunk of readChunks(connection, owner, id)) {
    isThere = true
    yield chunk
  }
  if (!isThere) throw new TableFileProblem('The file is kept for seven days: upload it again.')
}
