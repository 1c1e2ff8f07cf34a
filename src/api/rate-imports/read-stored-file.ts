import { readChunks } from '#db/billing/rate-imports.ts'
import type { SqlConnection } from '#db/database.ts'
import { RateFileProblem } from './rate-file-problem.ts'

/** An uploaded file again, piece by piece. */
export async function* readStoredFile(
  connection: SqlConnection,
  import_id: number,
): AsyncGenerator<Uint8Array> {
  let isThere = false
  for await (const chunk of readChunks(connection, import_id)) {
    isThere = true
    yield chunk
  }
  if (!isThere) throw new RateFileProblem('The file is kept for seven days: upload it again.')
}
