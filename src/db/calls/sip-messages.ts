// SIP messages of traced calls, as the tracer writes them.
import { sql } from 'kysely'
import type { TracedMessage } from '#core/sip-trace/traced-calls.ts'
import { STORED_TODAY_MAX } from '#core/sip-trace/tracer-figures.ts'
import type { Database, SqlConnection } from '../database.ts'
import { type Scope, seesEverything } from '../scope.ts'
import { startOfDay } from '../settings.ts'
import { MB, readKeptSpace } from './kept-space.ts'

/** One statement; a message that is there already, under the same number, stays. */
export async function insertSipMessages(
  connection: SqlConnection,
  messages: readonly TracedMessage[],
): Promise<void> {
  const column = <Name extends keyof TracedMessage>(name: Name) =>
    messages.map((message) => message[name])
  await connection.query(
    `insert into sip_message (call_id, at, message_no, transport, from_ip, from_port, to_ip,
        to_port, sip_call_id, message, is_cut)
      select call_id, to_timestamp(at), message_no, transport, from_ip, from_port, to_ip, to_port,
        sip_call_id, message, is_cut
      from unnest($1::bigint[], $2::float8[], $3::integer[], $4::text[], $5::inet[],
          $6::integer[], $7::inet[], $8::integer[], $9::text[], $10::bytea[], $11::boolean[])
        as m (call_id, at, message_no, transport, from_ip, from_port, to_ip, to_port, sip_call_id,
          message, is_cut)
      on conflict do nothing`,
    [
      column('call_id'),
      column('at'),
      column('message_no'),
      column('transport'),
      column('from_ip'),
      column('from_port'),
      column('to_ip'),
      column('to_port'),
      column('sip_call_id'),
      messages.map(({ message }) => Buffer.from(message)),
      column('is_cut'),
    ],
  )
}

export interface TracingSettings {
  /** How much all messages take on the disk, and how much they may. */
  readonly bytes: number
  readonly bytes_max: number
  readonly homer_address: string
}

export async function readTracingSettings(connection: SqlConnection): Promise<TracingSettings> {
  const { bytes, settings } = await readKeptSpace(connection, 'sip_message')
  const { sip_message_mb, homer_address } = settings
  return { bytes, bytes_max: sip_message_mb * MB, homer_address }
}

/** Messages since midnight in the zone of the user, of all calls; up to `STORED_TODAY_MAX`. */
export async function countMessagesToday(
  database: Database,
  scope: Scope,
  timezone: string | null,
): Promise<number> {
  const { rows } = await sql<{ messages: number }>`
    select count(*) as messages from (
      select from sip_message where at >= ${startOfDay(timezone)} and ${seesEverything(scope)}
      limit ${sql.lit(STORED_TODAY_MAX)}) m`.execute(database)
  return rows[0]?.messages ?? 0
}
