// A base backup by PostgreSQL's own means: the files of the running server between
// pg_backup_start and pg_backup_stop, and the log that was written meanwhile
// (https://www.postgresql.org/docs/18/continuous-archiving.html).
import { BACKUP_LOCK } from '#db/locks.ts'
import { tryToLock, withClient } from '#db/with-client.ts'
import type { SystemUser } from '../processes/child.ts'
import { waitUntil } from '../processes/process-table.ts'
import { BASE, type BackupStore, SEALED } from './backup-store.ts'
import { findMissingLog, type Manifest, writeManifest } from './manifest.ts'
import { seal } from './sealed-stream.ts'
import { pack } from './tar.ts'

/** The server makes these itself, or they belong to the running one alone. */
const LEFT_OUT = [
  ...['./pg_wal/*', './pg_replslot/*', './pg_dynshmem/*', './pg_notify/*', './pg_serial/*'],
  ...['./pg_snapshots/*', './pg_stat_tmp/*', './pg_subtrans/*', './postmaster.pid'],
  ...['./postmaster.opts', './backup_label', './tablespace_map', '*/pgsql_tmp*'],
  ...['*/pg_internal.init', './softswitch.conf'],
]
const SHIPPED_MS = 300_000
const LOOK_MS = 500

interface Source {
  /** A superuser of the embedded server. */
  readonly url: string
  readonly pgdata: string
  /** Its owner. */
  readonly user: SystemUser
}

interface Target {
  readonly store: BackupStore
  readonly recipient: string
}

/**
 * Copies the server while it runs. The backup counts when its log is in the store, which the
 * supervisor sends there: without it, the backup fails after five minutes and leaves no manifest.
 */
export async function makeBaseBackup(
  { url, pgdata, user }: Source,
  { store, recipient }: Target,
  now: Date,
): Promise<Manifest> {
  const name = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return await withClient(url, 'backup', async (client) => {
    // The oldest file without a manifest is that of an interruption, if only one is made at a time.
    if (!(await tryToLock(client, BACKUP_LOCK))) throw new Error('Another backup is under way')
    const { rows: settings } = await client.query<{ library: string }>(
      `select current_setting('archive_library') as library`,
    )
    if (settings[0]?.library !== 'basic_archive') {
      throw new Error('The database does not archive its log: start the switch with its backups')
    }
    const { rows } = await client.query<{ segment: string }>(
      'select pg_walfile_name(pg_backup_start($1, true)) as segment',
      [name],
    )
    // The log has what changes meanwhile.
    const packing = { folder: pgdata, files: ['.'], left_out: LEFT_OUT, user, may_change: true }
    const { archive, ended } = pack(packing)
    const sealed = await seal(archive, recipient)
    const [file] = await Promise.all([store.put(BASE, `${name}.tar${SEALED}`, sealed), ended])
    const { rows: stopped } = await client.query<{
      segment: string
      label: string
      ended_at: number
    }>(
      `select pg_walfile_name(lsn) as segment, labelfile as label,
        ceil(extract(epoch from clock_timestamp()))::float8 as ended_at
      from pg_backup_stop(true)`,
    )
    const first_segment = rows[0]?.segment
    const last = stopped[0]
    if (!first_segment || !last) throw new Error('PostgreSQL did not say where the backup ends')
    const segments = { first_segment, last_segment: last.segment }
    await waitForLog(store, segments)
    const manifest: Manifest = {
      ...{ format: 1, name, started_at: now.toISOString() },
      ...{ ended_at: new Date(last.ended_at * 1000).toISOString(), label: last.label, ...file },
      ...segments,
    }
    await writeManifest(store, manifest)
    return manifest
  })
}

type Segments = Pick<Manifest, 'first_segment' | 'last_segment'>

async function waitForLog(store: BackupStore, segments: Segments): Promise<void> {
  const isStored = async () => (await findMissingLog(store, segments)) === undefined
  if (await waitUntil(isStored, SHIPPED_MS, LOOK_MS)) return
  throw new Error('The log of the backup is not stored: is the switch running with its backups?')
}
