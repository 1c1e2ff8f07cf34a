// Reads the first rows of uploaded files, as the API requests it.
import type pg from 'pg'
import type { TableLayout } from '#core/table-file/table-file.ts'
import { FILE_HEAD_LOCK } from '#db/locks.ts'
import type { FileOwner } from '#db/uploads/file-chunks.ts'
import {
  type FileHead,
  type FileReading,
  findFileReading,
  finishFileReading,
  type HeadRequest,
} from '#db/uploads/file-readings.ts'
import { readHead } from '../files/read-head.ts'
import { readTableHead, type TableKind } from '../files/read-table.ts'
import { readStoredFile } from '../files/stored-file.ts'
import { TableFileProblem } from '../files/table-file-problem.ts'
import { workOneByOne } from '../files/work-on-files.ts'
import { RATE_FILES } from '../rate-imports/rate-files.ts'
import { CALL_FILES } from '../reconciliations/call-files.ts'

/** Returns when there is nothing left to read, or another process holds the lock. */
export const readHeads = (url: string): Promise<void> =>
  workOneByOne(url, {
    ...{ name: 'file head', lock: FILE_HEAD_LOCK },
    ...{ find: findFileReading, work: readOne },
  })

type Read = (statusConnection: pg.Client, reading: FileReading) => Promise<FileHead>

const reads =
  <Layout extends TableLayout>(kind: TableKind<Layout>): Read =>
  (statusConnection, { file, request }) =>
    readHead(
      kind,
      (chosen) => readTableHead(readStoredFile(statusConnection, file), kind, chosen),
      // The API has taken the layouts from files of the same kind.
      request as HeadRequest<Layout>,
    )

const READ: Readonly<Record<FileOwner, Read>> = {
  rate_import: reads(RATE_FILES),
  reconciliation: reads(CALL_FILES),
}

async function readOne(
  client: pg.Client,
  statusConnection: pg.Client,
  reading: FileReading,
): Promise<void> {
  try {
    const head = await READ[reading.file.owner](statusConnection, reading)
    await finishFileReading(client, reading.id, { head, error: null })
  } catch (error) {
    if (!(error instanceof TableFileProblem)) throw error
    await finishFileReading(client, reading.id, { head: null, error: error.message })
  }
}
