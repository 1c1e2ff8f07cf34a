// How much of the disk the partitions of a table take, whose space the settings bound.
import type { SqlConnection } from '../database.ts'
import { DEFAULT_SETTINGS, type GeneralSettings } from '../settings.ts'

export const MB = 1_000_000

/** With the settings, which say how much they may take. */
export async function readKeptSpace(
  connection: SqlConnection,
  table: 'sip_message' | 'call_recording',
): Promise<{ readonly bytes: number; readonly settings: GeneralSettings }> {
  const { rows } = await connection.query<{ bytes: number; settings: Partial<GeneralSettings> }>(
    `select coalesce(sum(pg_total_relation_size(inhrelid)), 0)::bigint as bytes,
      coalesce((select value from setting where key = 'general'), '{}') as settings
      from pg_inherits where inhparent = $1::regclass`,
    [table],
  )
  const { bytes = 0, settings = {} } = rows[0] ?? {}
  return { bytes, settings: { ...DEFAULT_SETTINGS, ...settings } }
}
