// How much of the disk the database takes, and which tables take most of it.
import { sql } from 'kysely'
import type { Database } from '../database.ts'

export interface TableSize {
  readonly name: string
  readonly bytes: number
  /** By the statistics of the last vacuum; partitions together. */
  readonly rows: number
}

export interface DatabaseSize {
  readonly version: string
  readonly bytes: number
  readonly tables: TableSize[]
}

const TABLES_SHOWN = 10

const BYTES = sql<number>`pg_database_size(current_database())`

export async function readDatabaseBytes(database: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select ${BYTES} as bytes`.execute(database)
  return rows[0]?.bytes ?? 0
}

export async function readDatabaseSize(database: Database): Promise<DatabaseSize> {
  const { rows } = await sql<{ version: string; bytes: number }>`
    select current_setting('server_version') as version, ${BYTES} as bytes`.execute(database)
  const tables = await sql<TableSize>`
    select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name,
      sum(pg_total_relation_size(c.oid))::bigint as bytes,
      sum(greatest(c.reltuples, 0))::bigint as rows
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    group by 1 order by bytes desc, name limit ${TABLES_SHOWN}`.execute(database)
  const [found] = rows
  if (!found) throw new Error('A query without a table has one row')
  return { ...found, tables: tables.rows }
}
