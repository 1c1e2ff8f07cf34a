// The restore test: the last backup is restored into a folder beside the database, as an operator
// would do it, and its tables, indexes and books are checked there.
import type pg from 'pg'
import type { Clock } from '#core/time/clock.ts'
import type { RestoreTestResult } from '#db/machine/backups.ts'
import { withClient } from '#db/with-client.ts'
import { findBrokenRules } from '../book-rules.ts'
import { checkFiles } from './check-files.ts'
import { type CopyOptions, withRestoredCopy } from './restored-copy.ts'

interface Options extends CopyOptions {
  readonly clock: Pick<Clock, 'monotonic_ms'>
}

/** Fails with what is wrong with the backup, and leaves nothing. */
export async function testRestore(options: Options): Promise<RestoreTestResult> {
  const { clock, onStep } = options
  const begun_ms = clock.monotonic_ms()
  return await withRestoredCopy('restore-test', options, async (url, { last_change_at }) => {
    const restored_ms = clock.monotonic_ms()
    onStep('Checking tables and indexes')
    const indexes = await withClient(url, 'restore test', checkFiles)
    onStep('Checking the books')
    const rules = await withClient(url, 'restore test', checkBooks)
    return {
      ...{ restored_until: last_change_at, indexes, rules },
      restore_ms: Math.round(restored_ms - begun_ms),
      check_ms: Math.round(clock.monotonic_ms() - restored_ms),
    }
  })
}

/** Answers the number of rules. */
export async function checkBooks(client: pg.Client): Promise<number> {
  const { rules, broken } = await findBrokenRules(client)
  const [first] = broken
  if (first) throw new Error(`${first.id} is broken in the restored database: ${first.says}`)
  return rules
}
