// The migrations of this version, tried on a restored copy and applied to the running database.
// They take nothing away, so the version before runs on, and can be started again (ADR-0049).
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Migration, readPending, whileMigrating } from '#db/migrate.ts'
import { withClient } from '#db/with-client.ts'
import { checkBooks } from '../backup/restore-test.ts'
import { describeMigration, measureMigration } from './measure-migration.ts'

/** Calls wait no longer for a migration that waits for them. */
const LOCK_TIMEOUT = '2s'
const LOCK_TRIES = 30
const LOCK_PAUSE_MS = 1000
const LOCK_NOT_AVAILABLE = '55P03'

interface Means {
  readonly monotonic_ms: () => number
  readonly say: (line: string) => void
  /** Those of this version, unless a test has others. */
  readonly migrations?: readonly Migration[]
}

/** Applies all that waits, and checks the books afterwards. */
export async function tryUpgrade(copy_url: string, means: Means): Promise<void> {
  const { monotonic_ms, say, migrations } = means
  await whileMigrating(copy_url, async (client) => {
    const { waiting } = await readPending(client, migrations)
    for (const one of waiting) {
      say(describeMigration(await measureMigration(client, one, monotonic_ms)))
    }
  })
  const rules = await withClient(copy_url, 'upgrade', checkBooks)
  say(`${rules} of ${rules} rules of the books hold`)
}

/** Applies what waits while the switch runs; answers the number of migrations. */
export function upgradeNow(url: string, means: Means): Promise<number> {
  const { monotonic_ms, say, migrations } = means
  return whileMigrating(url, async (client) => {
    const { waiting } = await readPending(client, migrations)
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`)
    for (const one of waiting) {
      const measured = await again(say, () => measureMigration(client, one, monotonic_ms))
      say(describeMigration(measured))
    }
    return waiting.length
  })
}

/** While calls hold a lock that it needs. */
async function again<T>(say: (line: string) => void, run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      const isLocked = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE
      if (!isLocked || tries === LOCK_TRIES) throw error
      if (tries === 1) say('Waiting for a lock')
      await sleep(LOCK_PAUSE_MS)
    }
  }
}
