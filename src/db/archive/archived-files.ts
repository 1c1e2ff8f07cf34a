// The files of archived calls, as the catalogue of removed partitions has them (ADR-0050).
import type { SqlConnection } from '../database.ts'

export interface ArchivedFile {
  readonly removal_id: number
  readonly file: string
}

const FILES = `select r.id as removal_id, r.export_file as file
  from partition_removal r, number_masking m
  where r.parent = 'call_record' and r.state = 'REMOVED' and r.export_file like '%.parquet'`
const OLDEST_FIRST = 'order by r.from_at, r.id'

export async function listArchivedFiles(connection: SqlConnection): Promise<ArchivedFile[]> {
  const { rows } = await connection.query<ArchivedFile>(`${FILES} ${OLDEST_FIRST}`)
  return rows
}

/** Those with days that are masked, and whole numbers perhaps. */
export async function listFilesToMask(connection: SqlConnection): Promise<ArchivedFile[]> {
  const { rows } = await connection.query<ArchivedFile>(
    `${FILES} and r.to_at <= m.masked_until and not r.are_numbers_masked ${OLDEST_FIRST}`,
  )
  return rows
}

/** A day under way is neither in the table nor in the archive. */
export async function isDayBeingRemoved(connection: SqlConnection): Promise<boolean> {
  const { rows } = await connection.query(
    `select from partition_removal where parent = 'call_record' and state = 'DETACHED' limit 1`,
  )
  return rows.length > 0
}

/** The checksum of the file that replaces the archived one. */
export async function noteArchivedSha256(
  connection: SqlConnection,
  { removal_id }: ArchivedFile,
  sha256: string,
): Promise<void> {
  await connection.query('update partition_removal set export_sha256 = $2 where id = $1', [
    removal_id,
    sha256,
  ])
}

export async function noteFileMasked(
  connection: SqlConnection,
  { removal_id }: ArchivedFile,
): Promise<void> {
  await connection.query('update partition_removal set are_numbers_masked = true where id = $1', [
    removal_id,
  ])
}
