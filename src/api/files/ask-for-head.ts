// Has the first rows of a stored file read: by the jobs, which have a memory limit for what a
// hostile file needs, while the request waits.
import type { TableLayout } from '#core/table-file/table-file.ts'
import type { Database } from '#db/database.ts'
import type { StoredFile } from '#db/uploads/file-chunks.ts'
import {
  cancelFileReading,
  type FileHead,
  type HeadRequest,
  type ReadFileHead,
  requestFileHead,
  takeFileHead,
} from '#db/uploads/file-readings.ts'
import { badField, Problem } from '../http/problem.ts'
import { waitForJob } from '../http/wait-for-job.ts'

/** The largest file is read in a tenth of it. */
const PATIENCE_MS = 60_000
const RETRY_SECONDS = 30

/** A file that cannot be read is the fault of `field`. */
export async function askForHead<Layout extends TableLayout>(
  database: Database,
  file: StoredFile,
  request: HeadRequest<Layout>,
  field: 'file' | 'header_line',
): Promise<FileHead<Layout>> {
  const { head, error } = await untilRead(database, await requestFileHead(database, file, request))
  if (!head) throw badField(field, error ?? '')
  return head as FileHead<Layout>
}

async function untilRead(database: Database, id: number): Promise<ReadFileHead> {
  const read = await waitForJob(() => takeFileHead(database, id), PATIENCE_MS)
  if (read) return read
  await cancelFileReading(database, id)
  throw new Problem('jobs-down', { retry_seconds: RETRY_SECONDS })
}
