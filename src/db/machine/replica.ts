// Positions in the log of PostgreSQL: those that the primary has written, and how far a replica of
// it has replayed them.
import type { SqlConnection } from '../database.ts'

/** A place in the log, in bytes. */
export type LogPosition = bigint

export interface PrimaryPosition {
  /** The identity of the database files, which a replica shares with its primary. */
  readonly server: string
  /** All that a replica can have at this moment. */
  readonly position: LogPosition
  /** The clock of the primary, by which it also stamps its commits. */
  readonly now_ms: number
}

export interface ReplicaPosition {
  readonly server: string
  /** False for a server that writes by itself. */
  readonly is_replica: boolean
  readonly position: LogPosition
  /** When the primary made the last commit that is replayed; null before the first. */
  readonly commit_ms: number | null
}

async function readRow<Row extends object>(connection: SqlConnection, text: string): Promise<Row> {
  const [row] = (await connection.query<Row>(text)).rows
  if (!row) throw new Error('The database does not give its position')
  return row
}

export const readPrimaryPosition = (connection: SqlConnection): Promise<PrimaryPosition> =>
  readRow(
    connection,
    `select (select system_identifier from pg_control_system())::text as server,
      pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0') as position,
      floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms`,
  )

export const readReplicaPosition = (connection: SqlConnection): Promise<ReplicaPosition> =>
  readRow(
    connection,
    `select (select system_identifier from pg_control_system())::text as server,
      pg_is_in_recovery() as is_replica,
      coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0) as position,
      floor(extract(epoch from pg_last_xact_replay_timestamp()) * 1000)::bigint as commit_ms`,
  )

/**
 * Behind everything that is committed now. It is the end of what is inserted, because a commit
 * without a wait for the disk is not written yet.
 */
export async function readWrittenPosition(connection: SqlConnection): Promise<LogPosition> {
  const { position } = await readRow<{ position: LogPosition }>(
    connection,
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as position`,
  )
  return position
}
