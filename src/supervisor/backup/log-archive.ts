// The log of the running server, to the store: PostgreSQL puts each segment into a folder when it
// is full, or a minute after its first change, and we send it away and delete it there. While the
// store is away the segments wait in the folder, and the disk is what bounds them.
import { constants } from 'node:fs'
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer as bufferOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { isLogFile, isSegment } from '#core/backup/wal-segments.ts'
import { makeFolder } from '../processes/folder.ts'
import { databaseUser } from '../processes/system-user.ts'
import { type Backups, LOG, SEALED } from './backup-store.ts'
import { seal, unseal } from './sealed-stream.ts'

/** The most that a dead machine can lose. */
const SEGMENT_SECONDS = 60
const LOOK_MS = 2000

/** Below the folder of the embedded database. */
export const archiveFolder = (root: string): string => join(root, 'log-archive')

/** Makes the folder, and answers the settings with which PostgreSQL writes there. */
export async function archiveSettings(root: string): Promise<Record<string, string>> {
  const folder = archiveFolder(root)
  await makeFolder(folder, 0o700, databaseUser(join(root, 'pg18')))
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': folder,
    archive_timeout: `${SEGMENT_SECONDS}s`,
  }
}

/** Sends what is in the folder; answers the names of the files. */
export async function shipLog(folder: string, { store, key }: Backups): Promise<string[]> {
  const names = (await fs.readdir(folder)).filter(isLogFile).sort()
  if (names.length === 0) return []
  const stored = new Set(await store.list(LOG))
  for (const name of names) {
    const path = join(folder, name)
    // The folder belongs to the user of the database, who could put a link there.
    const file = await fs.open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    const content = await file.readFile().finally(() => file.close())
    const sealed_name = `${name}${SEALED}`
    if (stored.has(sealed_name)) await refuseOther(sealed_name, content, { store, key })
    else await store.put(LOG, sealed_name, await seal(Readable.from([content]), key.recipient))
    await fs.unlink(path)
  }
  return names
}

/** A file that was sent before an interruption is the same; another one is of another switch. */
async function refuseOther(name: string, content: Buffer, { store, key }: Backups): Promise<void> {
  const other = await unseal(await store.get(LOG, name), key.identity).then(bufferOf, () => null)
  if (other?.equals(content)) return
  throw new Error(`Another switch has put ${name} there: give this one a place of its own`)
}

interface Options extends Backups {
  /** The folder of the embedded database. */
  readonly root: string
  readonly say: (line: string) => void
  /** Every change before then is in the store. */
  readonly onStored: (until: Date) => Promise<void>
  /** Keeps whether the work fails, which it throws again. */
  readonly watch: (work: () => Promise<void>) => Promise<void>
}

/** Until the returned function is called; what fails is said once, and tried again. */
export function startShipping({ root, say, onStored, watch, ...to }: Options): () => Promise<void> {
  const stop = new AbortController()
  let said = ''
  async function ship(): Promise<void> {
    const last = (await shipLog(archiveFolder(root), to)).findLast(isSegment)
    const until = last && (await lastWrite(join(root, 'pg18', 'pg_wal', last)))
    if (until) await onStored(until)
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await watch(ship)
        if (said !== '') say('The log of the database is sent to the backups again')
        said = ''
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        if (reason !== said) say(`The log of the database is not backed up: ${reason}`)
        said = reason
      }
      await sleep(LOOK_MS, undefined, { signal: stop.signal }).catch(() => {})
    }
  }
  const running = run()
  return async () => {
    stop.abort()
    await running
  }
}

/** Undefined if the server has removed the file already. */
const lastWrite = (path: string): Promise<Date | undefined> =>
  fs.stat(path).then(
    ({ mtime }) => mtime,
    () => undefined,
  )
