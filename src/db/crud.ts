// The operations that all tables of the configuration have in common: rows are inserted, updated by
// version, deleted, and locked while another row comes to refer to them.

import {
  type InsertObject,
  type RawBuilder,
  type Selectable,
  sql,
  type Transaction,
  type UpdateObject,
} from 'kysely'
import type { Tx } from './database.ts'
import { inScope, type Scope } from './scope.ts'
import type { Tables } from './tables.ts'

/** Tables whose deleted rows stay, because calls and payments name them: who owns a row. */
const OWNERS = {
  account: 'id',
  failover_policy: 'owner_id',
  gateway: 'settlement_id',
  gateway_group: 'owner_id',
  number_list: 'owner_id',
  package: 'owner_id',
  route_plan: 'owner_id',
  tariff: 'owner_id',
  time_window: 'owner_id',
  translation: 'owner_id',
  tunnel: 'owner_id',
} as const satisfies { readonly [T in keyof Tables]?: string }
export type Kept = keyof typeof OWNERS

/** Tables whose rows are gone when they are deleted. */
type Removed =
  | 'alarm_rule'
  | 'client_ip'
  | 'code_deck_entry'
  | 'firewall_zone'
  | 'notification_rule'
  | 'notification_webhook'
  | 'number_list_item'
  | 'record_consumer'
  | 'sip_user'
  | 'tariff_rate'
  | 'trace_rule'
  | 'recording_rule'

/** Kysely has no type for a table that is one of several; the signatures below have. */
interface AnyTable {
  readonly row: { id: number; version: number; deleted_at: string | null }
}
const anyTable = (tx: Tx) => tx as unknown as Transaction<AnyTable>

/** Answers the id of the new row. */
export async function insertRow<T extends Kept | Removed>(
  tx: Tx,
  table: T,
  values: InsertObject<Tables, T>,
): Promise<number> {
  const { id } = await anyTable(tx)
    .insertInto(table as 'row')
    .values(values as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False if the row was changed or deleted since `version` was read. */
export async function updateVersion<T extends Kept | Removed>(
  tx: Tx,
  table: T,
  id: number,
  version: number,
  values: UpdateObject<Tables, T>,
): Promise<boolean> {
  let update = anyTable(tx)
    .updateTable(table as 'row')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
  if (table in OWNERS) update = update.where('deleted_at', 'is', null)
  const { numUpdatedRows } = await update.executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The row stays as a name for what refers to it. */
export async function markDeleted(tx: Tx, table: Kept, id: number, at: string): Promise<void> {
  await anyTable(tx)
    .updateTable(table as 'row')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .execute()
}

export async function removeRow(tx: Tx, table: Removed, id: number): Promise<void> {
  await anyTable(tx)
    .deleteFrom(table as 'row')
    .where('id', '=', id)
    .execute()
}

/** A condition: the row is not deleted, and the scope sees its owner. */
export const isKept = (table: Kept, scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`deleted_at is null and ${inScope(scope, OWNERS[table])}`

/**
 * The row, if it exists in the scope. It is locked against changes until the transaction ends; with
 * `update`, against other locks too.
 */
export async function lockRow<T extends Kept>(
  tx: Tx,
  scope: Scope,
  table: T,
  id: number,
  strength: 'share' | 'update' = 'share',
): Promise<Selectable<Tables[T]> | undefined> {
  const { rows } = await sql<Selectable<Tables[T]>>`select * from ${sql.table(table)}
    where id = ${id} and ${isKept(table, scope)} for ${sql.raw(strength)}`.execute(tx)
  return rows[0]
}

/** Which of these rows exist; they are locked against changes until the transaction ends. */
export async function lockRows(
  tx: Tx,
  scope: Scope,
  table: Kept,
  ids: readonly number[],
  condition: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}
    where id = any (${[...ids]}::bigint[]) and ${isKept(table, scope)} and ${condition}
    order by id for share`.execute(tx)
  return new Set(rows.map((row) => row.id))
}
