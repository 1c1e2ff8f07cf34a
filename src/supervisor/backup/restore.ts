// Restores the database into an empty folder, to the end of its log or to any second since the
// first backup that is kept.
import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { addAbortSignal, pipeline as chain, Transform } from 'node:stream'
import { withClient } from '#db/with-client.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { runChild, type SystemUser } from '../processes/child.ts'
import { makeFolder } from '../processes/folder.ts'
import { databaseUser } from '../processes/system-user.ts'
import { BASE, type BackupStore, SEALED } from './backup-store.ts'
import { type LogFeeder, startLogFeeder } from './log-feeder.ts'
import { findMissingLog, listManifests, type Manifest } from './manifest.ts'
import { unseal } from './sealed-stream.ts'
import { unpack } from './tar.ts'

const RECOVERY_MS = 24 * 3_600_000
const PROGRESS_MS = 2000

export interface RestoreOptions {
  /** The folder of the embedded database, without one. */
  readonly root: string
  readonly store: BackupStore
  readonly identity: string
  /** Undefined is the end of the log. */
  readonly until: Date | undefined
  readonly say: (line: string) => void
  /** Settings of the restored server while it restores. */
  readonly settings?: Readonly<Record<string, string>>
  readonly stop?: AbortSignal
}

export interface Restored {
  /** The last change that was restored. */
  readonly last_change_at: Date | undefined
}

/** The last backup that had ended by then; fails with the times that can be restored. */
export function chooseBackup(manifests: readonly Manifest[], until: Date | undefined): Manifest {
  const [oldest] = manifests
  if (!oldest) throw new Error('There is no whole backup.')
  const fitting = manifests.filter(({ ended_at }) => !until || new Date(ended_at) <= until).at(-1)
  if (!fitting)
    throw new Error(`The oldest backup can be restored to ${oldest.ended_at} and later.`)
  return fitting
}

/**
 * Leaves a database at rest, as it was at that moment. An interruption leaves a folder that is no
 * database, and the next restore begins again.
 */
export async function restoreDatabase(options: RestoreOptions): Promise<Restored> {
  const { root, store, identity, until, say } = options
  const pgdata = join(resolve(root), 'pg18')
  const manifest = chooseBackup(await listManifests(store), until)
  await checkLog(manifest, store)
  say(`Restoring the backup of ${manifest.ended_at}`)
  const user = databaseUser(pgdata)
  await makeFolder(root, 0o755)
  await restoreFiles(manifest, pgdata, user, options)
  const feeder = await startLogFeeder({
    ...{ folder: join(resolve(root), 'restored-log'), owner: user, store, identity },
  })
  try {
    return await recover(options, feeder)
  } finally {
    await feeder.close()
  }
}

/** Without the log of its own time, no backup opens. */
async function checkLog(manifest: Manifest, store: BackupStore): Promise<void> {
  const missing = await findMissingLog(store, manifest)
  if (missing) throw new Error(`The backup ${manifest.name} lacks ${missing} of its log`)
}

async function restoreFiles(
  manifest: Manifest,
  pgdata: string,
  user: SystemUser,
  { store, identity, say, stop }: RestoreOptions,
): Promise<void> {
  const unfinished = `${pgdata}.restoring`
  await runChild({ program: 'rm', args: ['-rf', '--', unfinished] })
  await makeFolder(unfinished, 0o700, user)
  const check = checksum(manifest)
  const sealed = await store.get(BASE, `${manifest.name}.tar${SEALED}`)
  if (stop) addAbortSignal(stop, sealed)
  await unpack(
    await unseal(
      chain(sealed, check, () => {}),
      identity,
    ),
    unfinished,
    user,
  )
  for (const name of ['pg_wal', 'pg_replslot', 'pg_notify', 'pg_serial', 'pg_snapshots']) {
    await makeFolder(join(unfinished, name), 0o700, user)
  }
  const write = (name: string, content: string) =>
    runChild({ program: 'tee', args: [join(unfinished, name)], user }, content)
  await write('backup_label', manifest.label)
  await write('recovery.signal', '')
  await fs.rename(unfinished, pgdata)
  stop?.throwIfAborted()
  say('The files are there; the log follows')
}

/** Passes what it gets on, and fails at its end if it is not what was stored. */
function checksum({ name, sha256 }: Manifest): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(part: Buffer, _, done) {
      hash.update(part)
      done(null, part)
    },
    flush(done) {
      const isRight = hash.digest('hex') === sha256
      done(isRight ? null : new Error(`The backup ${name} is damaged: its checksum differs`))
    },
  })
}

/** The server is ready when it has all of the log up to the moment; then it is stopped. */
async function recover(
  { root, until, say, settings }: RestoreOptions,
  feeder: LogFeeder,
): Promise<Restored> {
  let said = ''
  const shown = setInterval(() => {
    if (feeder.taken() !== said) say(`Restoring the log: ${feeder.taken()}`)
    said = feeder.taken()
  }, PROGRESS_MS)
  try {
    const postgres = await startPostgres({
      ...{ folder: root, log: say, start_timeout_ms: RECOVERY_MS },
      settings: {
        ...{ restore_command: feeder.command, recovery_target_action: 'promote' },
        ...{ hot_standby: 'off', archive_mode: 'off', ...settings },
        // PostgreSQL refuses the Z of ISO 8601 here.
        ...(until && { recovery_target_time: until.toISOString().replace('Z', '+00') }),
      },
    })
    const at = await lastChangeOf(postgres.url)
    await postgres.stop()
    return { last_change_at: at }
  } finally {
    clearInterval(shown)
  }
}

const lastChangeOf = (url: string): Promise<Date | undefined> =>
  withClient(url, 'restore', async (client) => {
    const { rows } = await client.query<{ at: number | null }>(
      'select extract(epoch from pg_last_xact_replay_timestamp())::float8 as at',
    )
    const at = rows[0]?.at
    return at ? new Date(at * 1000) : undefined
  })
