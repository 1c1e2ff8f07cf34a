// Up to which position all records can be read. Engines take positions in one order and commit in
// another one, so that a reader that followed the positions alone would pass what commits later.
import type { SqlConnection } from '../database.ts'

/** A position is safe when all transactions are over that began before it was seen. */
const SETTLE = `
  update record_feed set safe_position = seen_position
  where safe_position < seen_position
    and seen_xid < pg_snapshot_xmin(pg_current_snapshot())`

/** The last position that a record has taken. */
export const LAST_POSITION = `(select case when is_called then last_value else 0 end
  from call_record_position)`

// A transaction of its own, whose id comes after those of all that have taken a position so far.
// The one before is kept until it has settled. One from after now is that of another cluster: the
// database was restored from a dump.
const SEE = `
  update record_feed set seen_position = $1, seen_xid = pg_current_xact_id()
  where safe_position >= seen_position
    or seen_xid >= pg_snapshot_xmax(pg_current_snapshot())`

/**
 * Marks the last position, unless the mark before has not settled yet. The connection is no
 * transaction: each statement must see what is over by then.
 */
export async function markPosition(connection: SqlConnection): Promise<void> {
  await connection.query(SETTLE)
  const { rows } = await connection.query<{ position: number }>(
    `select ${LAST_POSITION} as position`,
  )
  await connection.query(SEE, [rows[0]?.position ?? 0])
}

/** The safe position, and whether it is the one that was marked. */
export async function readSafePosition(
  connection: SqlConnection,
): Promise<{ safe_position: number; is_settled: boolean }> {
  await connection.query(SETTLE)
  const { rows } = await connection.query<{ safe_position: number; is_settled: boolean }>(
    'select safe_position, safe_position >= seen_position as is_settled from record_feed',
  )
  return rows[0] ?? { safe_position: 0, is_settled: true }
}
