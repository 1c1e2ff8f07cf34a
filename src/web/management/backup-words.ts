// The words of the screen Backups.
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getBackups, RestoreTest } from '#contract/machine/backups.ts'

export type Backups = AnswerOf<typeof getBackups>
export type Backup = Backups['backups'][number]

/** Names of jobs of the supervisor. */
export const BACKUP_JOB = 'backup'
export const RESTORE_TEST_JOB = 'restore test'

/** The log goes to the store a minute after a change at the latest. */
export const LOG_LATE_MS = 5 * 60_000

type Result = Pick<RestoreTest, 'ended_at' | 'error'>

export function resultOf({ ended_at, error }: Result) {
  if (ended_at === null) return { label: 'running', tone: 'info' } as const
  if (error !== '') return { label: 'failed', tone: 'danger' } as const
  return { label: 'passed', tone: 'success' } as const
}

/** The last test of a backup, which is first in the list. */
export const testOf = ({ name }: Backup, tests: readonly RestoreTest[]): RestoreTest | undefined =>
  tests.find(({ backup_name }) => backup_name === name)

export const lastPassed = (tests: readonly RestoreTest[]): RestoreTest | undefined =>
  tests.find(({ ended_at, error }) => ended_at !== null && error === '')

/** Where backups go, as the start of the program has it. */
const placeOf = (address: string): string =>
  address.startsWith('/') ? `BACKUP_DIR=${address}` : `BACKUP_S3_URL=${address}`

/** To the second; null is the end of the log. */
export function restoreCommand(address: string, until: string | null): string {
  const words = ['npm run restore --', until?.replace(/\.\d+/, ''), '--key FILE'].filter(Boolean)
  return `DATA_DIR=/var/lib/softswitch-new ${placeOf(address)} ${words.join(' ')}`
}
