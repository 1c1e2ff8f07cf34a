// Backups and restore tests as the supervisor notes them, for the console and for alarms. What is
// in the store counts: after a restore these rows are those of an earlier time.
import { sql } from 'kysely'
import type { Database, SqlConnection } from '../database.ts'

export type StoreKind = 'OFF' | 'OWN' | 'EXTERNAL'

export interface BackupStoreRow {
  readonly kind: StoreKind
  readonly address: string
  readonly log_stored_until: string | null
  readonly has_sealed_key: boolean
}

export interface BaseBackupRow {
  readonly name: string
  readonly started_at: string
  readonly ended_at: string
  readonly bytes: number
}

export interface RestoreTestRow {
  readonly id: number
  readonly backup_name: string
  readonly started_at: string
  readonly step: string
  readonly ended_at: string | null
  readonly error: string
  readonly restore_ms: number | null
  readonly check_ms: number | null
  readonly restored_until: string | null
  readonly indexes: number | null
  readonly rules: number | null
}

const TESTS_KEPT = 100
const TESTS_SHOWN = 14
const ERROR_LENGTH = 500

/** When the supervisor starts. A new key is offered to a user until it is kept elsewhere. */
export async function noteBackupStore(
  connection: SqlConnection,
  store: {
    readonly kind: StoreKind
    readonly address: string
    readonly key?: { readonly recipient: string; readonly sealed: string } | undefined
  },
): Promise<void> {
  const { kind, address, key } = store
  await connection.query(
    `insert into backup_store as b (kind, address, key_recipient, sealed_key)
      values ($1, $2, coalesce($3, ''), $4)
    on conflict (is_only) do update set kind = $1, address = $2,
      since = case when b.kind = $1 and b.address = $2 then b.since else now() end,
      log_stored_until = case when b.address = $2 then b.log_stored_until end,
      -- A key that a user has stored does not come back; until then the newest secret seals it.
      sealed_key = case when b.sealed_key is null and $3 = b.key_recipient then null else $4 end,
      key_recipient = coalesce($3, b.key_recipient)`,
    [kind, address, key?.recipient ?? null, key?.sealed ?? null],
  )
  await connection.query(
    `update restore_test set ended_at = now(), error = 'The supervisor ended during the test.'
      where ended_at is null`,
  )
}

/** All that are kept; others are forgotten. */
export async function noteBaseBackups(
  connection: SqlConnection,
  backups: readonly BaseBackupRow[],
): Promise<void> {
  const rows = JSON.stringify(backups)
  await connection.query(
    `with kept as (
      select * from json_to_recordset($1)
        as b (name text, started_at timestamptz, ended_at timestamptz, bytes bigint)),
    removed as (delete from base_backup where name not in (select name from kept))
    insert into base_backup (name, started_at, ended_at, bytes)
      select name, started_at, ended_at, bytes from kept on conflict do nothing`,
    [rows],
  )
}

export async function noteLogStored(connection: SqlConnection, until: Date): Promise<void> {
  await connection.query('update backup_store set log_stored_until = $1', [until])
}

export async function beginRestoreTest(
  connection: SqlConnection,
  backup_name: string,
): Promise<number> {
  const { rows } = await connection.query(
    'insert into restore_test (backup_name) values ($1) returning id',
    [backup_name],
  )
  const { id } = rows[0] as { id: number }
  await connection.query('delete from restore_test where id <= $1', [id - TESTS_KEPT])
  return id
}

export async function noteRestoreStep(
  connection: SqlConnection,
  id: number,
  step: string,
): Promise<void> {
  await connection.query('update restore_test set step = $2 where id = $1', [id, step])
}

export interface RestoreTestResult {
  readonly restore_ms: number
  readonly check_ms: number
  readonly restored_until: Date | undefined
  readonly indexes: number
  readonly rules: number
}

export async function endRestoreTest(
  connection: SqlConnection,
  id: number,
  result: RestoreTestResult | { readonly error: string },
): Promise<void> {
  const of = 'error' in result ? undefined : result
  await connection.query(
    `update restore_test set ended_at = now(), step = '', error = $2, restore_ms = $3,
      check_ms = $4, restored_until = $5, indexes = $6, rules = $7
    where id = $1`,
    [
      id,
      'error' in result ? result.error.slice(0, ERROR_LENGTH) : '',
      ...[of?.restore_ms ?? null, of?.check_ms ?? null, of?.restored_until ?? null],
      ...[of?.indexes ?? null, of?.rules ?? null],
    ],
  )
}

/** By which it is decided what is due. */
export async function readBackupTimes(database: Database): Promise<{
  readonly last_started_at: string | null
  readonly backup_name: string | null
  readonly tested_name: string | null
}> {
  const { rows } = await sql<{
    last_started_at: string | null
    backup_name: string | null
    tested_name: string | null
  }>`
    select b.started_at as last_started_at, b.name as backup_name,
      (select backup_name from restore_test where ended_at is not null and error = ''
        order by ended_at desc limit 1) as tested_name
    from (select) one
      left join (select name, started_at from base_backup order by name desc limit 1) b on true
  `.execute(database)
  const [row] = rows
  if (!row) throw new Error('A select without a table has one row')
  return row
}

/** Undefined before the first start with this version. */
export async function findBackupStore(database: Database): Promise<BackupStoreRow | undefined> {
  return database
    .selectFrom('backup_store')
    .select(['kind', 'address', 'log_stored_until'])
    .select(sql<boolean>`sealed_key is not null`.as('has_sealed_key'))
    .executeTakeFirst()
}

/** The newest first. */
export async function listBaseBackups(database: Database): Promise<BaseBackupRow[]> {
  return database
    .selectFrom('base_backup')
    .select(['name', 'started_at', 'ended_at', 'bytes'])
    .orderBy('name', 'desc')
    .execute()
}

/** The newest first. */
export async function listRestoreTests(database: Database): Promise<RestoreTestRow[]> {
  return database
    .selectFrom('restore_test')
    .select(['id', 'backup_name', 'started_at', 'step', 'ended_at', 'error'])
    .select(['restore_ms', 'check_ms', 'restored_until', 'indexes', 'rules'])
    .orderBy('id', 'desc')
    .limit(TESTS_SHOWN)
    .execute()
}

/** Encrypted; undefined if a user has said that it is kept elsewhere. */
export async function findSealedKey(database: Database): Promise<string | undefined> {
  const row = await database.selectFrom('backup_store').select('sealed_key').executeTakeFirst()
  return row?.sealed_key ?? undefined
}

/** Answers whether there was one. */
export async function forgetSealedKey(database: Database): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('backup_store')
    .set({ sealed_key: null })
    .where('sealed_key', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
