import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

/**
 * By table a hash of all rows: what compares unequal was changed. Without the activity log and the
 * runs of jobs, and of sessions only their ids, because these change by themselves.
 */
export async function contentsOf(database: Database): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
      and relnamespace = 'public'::regnamespace and relname not in ('activity_log', 'job')`.execute(
    database,
  )
  const of = async (name: string) => {
    const text = name === 'user_session' ? sql`t.id::text` : sql`t::text`
    const { rows } = await sql<{ hash: string }>`select coalesce(
      md5(string_agg(${text}, '\n' order by ${text})), '') as hash
      from ${sql.table(name)} t`.execute(database)
    return [name, rows[0]?.hash ?? ''] as const
  }
  return Object.fromEntries(await Promise.all(tables.map(({ name }) => of(name))))
}
