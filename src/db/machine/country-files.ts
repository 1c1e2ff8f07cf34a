// The uploaded country files: what the console shows of them, and their exchange.
import { type Insertable, sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { type Scope, seesEverything } from '../scope.ts'
import type { CountryFileTable } from '../tables/machine.ts'

export function listCountryFiles(database: Database, scope: Scope) {
  return database
    .selectFrom('country_file')
    .select(['kind', 'file_name', 'published_at', 'networks_count', 'countries_count'])
    .select(['uploaded_by', 'uploaded_at'])
    .where(seesEverything(scope))
    .orderBy('kind')
    .execute()
}

/** A file takes the place of the last one with addresses of its kind. */
export async function replaceCountryFile(
  tx: Tx,
  file: Insertable<CountryFileTable>,
): Promise<void> {
  await tx.deleteFrom('country_file').where('kind', '=', file.kind).execute()
  await tx.insertInto('country_file').values(file).execute()
}

export async function deleteCountryFiles(tx: Tx): Promise<void> {
  await sql`delete from country_file`.execute(tx)
}
