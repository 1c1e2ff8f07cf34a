// More calls than the benchmarks could make: copies of the records, charges and entries of calls in
// the tables `day_call_record`, `day_call_charge` and `day_ledger_entry`.
import type pg from 'pg'
import { makeCallId } from '#core/call/call-id.ts'

/** A call id is its time in milliseconds, ten bits of the engine, twelve of the call. */
export const ID_OF_ENGINE = 2 ** 12
const ID_OF_MS = 2 ** 22
const TABLES = ['call_record', 'call_charge', 'ledger_entry']

/** Keeps the present calls as the ones that are copied from then on. */
export async function keepCalls(client: pg.Client): Promise<void> {
  for (const table of TABLES) {
    const which = table === 'ledger_entry' ? 'where call_id is not null' : ''
    await client.query(`create table day_${table} as select * from ${table} ${which}`)
  }
}

export async function forgetCalls(client: pg.Client): Promise<void> {
  for (const table of TABLES) await client.query(`drop table day_${table}`)
}

/**
 * Records, charges and entries again, at other times and with ids of those times: all, or those of
 * the calls that began in a time.
 */
export async function copyCalls(
  client: pg.Client,
  shift_ms: number,
  id_shift: number,
  { from_ms, to_ms }: { readonly from_ms?: number; readonly to_ms?: number } = {},
) {
  const within = [
    ...(from_ms === undefined ? [] : [`call_id >= ${makeCallId(from_ms, 0, 0)}`]),
    ...(to_ms === undefined ? [] : [`call_id < ${makeCallId(to_ms, 0, 0)}`]),
  ]
  const id_shifted = BigInt(shift_ms) * BigInt(ID_OF_MS) + BigInt(id_shift)
  for (const table of TABLES) {
    const { rows } = await client.query<{ name: string; type: string }>(
      `select attname as name, atttypid::regtype::text as type from pg_attribute
       where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped
         and attidentity = ''`,
    )
    const values = rows.map(({ name, type }) => {
      if (name === 'call_id') return `call_id + ${id_shifted}`
      return type.startsWith('timestamp') ? `${name} + interval '${shift_ms} ms'` : name
    })
    await client.query(
      `insert into ${table} (${rows.map(({ name }) => name)})
       select ${values.join(', ')} from day_${table}
       ${within.length > 0 ? `where ${within.join(' and ')}` : ''}`,
    )
  }
}
