// More calls than the benchmarks could make: copies of records and charges in the tables
// `day_record` and `day_charge`.
import type pg from 'pg'

/** A call id is its time in milliseconds, ten bits of the engine, twelve of the call. */
export const ID_OF_ENGINE = 2 ** 12
const ID_OF_MS = 2 ** 22
const FROM = { call_record: 'day_record', call_charge: 'day_charge' }

/** Records and charges of the day again, at other times and with ids of those times. */
export async function copyCalls(
  client: pg.Client,
  which: string,
  shift_ms: number,
  id_shift: number,
) {
  for (const [kind, from] of Object.entries(FROM)) {
    const { rows } = await client.query<{ name: string; type: string }>(
      `select attname as name, atttypid::regtype::text as type from pg_attribute
       where attrelid = '${kind}'::regclass and attnum > 0 and not attisdropped`,
    )
    const values = rows.map(({ name, type }) => {
      if (name === 'call_id') return `call_id + ${shift_ms * ID_OF_MS + id_shift}`
      return type.startsWith('timestamp') ? `${name} + interval '${shift_ms} ms'` : name
    })
    await client.query(
      `insert into ${kind} (${rows.map(({ name }) => name)})
       select ${values.join(', ')} from ${from} where ${which}`,
    )
  }
}
