// The nightly backup and its restore test, as jobs of the supervisor.
import { isBackupDue, isRestoreTestDue } from '#core/backup/backup-due.ts'
import { asSqlConnection } from '#db/database.ts'
import {
  beginRestoreTest,
  endRestoreTest,
  noteRestoreStep,
  readBackupTimes,
} from '#db/machine/backups.ts'
import { readDatabaseBytes } from '#db/machine/database-size.ts'
import type { Job } from '#jobs/job.ts'
import { backUp, type NightlyBackups, noteBackups } from './backups.ts'
import { testRestore } from './restore-test.ts'

const MINUTE_MS = 60_000
/** A failed restore test has read the whole backup. */
const RETRY_MS_MAX = 60 * MINUTE_MS

interface Options extends NightlyBackups {
  readonly path: string
}

export const backupJobs = (options: Options): readonly Job[] => [
  backupJob(options),
  restoreTestJob(options),
]

function backupJob({ path, hour, ...backups }: Options): Job {
  let isNoted = false
  return {
    name: 'backup',
    every_ms: MINUTE_MS,
    async work({ url, database, clock, is_requested }) {
      // A restored database knows those of its own time only.
      if (!isNoted) await noteBackups(asSqlConnection(database), backups.store)
      isNoted = true
      const { last_started_at } = await readBackupTimes(database)
      const last_ms = last_started_at === null ? undefined : Date.parse(last_started_at)
      const now_ms = clock.now_ms()
      if (!is_requested && !isBackupDue(last_ms, now_ms, hour)) return
      await backUp({ path }, url, backups, new Date(now_ms))
    },
  }
}

const restoreTestJob = ({ path, store, key }: Options): Job => ({
  name: 'restore test',
  every_ms: MINUTE_MS,
  pause_max_ms: RETRY_MS_MAX,
  async work({ database, clock, stop, is_requested }) {
    const { backup_name, tested_name } = await readBackupTimes(database)
    const names = { backup_name: backup_name ?? undefined, tested_name: tested_name ?? undefined }
    if (backup_name === null || (!is_requested && !isRestoreTestDue(names))) return
    const connection = asSqlConnection(database)
    const id = await beginRestoreTest(connection, backup_name)
    const onStep = (step: string) => void noteRestoreStep(connection, id, step).catch(() => {})
    const database_bytes = await readDatabaseBytes(database)
    try {
      const result = await testRestore({
        ...{ path, store, key, database_bytes, clock, stop, onStep },
      })
      await endRestoreTest(connection, id, result)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      await endRestoreTest(connection, id, { error: reason }).catch(() => {})
      throw error
    }
  },
})
