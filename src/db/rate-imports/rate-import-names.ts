// Names of a rate file that the code deck lacks: "Morocco Mobile - Inwi" of a carrier, where the
// deck has "Morocco Mobile".
import { sql } from 'kysely'
import type { Database } from '../database.ts'

export interface NewName {
  readonly destination: string
  readonly country_iso2: string
  /** Their name in the deck so far. */
  readonly deck_name: string
  readonly prefixes: string[]
}

/** Rows of the preview that are looked at, and names that are proposed. */
const ROWS_MAX = 20_000
const NAMES_MAX = 200

/** The names of prefixes that the deck does not have, in a country that it knows. */
export async function listNewNames(database: Database, import_id: number): Promise<NewName[]> {
  const { rows } = await sql<NewName>`
    with unknown as materialized (
      select distinct r.prefix, r.destination from (
        select prefix, destination from rate_import_row r
        where r.import_id = ${import_id} and r.kind not in ('INVALID', 'REMOVED')
          and r.prefix <> '' and r.destination <> ''
          and not exists (select from code_deck_entry e where e.prefix = r.prefix)
        order by r.number limit ${ROWS_MAX}) r
    )
    select u.destination, e.country_iso2, min(e.destination) as deck_name,
      array_agg(u.prefix::text order by u.prefix) as prefixes
    from unknown u cross join lateral (
      select country_iso2, destination from code_deck_entry e
      where e.prefix = any (array(
        select left(u.prefix, n) from generate_series(1, length(u.prefix)) n))
      order by length(e.prefix) desc limit 1) e
    where e.country_iso2 <> '' and lower(e.destination) <> lower(u.destination)
    group by u.destination, e.country_iso2
    order by lower(u.destination) limit ${NAMES_MAX}`.execute(database)
  return rows
}
