// When a backup is made, and when one is restored to see that it can be.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Each night at that hour in UTC, and at once without any or after a night in which the switch did
 * not run.
 */
export function isBackupDue(
  last_started_ms: number | undefined,
  now_ms: number,
  hour: number,
): boolean {
  if (last_started_ms === undefined) return true
  const since_hour_ms = (now_ms - hour * HOUR_MS) % DAY_MS
  return last_started_ms < now_ms - since_hour_ms
}

interface RestoreTestFacts {
  /** The newest whole backup. */
  readonly backup_name: string | undefined
  /** The backup of the last test that succeeded. */
  readonly tested_name: string | undefined
}

/** Once for each backup; after a failure again, as the job that fails is tried again. */
export function isRestoreTestDue({ backup_name, tested_name }: RestoreTestFacts): boolean {
  return backup_name !== undefined && backup_name !== tested_name
}
