import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { condenseTraffic } from './condense-traffic.ts'

let fresh: FreshDatabase

beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.close())

const NOW_MS = Date.parse('2026-06-01T12:00Z')

/** The sums of rows by their keys and by the day of the switch; and how many rows there are. */
async function sumsOf(table: string, keys: string) {
  const { rows } = await sql`
    select ${sql.raw(keys)}, date_trunc('day', bucket, 'Asia/Kolkata') as day,
      sum(answered) as answered, sum(duration_ms) as duration_ms, sum(cost) as cost
    from ${sql.table(table)} group by ${sql.raw(keys)}, day
    order by ${sql.raw(keys)}, day`.execute(fresh.database)
  const counted = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)}`.execute(fresh.database)
  return { rows, count: counted.rows[0]?.count }
}

test('sums by client, gateway and reseller keep what they add up to', async () => {
  const { database } = fresh
  await sql`insert into setting (key, value) values ('timezone', '"Asia/Kolkata"')
    on conflict (key) do update set value = excluded.value`.execute(database)
  // Two days a year ago, and two of last month, in quarters; the reports have traffic in each.
  const times = sql`(
    select at, extract(epoch from at)::bigint / 900 as nth
    from generate_series('2025-04-02T00:00Z'::timestamptz, '2025-04-03T23:45Z', '15 minutes') at
    union all select at, extract(epoch from at)::bigint / 900
    from generate_series('2026-04-02T00:00Z'::timestamptz, '2026-04-03T23:45Z', '15 minutes') at)`
  await sql`insert into traffic_sum
    select 'PARTY', at, 1, 7, 0, 0, 0, '', '', '', 0, '', '', 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0,
      0, 0, 0, 0
    from ${times} t`.execute(database)
  await sql`insert into traffic_by_client (bucket, account_id, calls, answered, duration_ms,
      billed_seconds, revenue, cost, charged, charged_net, pdd_ms_sum, pdd_count)
    select at, id, nth % 9, nth % 7, nth % 1000, 1, 2, nth % 11, 4, 5, 6, 7
    from ${times} t, generate_series(7, 9) id`.execute(database)
  // The second gateway gets another settlement account within an hour of Kolkata.
  await sql`insert into traffic_by_gateway (bucket, gateway_id, settlement_id, attempts, answered,
      short_calls, duration_ms, billed_seconds, cost, charged, pdd_ms_sum, pdd_count)
    select at, id, case when id = 2 and at >= '2026-04-02T10:45Z' then 30 else 20 end, nth % 9,
      nth % 7, 1, nth % 1000, 1, nth % 11, 4, 5, 6
    from ${times} t, generate_series(1, 2) id`.execute(database)
  await sql`insert into traffic_by_reseller (bucket, account_id, calls, answered, duration_ms,
      billed_seconds, revenue, cost)
    select at, 5, nth % 9, nth % 7, nth % 1000, 1, 2, nth % 11 from ${times} t`.execute(database)
  const all = () =>
    Promise.all([
      sumsOf('traffic_by_client', 'account_id'),
      sumsOf('traffic_by_gateway', 'gateway_id, settlement_id'),
      sumsOf('traffic_by_reseller', 'account_id'),
    ])
  const before = await all()

  for (const later_ms of [0, 20_000, 40_000]) {
    while (await condenseTraffic(database, NOW_MS + later_ms));
  }
  const after = await all()
  expect(after.map(({ rows }) => rows)).toEqual(before.map(({ rows }) => rows))
  expect(before.map(({ count }) => count)).toEqual([1152, 768, 384])
  // Each key has the three days of Kolkata that the first two touch, and 49 hours, which begin at
  // half past. The three quarters of the other settlement account stay.
  expect(after.map(({ count }) => count)).toEqual([3 * 52, 2 * 52 + 3, 52])
})
