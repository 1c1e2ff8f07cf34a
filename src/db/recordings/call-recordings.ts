// Recordings of calls as the recorder writes them and the console reads them: encrypted parts.
import { sql } from 'kysely'
import { callIdTime } from '#core/call/call-id.ts'
import { MB, readKeptSpace } from '../calls/kept-space.ts'
import type { Database, SqlConnection } from '../database.ts'
import { isOfAdmin, type Scope } from '../scope.ts'
import type { SecretKeys } from '../secrets/secret-keys.ts'

const DAY_MS = 86_400_000
/** A part in clear: one minute of both sides in G.711. */
export const PART_BYTES = 960_000

interface RecordingFacts {
  /** When it begins, in epoch milliseconds. */
  readonly at_ms: number
  readonly format: 'WAV' | 'PCAP'
  readonly duration_ms: number
}

export interface NewRecording extends RecordingFacts {
  readonly call_id: string
  readonly file: Uint8Array
}

/** So that no part can be taken for another one, or for one of another call. */
const boundTo = (call_id: string, at_ms: number, part_no: number): string =>
  `call_recording ${call_id} ${at_ms} ${part_no}`

/** Parts that are there already stay: what failed halfway can be repeated. */
export async function insertCallRecording(
  connection: SqlConnection,
  keys: SecretKeys,
  { call_id, at_ms, format, duration_ms, file }: NewRecording,
): Promise<void> {
  for (let part_no = 1; (part_no - 1) * PART_BYTES < file.length; part_no++) {
    const part = file.subarray((part_no - 1) * PART_BYTES, part_no * PART_BYTES)
    await connection.query(
      `insert into call_recording
        (call_id, at, part_no, format, duration_ms, total_bytes, content)
        values ($1, to_timestamp($2::float8 / 1000), $3, $4, $5, $6, $7) on conflict do nothing`,
      [
        ...[call_id, at_ms, part_no, format, duration_ms, file.length],
        keys.encryptBytes(part, boundTo(call_id, at_ms, part_no)),
      ],
    )
  }
}

export async function readRecordingSpace(
  connection: SqlConnection,
): Promise<{ bytes: number; bytes_max: number }> {
  const { bytes, settings } = await readKeptSpace(connection, 'call_recording')
  return { bytes, bytes_max: settings.recording_mb * MB }
}

export interface CallRecording extends RecordingFacts {
  readonly total_bytes: number
}

/** The longest one of a call whose scope is checked; a call has one, but for mishaps. */
export async function findCallRecording(
  database: Database,
  scope: Scope,
  call_id: string,
): Promise<CallRecording | undefined> {
  const { rows } = await sql<CallRecording>`
    select (extract(epoch from c.at) * 1000)::bigint as at_ms, c.format, c.duration_ms,
      c.total_bytes
    from call_recording c
    where c.call_id = ${call_id}::bigint and c.at >= ${aDayBefore(call_id)}::timestamptz
      and c.part_no = 1 and ${sql.lit(isOfAdmin(scope))}
    order by c.total_bytes desc limit 1`.execute(database)
  return rows[0]
}

/** The file in clear; undefined if its key is lost or a part was changed or is missing. */
export async function readCallRecording(
  database: Database,
  keys: SecretKeys,
  call_id: string,
  { at_ms, total_bytes }: CallRecording,
): Promise<Uint8Array | undefined> {
  const file = new Uint8Array(total_bytes)
  for (let part_no = 1; (part_no - 1) * PART_BYTES < total_bytes; part_no++) {
    const { rows } = await sql<{ content: Buffer }>`
      select c.content from call_recording c
      where c.call_id = ${call_id}::bigint and c.part_no = ${part_no}
        and c.at = to_timestamp(${at_ms}::float8 / 1000)`.execute(database)
    const [part] = rows
    const clear = part && keys.decryptBytes(part.content, boundTo(call_id, at_ms, part_no))
    if (!clear) return undefined
    file.set(clear, (part_no - 1) * PART_BYTES)
  }
  return file
}

const aDayBefore = (call_id: string): string => new Date(callIdTime(call_id) - DAY_MS).toISOString()
