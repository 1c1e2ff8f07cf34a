import type { RateFileLayout } from '#core/rate-import/layout.ts'
import { asSqlConnection, type Database } from '#db/database.ts'
import { readTableHead } from '../files/read-table.ts'
import type { Reader } from '../files/recall-head.ts'
import { readStoredFile } from '../files/stored-file.ts'
import { RATE_FILES } from './rate-files.ts'

/** Reads the head of the stored file of an import. */
export const readerOf =
  (database: Database, id: number): Reader<RateFileLayout> =>
  (chosen) => {
    const file = readStoredFile(asSqlConnection(database), { owner: 'rate_import', id })
    return readTableHead(file, RATE_FILES, chosen)
  }
