// A database of its own for a run outside of the test runner.
import { rm } from 'node:fs/promises'
import { migrate } from '#db/migrate.ts'
import { startPostgres } from '#supervisor/postgres.ts'
import { makeTestFolder } from '../support/postgres-for-tests.ts'

/** Calls `use` with the address of a migrated database, and throws it away behind it. */
export async function withDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const folder = await makeTestFolder()
  try {
    const postgres = await startPostgres({ folder, log: () => {} })
    try {
      await migrate(postgres.url)
      return await use(postgres.url)
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
