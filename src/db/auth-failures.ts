import type { Insertable } from 'kysely'
import type { Database } from './database.ts'
import type { AuthFailureTable } from './tables.ts'

export async function insertAuthFailure(
  database: Database,
  failure: Insertable<AuthFailureTable>,
): Promise<void> {
  await database.insertInto('auth_failure').values(failure).execute()
}
