// Applies one migration and measures it: how long it took, which tables it locked, and which it
// wrote again as a whole.
import type pg from 'pg'
import { applyMigration, type Migration } from '#db/migrate.ts'

export interface MeasuredMigration {
  readonly name: string
  readonly took_ms: number
  /** Tables that cannot be read or written meanwhile. */
  readonly unreadable: readonly string[]
  /** Tables that cannot be written meanwhile. */
  readonly unwritable: readonly string[]
  readonly rewritten: readonly { readonly name: string; readonly bytes: number }[]
}

interface Relation {
  readonly oid: number
  readonly file: number
}

/** Partitions count as the table that they belong to. */
const TABLE = 'coalesce(pg_partition_root(c.oid), c.oid)::regclass::text'

const RELATIONS = `select c.oid, c.relfilenode::bigint as file from pg_class c
  where c.relkind in ('r', 'p', 'm') and c.relnamespace = 'public'::regnamespace`

/** Those that exist already: what a migration makes is used by no process yet. */
const LOCKS = `select ${TABLE} as name, bool_or(l.mode = 'AccessExclusiveLock') as is_unreadable
  from pg_locks l join pg_class c on c.oid = l.relation
  where l.pid = pg_backend_pid() and c.oid = any ($1::bigint[]) and l.mode in
    ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
  group by 1 order by 1`

const REWRITTEN = `select ${TABLE} as name, sum(pg_relation_size(c.oid))::bigint as bytes
  from pg_class c join unnest($1::bigint[], $2::bigint[]) b (oid, file) on b.oid = c.oid
  where c.relfilenode::bigint <> b.file and pg_relation_size(c.oid) > 0
  group by 1 order by 1`

export async function measureMigration(
  client: pg.Client,
  migration: Migration,
  monotonic_ms: () => number,
): Promise<MeasuredMigration> {
  const { rows: before } = await client.query<Relation>(RELATIONS)
  const oids = before.map(({ oid }) => oid)
  let locks: { name: string; is_unreadable: boolean }[] = []
  let rewritten: { name: string; bytes: number }[] = []
  const begun_ms = monotonic_ms()
  await applyMigration(client, migration, async () => {
    locks = (await client.query(LOCKS, [oids])).rows
    rewritten = (await client.query(REWRITTEN, [oids, before.map(({ file }) => file)])).rows
  })
  const namesOf = (is_unreadable: boolean) =>
    locks.filter((lock) => lock.is_unreadable === is_unreadable).map(({ name }) => name)
  return {
    ...{ name: migration.name, took_ms: Math.round(monotonic_ms() - begun_ms), rewritten },
    ...{ unreadable: namesOf(true), unwritable: namesOf(false) },
  }
}

const MB = 1_000_000

/** For the terminal, such as `0101-a.sql: 0.04 s, call_record locked`. */
export function describeMigration(measured: MeasuredMigration): string {
  const { name, took_ms, unreadable, unwritable, rewritten } = measured
  const effects = [
    ...unreadable.map((table) => `${table} locked`),
    ...unwritable.map((table) => `${table} locked for writing`),
    ...rewritten.map(
      ({ name: table, bytes }) => `${table} rewritten (${Math.ceil(bytes / MB)} MB)`,
    ),
  ]
  const seconds = `${(took_ms / 1000).toFixed(2)} s`
  return `${name}: ${[seconds, ...(effects.length > 0 ? effects : ['no table locked'])].join(', ')}`
}
