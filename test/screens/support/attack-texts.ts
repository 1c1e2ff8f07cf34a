// Every free text of a database becomes an attack: a stored text of one user must never run in the
// browser of another.
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

/** The script that runs sets `window.ran`. */
const ATTACK = '"><img src=x onerror="window.ran=1">'
/** Words of it that a page shows as text. */
export const SHOWN_ATTACK = 'onerror="window.ran=1"'

/** Columns of texts that users type, whatever their table. */
// biome-ignore format: names in a row
const FREE_TEXTS = [
  'address', 'bank_details', 'comment', 'company', 'company_address', 'description', 'destination',
  'display_name', 'document_footer', 'entity_name', 'file_name', 'full_name', 'name',
  'name_for_resellers', 'note', 'notes', 'phone', 'private_note', 'section', 'sentence',
  'subject_name', 'tariff_name', 'tax_number', 'text', 'title',
]
/** Tables whose name is a key. */
const KEYED = ['base_backup', 'job', 'migration', 'partition_removal', 'process_state']

/** Answers the columns, `table.column`, that it could fill. */
export async function attackTexts(database: Database): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column
    from information_schema.columns join information_schema.tables
      using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'text'
      and column_name in (${sql.join(FREE_TEXTS)}) and table_name not in (${sql.join(KEYED)})
  `.execute(database)
  const filled: string[] = []
  for (const { table, column } of rows) {
    const [place, text] = [sql.table(table), sql.ref(column)]
    // Names are taken once, and lists keep their order.
    const update = sql`update ${place} set ${text} = ${ATTACK}::text || ${text}
      where ${text} is not null`
    const changed = await update.execute(database).catch(() => undefined)
    if (changed?.numAffectedRows) filled.push(`${table}.${column}`)
  }
  return filled
}
