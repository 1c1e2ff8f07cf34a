// Looks for damage in every table and index with PostgreSQL's own checks (amcheck), which read all
// of them (https://www.postgresql.org/docs/18/amcheck.html).
import type pg from 'pg'

/** Temporary tables are those of other sessions. */
const TABLES = `select oid, oid::regclass::text as name from pg_class
  where relkind in ('r', 't', 'm') and relpersistence <> 't' order by oid`
const INDEXES = `select c.oid, c.oid::regclass::text as name
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
  where a.amname = 'btree' and c.relkind = 'i' and i.indisvalid and i.indisready
    and c.relpersistence <> 't' order by c.oid`

interface Relation {
  readonly oid: number
  readonly name: string
}

/** Answers the number of indexes; fails with the first damage. By a superuser. */
export async function checkFiles(client: pg.Client): Promise<number> {
  await client.query('create extension if not exists amcheck')
  const { rows: tables } = await client.query<Relation>(TABLES)
  for (const { oid, name } of tables) {
    const { rows } = await client.query<{ blkno: number; msg: string }>(
      'select blkno, msg from verify_heapam($1::oid::regclass) limit 1',
      [oid],
    )
    const [damage] = rows
    if (damage) throw new Error(`Table ${name} is damaged in block ${damage.blkno}: ${damage.msg}`)
  }
  const { rows: indexes } = await client.query<Relation>(INDEXES)
  for (const { oid, name } of indexes) {
    try {
      // With every row of the table that must be in the index.
      await client.query('select bt_index_check($1::oid::regclass, true)', [oid])
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`Index ${name} is damaged: ${reason}`, { cause: error })
    }
  }
  return indexes.length
}
