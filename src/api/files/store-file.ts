// Stores an uploaded file in larger pieces as it arrives.
import type { Database } from '#db/database.ts'
import { insertChunk, type StoredFile } from '#db/uploads/file-chunks.ts'
import { Problem } from '../http/problem.ts'

export const FILE_BYTES_MAX = 200_000_000
/** The maximum for all files of a kind that are kept: an upload must not fill the disk. */
export const KEPT_BYTES_MAX = 4_000_000_000
const CHUNK_BYTES = 1_048_576

/** Answers its size in bytes. */
export async function storeFile(
  database: Database,
  { owner, id }: StoredFile,
  file: AsyncIterable<Uint8Array>,
): Promise<number> {
  let size = 0
  let position = 0
  let waiting: Uint8Array[] = []
  let length = 0
  async function store(): Promise<void> {
    await insertChunk(database, owner, id, position, Buffer.concat(waiting))
    position += 1
    waiting = []
    length = 0
  }
  for await (const bytes of file) {
    size += bytes.length
    if (size > FILE_BYTES_MAX) {
      throw new Problem('too-large', { message: `A file has at most ${FILE_BYTES_MAX} bytes.` })
    }
    waiting.push(bytes)
    length += bytes.length
    if (length >= CHUNK_BYTES) await store()
  }
  if (length > 0 || position === 0) await store()
  return size
}
