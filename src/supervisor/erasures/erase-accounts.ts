// Erases the personal data of the accounts whose erasure was requested: in the database, in the
// archive, and in the archive beside the backups (ADR-0051).
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import {
  CALLER_TEXTS,
  EQUIPMENT_TEXTS,
  NUMBER_COLUMNS,
  SOURCE_COLUMNS,
} from '#core/number/masked-columns.ts'
import {
  isDayBeingRemoved,
  listArchivedFiles,
  noteArchivedSha256,
} from '#db/archive/archived-files.ts'
import type { Database } from '#db/database.ts'
import { MASKING_LOCK, TRAFFIC_SUMS_LOCK } from '#db/locks.ts'
import {
  beginErasure,
  type Erasure,
  endErasure,
  eraseNextCalls,
  eraseOwnData,
  eraseReRatings,
  listOpenErasures,
  noteArchiveDays,
  noteDayErased,
  noteErasureError,
  partitionsOf,
  requestErasureAgain,
} from '#db/personal-data/erase-account.ts'
import { tryToLock } from '#db/with-client.ts'
import { expectFile } from '../archive/read-archive.ts'
import { emptied, filesToRewrite, masked, rewriteFile } from '../archive/rewrite-file.ts'
import { storeFile } from '../archive/stored-archive.ts'
import type { Backups } from '../backup/backup-store.ts'
import { makeFolder } from '../processes/folder.ts'
import { flushPath } from '../retention/export-partition.ts'

/** The same as in the database (`eraseNextCalls`). */
const ERASED = [
  ...NUMBER_COLUMNS.map(masked),
  ...[...CALLER_TEXTS, ...EQUIPMENT_TEXTS].map(emptied),
  ...SOURCE_COLUMNS.map((column) => [column, 'null'] as const),
]

/** Records of one transaction: half a second. */
const ROWS_MAX = 5000

export interface Erasing {
  readonly archive_folder: string
  /** Undefined where none are made. */
  readonly backups: Backups | undefined
  readonly rows_max?: number
}

/** All that are requested, one after the other; a failure is noted, and thrown at the end. */
export async function eraseAccounts(
  client: pg.Client,
  database: Database,
  erasing: Erasing,
): Promise<void> {
  await requestRestoredAgain(client, erasing.archive_folder)
  const failures: unknown[] = []
  for (const erasure of await listOpenErasures(client)) {
    const isAlone = await withLocks(client, async () => {
      try {
        await eraseAccount(client, database, erasure, erasing)
      } catch (error) {
        failures.push(error)
        const message = error instanceof Error ? error.message : String(error)
        await noteErasureError(client, erasure, message)
      }
    })
    if (!isAlone) return
  }
  if (failures.length > 0) throw failures[0]
}

/** Not while numbers are masked, partitions are removed, or sums are written again. */
async function withLocks(client: pg.Client, work: () => Promise<void>): Promise<boolean> {
  const held: number[] = []
  try {
    for (const lock of [MASKING_LOCK, TRAFFIC_SUMS_LOCK]) {
      if (!(await tryToLock(client, lock))) return false
      held.push(lock)
    }
    await work()
    return true
  } finally {
    for (const lock of held) await client.query('select pg_advisory_unlock($1)', [lock])
  }
}

async function eraseAccount(
  client: pg.Client,
  database: Database,
  erasure: Erasure,
  erasing: Erasing,
): Promise<void> {
  const wait = (reason: string) => noteErasureError(client, erasure, reason)
  if (!erasure.is_deleted) return wait('A restore has brought the account back: delete it first.')
  if (await isDayBeingRemoved(client)) return wait('A day of calls is being removed first.')
  await beginErasure(client, erasure)
  await rememberErasure(erasing, erasure)
  await eraseOwnData(database, erasure.account_id)
  while (await eraseNextCalls(client, erasure, erasing.rows_max ?? ROWS_MAX));
  await eraseReRatings(client, erasure)
  for (const name of await partitionsOf(client, erasure)) {
    // The rows as they were before are in the file until then.
    await client.query(`vacuum ${name}`)
  }
  await eraseArchive(client, erasure, erasing)
  await endErasure(client, erasure)
}

async function eraseArchive(
  client: pg.Client,
  erasure: Erasure,
  { archive_folder: folder, backups }: Erasing,
): Promise<void> {
  const archived = await listArchivedFiles(client)
  for (const { file } of archived) {
    await expectFile(folder, file, backups)
  }
  const names = archived.map(({ file }) => file)
  const rewrite = { whose: `account_id = ${erasure.account_id}`, columns: ERASED }
  const left = new Set(await filesToRewrite(folder, names, rewrite))
  await noteArchiveDays(client, erasure, erasure.archive_days_done + left.size)
  for (const one of archived.filter(({ file }) => left.has(file))) {
    await rewriteFile({ folder, backups }, one.file, rewrite, (sha256) =>
      noteArchivedSha256(client, one, sha256),
    )
    await noteDayErased(client, erasure)
  }
}

const FILE = /^erasure-\d+\.json$/
const remembered = z.object({ account_id: z.number(), requested_at: z.iso.datetime() })

/** Beside the archive and in its copies, so that a restore of an earlier time erases it again. */
async function rememberErasure(
  { archive_folder: folder, backups }: Erasing,
  { account_id, requested_at }: Erasure,
): Promise<void> {
  await makeFolder(folder, 0o700)
  const name = `erasure-${account_id}.json`
  const path = join(folder, name)
  const text = JSON.stringify({ account_id, requested_at })
  await writeFile(path, `${text}\n`, { mode: 0o600, flush: true })
  await flushPath(folder)
  if (backups) await storeFile(name, path, backups)
}

/** Erasures that the database does not know of: it is of a time before them. */
async function requestRestoredAgain(client: pg.Client, folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => [])
  for (const name of names.filter((one) => FILE.test(one))) {
    const known = remembered.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))
    const reason = 'It was erased after the time that was restored.'
    await requestErasureAgain(client, { ...known, reason })
  }
}
