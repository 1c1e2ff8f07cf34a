// Names and countries of prefixes. The deck belongs to the switch and to no account, so there is no
// scope.
import { CompiledQuery, type Insertable, sql } from 'kysely'
import type { DeckLine } from '#core/number/code-deck-lines.ts'
import type { DeckNames } from '#core/number/deck-names.ts'
import type { NamedPrefixes } from '#core/rate-import/deck-prefixes.ts'
import { forRows } from '../columns.ts'
import { insertRow, removeRow, updateVersion } from '../crud.ts'
import type { Database, SqlConnection, Tx } from '../database.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import type { CodeDeckEntryTable } from '../tables/tariffs.ts'
import { beginningsOf } from './rate-filters.ts'

const entries = (database: Database) =>
  database
    .selectFrom('code_deck_entry as e')
    .select(['e.id', 'e.version', 'e.prefix', 'e.country_iso2', 'e.destination'])
    .select(['e.network_type', 'e.source', 'e.created_at', 'e.updated_at'])

const SORTS = {
  prefix: sql`e.prefix`,
  country_iso2: sql`e.country_iso2`,
  destination: sql`lower(e.destination)`,
  network_type: sql`e.network_type`,
  source: sql`e.source`,
  updated_at: sql`e.updated_at`,
}

interface DeckQuery extends ListQuery<keyof typeof SORTS> {
  readonly country_iso2?: string | undefined
  readonly network_type?: CodeDeckEntryTable['network_type'] | undefined
  readonly source?: CodeDeckEntryTable['source'] | undefined
  readonly number?: string | undefined
}

export async function listCodeDeck(database: Database, query: DeckQuery) {
  const { country_iso2, network_type, source, number } = query
  let select = entries(database)
    .where(hasText(query.q, 'e.prefix', 'e.destination'))
    .where(
      hasValues({
        'e.country_iso2': country_iso2,
        'e.network_type': network_type,
        'e.source': source,
      }),
    )
  if (number) select = select.where('e.prefix', 'in', beginningsOf(number))
  return offsetPage(database, select, query, SORTS, number ? '-prefix' : 'prefix', sql`e.id`)
}

export async function findCodeDeckEntry(database: Database, id: number) {
  return entries(database).where('e.id', '=', id).executeTakeFirst()
}

/** By the longest entry that begins the prefix. */
export async function findDeckName(
  database: Database,
  prefix: string,
): Promise<{ matched: string; name: string } | undefined> {
  return database
    .selectFrom('code_deck_entry')
    .select(['prefix as matched', 'destination as name'])
    .where(sql<boolean>`prefix = any (${beginningsOf(prefix)}::text[])`)
    .orderBy(sql`length(prefix)`, 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function loadDeckNames(client: SqlConnection): Promise<DeckNames> {
  const { rows } = await client.query<{ prefix: string; destination: string }>(
    'select prefix, destination from code_deck_entry',
  )
  return new Map(rows.map(({ prefix, destination }) => [prefix, destination]))
}

/** The prefixes of these destinations, or of all: names that differ in their case are one. */
export async function loadNamedPrefixes(
  connection: SqlConnection,
  names: readonly string[] | null = null,
): Promise<NamedPrefixes[]> {
  const { rows } = await connection.query<NamedPrefixes>(
    `select min(destination) as destination, array_agg(prefix::text order by prefix) as prefixes
      from code_deck_entry
      where $1::text[] is null
        or lower(destination) in (select lower(name) from unnest($1::text[]) name)
      group by lower(destination)`,
    [names],
  )
  return rows
}

/** The country (ISO 3166) of each prefix that has one. */
export async function loadDeckCountries(
  connection: SqlConnection,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await connection.query<{ prefix: string; country_iso2: string }>(
    "select prefix::text, country_iso2 from code_deck_entry where country_iso2 <> ''",
  )
  return new Map(rows.map(({ prefix, country_iso2 }) => [prefix, country_iso2]))
}

type EntryValues = Omit<
  Insertable<CodeDeckEntryTable>,
  'id' | 'version' | 'created_at' | 'updated_at'
>

export const insertCodeDeckEntry = (tx: Tx, entry: EntryValues): Promise<number> =>
  insertRow(tx, 'code_deck_entry', entry)

/** False if the row has changed since `version` was read. */
export const updateCodeDeckEntry = (
  tx: Tx,
  id: number,
  version: number,
  entry: EntryValues,
): Promise<boolean> => updateVersion(tx, 'code_deck_entry', id, version, entry)

export const deleteCodeDeckEntry = (tx: Tx, id: number): Promise<void> =>
  removeRow(tx, 'code_deck_entry', id)

const stage = forRows<DeckLine>(
  { prefix: 'text', country_iso2: 'text', destination: 'text', network_type: 'text' },
  ({ names, values, rows }) => `insert into staged_entry (${names}) select ${values} from ${rows}`,
)

export interface DeckCompared {
  readonly added: number
  readonly renamed: number
  readonly changed: number
  readonly unchanged: number
}

const isOther = sql`(e.country_iso2, e.network_type) is distinct from
  (s.country_iso2, s.network_type)`

/** Lays the lines beside the deck, for this transaction, and counts how they differ. */
export async function stageEntries(tx: Tx, lines: readonly DeckLine[]): Promise<DeckCompared> {
  await sql`create temporary table staged_entry (
    prefix text collate "C" primary key, country_iso2 text, destination text, network_type text)
    on commit drop`.execute(tx)
  await tx.executeQuery(CompiledQuery.raw(stage.text, stage.values(lines)))
  const { rows } = await sql<DeckCompared>`
    select count(*) filter (where e.id is null) as added,
      count(*) filter (where e.destination <> s.destination) as renamed,
      count(*) filter (where e.destination = s.destination and ${isOther}) as changed,
      count(*) filter (where e.destination = s.destination and not (${isOther})) as unchanged
    from staged_entry s left join code_deck_entry e on e.prefix = s.prefix`.execute(tx)
  const [compared] = rows
  return compared ?? { added: 0, renamed: 0, changed: 0, unchanged: 0 }
}

export async function applyStagedEntries(tx: Tx): Promise<void> {
  await sql`insert into code_deck_entry as e
      (prefix, country_iso2, destination, network_type, source)
    select prefix, country_iso2, destination, network_type, 'IMPORT' from staged_entry
    on conflict (prefix) do update
    set country_iso2 = excluded.country_iso2, destination = excluded.destination,
      network_type = excluded.network_type, source = 'IMPORT', version = e.version + 1
    where (e.country_iso2, e.destination, e.network_type) is distinct from
      (excluded.country_iso2, excluded.destination, excluded.network_type)`.execute(tx)
}
