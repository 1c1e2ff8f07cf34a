// Weeks of calls from one day of them: copies within the day, then of the day, with the sums of
// reports.
import type pg from 'pg'
import type { Database } from '#db/database.ts'
import { makePartitions } from '#db/partitions/partitions.ts'
import { moveTrafficAdditions } from '#db/traffic/traffic-sums.ts'
import { copyCalls, forgetCalls, ID_OF_ENGINE, keepCalls } from './copy-calls.ts'

const DAY_MS = 86_400_000
/** Each copy within the day begins a quarter of an hour later, as the sums of traffic are kept. */
const COPY_MS = 900_000

/** Until a day, which has the only calls, has about as many records. */
export async function copyWithinDay(
  client: pg.Client,
  first_ms: number,
  records: number,
): Promise<void> {
  const copies = Math.max(1, Math.round(records / (await countRecords(client))))
  await keepCalls(client)
  for (let copy = 1; copy < copies; copy++) {
    const shift_ms = (copy * COPY_MS) % DAY_MS
    const wrap_ms = first_ms + DAY_MS - shift_ms
    await copyCalls(client, shift_ms, copy * ID_OF_ENGINE, { to_ms: wrap_ms })
    await copyCalls(client, shift_ms - DAY_MS, copy * ID_OF_ENGINE, { from_ms: wrap_ms })
  }
  await forgetCalls(client)
}

/** The day and its sums on each of the days that follow. Indexes are made when all is there. */
export async function copyDay(client: pg.Client, days: number): Promise<void> {
  await keepCalls(client)
  await client.query('create table day_sum as select * from traffic_sum')
  const { rows: first } = await client.query<{ at: number }>(
    `select extract(epoch from min(started_at))::float * 1000 as at from call_record`,
  )
  await makePartitions(client, first[0]?.at ?? 0, days)
  await client.query(
    `select make_partition('ledger_entry', day::date)
    from generate_series((select min(at) from day_ledger_entry), now(), interval '1 day') day`,
  )
  const { rows: indexes } = await client.query<{ name: string; made_by: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made_by
    from pg_index where indrelid in ('call_record'::regclass, 'call_charge'::regclass)
      and not indisprimary`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (let day = 1; day < days; day++) {
    await copyCalls(client, day * DAY_MS, 0)
    await copySums(client, day)
  }
  for (const { made_by } of indexes) await client.query(made_by.replace(' ON ONLY ', ' ON '))
  await forgetCalls(client)
  await client.query('drop table day_sum')
  for (const table of ['call_record', 'call_charge', 'ledger_entry']) {
    await client.query(`vacuum analyze ${table}`)
  }
}

async function copySums(client: pg.Client, day: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
    where attrelid = 'traffic_sum'::regclass and attnum > 0 and not attisdropped`,
  )
  const values = rows.map(({ name }) =>
    name === 'bucket' ? `bucket + ${day} * interval '1 day'` : name,
  )
  await client.query(
    `insert into traffic_sum (${rows.map(({ name }) => name)}) select ${values} from day_sum
    where kind not like '%_DAY'`,
  )
}

export async function countRecords(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from call_record',
  )
  return rows[0]?.count ?? 0
}

export async function moveAll(database: Database): Promise<void> {
  while (await moveTrafficAdditions(database, 5000));
}
