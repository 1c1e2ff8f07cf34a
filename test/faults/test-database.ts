// A database of its own for a run outside of the test runner.
import { rm } from 'node:fs/promises'
import { migrate } from '#db/migrate.ts'
import { prepareRoles } from '#db/roles.ts'
import { startPostgres } from '#supervisor/postgres/postgres.ts'
import { makeTestFolder } from '../support/postgres-for-tests.ts'

interface Addresses {
  readonly database_url: string
  readonly engine_url: string
  readonly api_url: string
}

/** Makes the tables and the roles of engine and API. */
export async function prepareDatabase(database_url: string): Promise<Addresses> {
  await migrate(database_url)
  const passwords = { api: 'api', engine: 'engine', jobs: 'jobs' }
  const { engine, api } = await prepareRoles(database_url, passwords, false)
  return { database_url, engine_url: engine, api_url: api }
}

/** Calls `use` with the addresses of a migrated database, and throws it away behind it. */
export async function withDatabase<T>(
  use: (database_url: string, engine_url: string, api_url: string) => Promise<T>,
): Promise<T> {
  const folder = await makeTestFolder()
  try {
    const postgres = await startPostgres({ folder, log: () => {} })
    try {
      const { database_url, engine_url, api_url } = await prepareDatabase(postgres.url)
      return await use(database_url, engine_url, api_url)
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
