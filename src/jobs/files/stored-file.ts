import type { SqlConnection } from '#db/database.ts'
import { readChunks, type StoredFile } from '#db/uploads/file-chunks.ts'
import { TableFileProblem } from './table-file-problem.ts'

/** An uploaded file again, piece by piece. */
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
