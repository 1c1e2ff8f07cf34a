// Masks the numbers of archived days that the rule has reached (ADR-0047): those that were archived
// before the rule, or before it was made stricter.
import type pg from 'pg'
import { CALLER_TEXTS, NUMBER_COLUMNS } from '#core/number/masked-columns.ts'
import {
  type ArchivedFile,
  listFilesToMask,
  noteArchivedSha256,
  noteFileMasked,
} from '#db/archive/archived-files.ts'
import { MASKING_LOCK } from '#db/locks.ts'
import { tryToLock } from '#db/with-client.ts'
import { expectFile } from '../archive/read-archive.ts'
import { emptied, filesToRewrite, masked, rewriteFile } from '../archive/rewrite-file.ts'
import type { Backups } from '../backup/backup-store.ts'

/** All records, with the columns that are masked in the database. */
const MASKING = {
  whose: 'true',
  columns: [...NUMBER_COLUMNS.map(masked), ...CALLER_TEXTS.map(emptied)],
}

interface Archive {
  readonly folder: string
  readonly backups: Backups | undefined
}

/** File by file; after a kill it continues with those that are left. */
export async function maskArchive(client: pg.Client, archive: Archive): Promise<void> {
  // Not while an account is erased.
  if (!(await tryToLock(client, MASKING_LOCK))) return
  try {
    const files = await listFilesToMask(client)
    for (const one of files) await maskFile(client, archive, one)
    // Calls that were read from these files before.
    if (files.length > 0) await client.query('delete from recall')
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MASKING_LOCK])
  }
}

async function maskFile(
  client: pg.Client,
  { folder, backups }: Archive,
  archived: ArchivedFile,
): Promise<void> {
  const { file } = archived
  await expectFile(folder, file, backups)
  const found = await filesToRewrite(folder, [file], MASKING)
  if (found.length > 0) {
    await rewriteFile({ folder, backups }, file, MASKING, (sha256) =>
      noteArchivedSha256(client, archived, sha256),
    )
  }
  await noteFileMasked(client, archived)
}
