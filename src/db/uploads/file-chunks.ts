// Uploaded files in pieces, as the tables of their owners keep them.
import { sql } from 'kysely'
import type { Database, SqlConnection, Tx } from '../database.ts'
import { UPLOAD_LOCK } from '../locks.ts'

/** The purpose that a file was uploaded for. */
export type FileOwner = 'rate_import' | 'reconciliation'

export interface StoredFile {
  readonly owner: FileOwner
  readonly id: number
}

const TABLES = {
  rate_import: { table: 'rate_import_chunk', id: 'import_id' },
  reconciliation: { table: 'reconciliation_chunk', id: 'reconciliation_id' },
} as const satisfies Record<FileOwner, object>

/** Until the transaction ends, no other upload begins: what is kept or arriving is counted once. */
export async function lockUploads(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${UPLOAD_LOCK})`.execute(tx)
}

export async function insertChunk(
  database: Database,
  owner: FileOwner,
  id: number,
  position: number,
  bytes: Uint8Array,
): Promise<void> {
  const { table, id: column } = TABLES[owner]
  await sql`insert into ${sql.table(table)} (${sql.ref(column)}, position, bytes)
    values (${id}, ${position}, ${Buffer.from(bytes)})`.execute(database)
}

/** The file again, piece by piece. */
export async function* readChunks(
  connection: SqlConnection,
  owner: FileOwner,
  id: number,
): AsyncGenerator<Uint8Array> {
  const { table, id: column } = TABLES[owner]
  for (let position = 0; ; position++) {
    const { rows } = await connection.query<{ bytes: Buffer }>(
      `select bytes from ${table} where ${column} = $1 and position = $2`,
      [id, position],
    )
    const chunk = rows[0]
    if (!chunk) return
    yield chunk.bytes
  }
}
