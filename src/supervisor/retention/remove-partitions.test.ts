// The removal of partitions, on the books of a small carrier with calls.
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatMoney, type Sum } from '#core/money.ts'
import { findPartitionsToRemove, requestRemoval } from '#db/partitions/partition-list.ts'
import { sumLedgerDays } from '#db/payments/ledger-days.ts'
import { EVERYTHING } from '#db/scope.ts'
import { writeSetting } from '#db/settings.ts'
import { daysOfRecords, rebuildTrafficOfDay } from '#db/traffic/rebuild-traffic.ts'
import { TRAFFIC_RULES } from '#db/traffic/traffic-rules.ts'
import { findBreaches, INVARIANTS } from '#db/verify/invariants.ts'
import { loadUpgradedRelease } from '#test/releases/release.ts'
import { recordAt, writeCalls } from '#test/support/calls.ts'
import { databaseForFile, emptyDatabase } from '#test/support/database.ts'
import { checkExportedFile } from './export-partition.ts'
import { removePartitions } from './remove-partitions.ts'
import { runRetention } from './retention.ts'

const DAY_MS = 86_400_000
const LONG_AGO = Date.parse('2026-03-10T12:00:00Z')

const fresh = databaseForFile(emptyDatabase)
let client: pg.Client
let folder: string

beforeAll(async () => {
  client = await fresh.connect()
  folder = await mkdtemp(join(tmpdir(), 'exports-'))
  await loadUpgradedRelease(fresh.url, client)
  for (const day of await daysOfRecords(client)) await rebuildTrafficOfDay(client, day)
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const rows = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows
const count = async (sql: string) => (await rows(`select count(*) from ${sql}`))[0]?.count
const breaches = () => findBreaches(client, [...INVARIANTS, ...TRAFFIC_RULES])
const books = () =>
  rows(`select (select json_agg(b order by account_id) from account_balance b) as balances,
    (select json_agg(l order by id) from ledger_entry l) as ledger,
    (select json_agg(t order by t::text) from traffic_addition t) as additions,
    (select json_agg(t order by t::text) from traffic_sum t) as sums,
    (select json_agg(s order by id) from package_subscription s) as subscriptions`)

async function request(names: readonly string[], wants_export: boolean): Promise<void> {
  const found = await findPartitionsToRemove(fresh.database, EVERYTHING, names)
  await fresh.database
    .transaction()
    .execute((tx) =>
      requestRemoval(tx, found, { wants_export, is_forced: false, requested_by: null }),
    )
}

/** When the day is over. */
const after = (day: string) => Date.parse(day.replace(/(....)(..)(..)/, '$1-$2-$3')) + DAY_MS

/** The day with most calls, as its partitions end. */
async function busiestDay(): Promise<string> {
  const [busiest] = await rows(`select to_char(started_at, 'YYYYMMDD') as day from call_record
    group by 1 order by count(*) desc limit 1`)
  return String(busiest?.day)
}

test('a removed day is exported, and changes no balance, ledger or report', async () => {
  expect(await breaches()).toEqual([])
  const day = await busiestDay()
  const names = ['call_record', 'call_charge', 'routing_log'].map((table) => `${table}_${day}`)
  const charges = await rows(`select currency, sum(amount) as amount from call_charge_${day}
    group by 1 having sum(amount) <> 0 order by 1`)
  const records = await count(`call_record_${day}`)
  expect(records).toBeGreaterThan(0)
  const before = await books()

  await request(names, true)
  await removePartitions(client, {
    url: fresh.url,
    folder,
    archive_folder: folder,
    now_ms: after(day),
  })

  expect(await rows(`select distinct state, error from partition_removal`)).toEqual([
    { state: 'REMOVED', error: '' },
  ])
  for (const name of names) {
    expect(await rows(`select to_regclass('${name}') as found`)).toEqual([{ found: null }])
  }
  expect(await books()).toEqual(before)
  expect(await breaches()).toEqual([])

  const files = (await readdir(folder)).sort()
  expect(files).toHaveLength(6)
  const manifestOf = async (table: string) => {
    const name = files.find((file) => file.startsWith(table) && file.endsWith('.json')) ?? ''
    return JSON.parse(await readFile(join(folder, name), 'utf8'))
  }
  const manifest = await manifestOf('call_record')
  const packed = await readFile(join(folder, manifest.file))
  expect(manifest.sha256).toBe(createHash('sha256').update(packed).digest('hex'))
  expect(manifest.rows).toBe(records)
  const log = await manifestOf('routing_log')
  const packedLog = await readFile(join(folder, log.file))
  const csv = gunzipSync(packedLog)
  const measured = {
    sha256: createHash('sha256').update(csv).digest('hex'),
    bytes: csv.length,
  }
  const copy = join(folder, 'copy')
  await writeFile(copy, packedLog)
  await checkExportedFile(copy, measured)
  await writeFile(copy, gzipSync(csv.subarray(1)))
  await expect(checkExportedFile(copy, measured)).rejects.toThrow('reads back')
  await writeFile(copy, packedLog.subarray(0, -9))
  await expect(checkExportedFile(copy, measured)).rejects.toThrow('unexpected end')
  await rm(copy)
  const lines = csv.toString().trimEnd().split('\n')
  expect(lines[0]).toContain('started_at,call_id,steps')
  expect(lines).toHaveLength(Number(log.rows) + 1)
  const { sums } = await manifestOf('call_charge')
  const amounts = sums.filter(({ column }: { column: string }) => column === 'amount')
  expect(amounts).toEqual(
    charges.map(({ currency, amount }) => ({
      column: 'amount',
      currency,
      sum: formatMoney(amount as Sum),
    })),
  )
})

test('a day with an answered call that nobody was charged for is kept, and says why', async () => {
  await writeCalls(fresh.url, {
    records: [recordAt(LONG_AGO, { status: 'ANSWERED', answered_at: LONG_AGO / 1000 })],
  })
  await request(['call_record_20260310'], false)
  await removePartitions(client, {
    url: fresh.url,
    folder,
    archive_folder: folder,
    now_ms: LONG_AGO + DAY_MS,
  })
  expect(
    await rows(`select state, error from partition_removal where name like '%_20260310'`),
  ).toEqual([{ state: 'REFUSED', error: 'An answered call in it has no charge of its client.' }])
  expect(await count('call_record_20260310')).toBe(1)
  await client.query('drop table call_record_20260310')
  await client.query(`delete from traffic_addition where bucket < '2026-03-11'`)
})

test('a removed month of the ledger leaves balances, days and the chain as they are', async () => {
  const month = await rows(`select date_trunc('month', max(at), 'UTC') as from_at,
      date_trunc('month', max(at), 'UTC') + interval '1 month' as to_at,
      to_char(max(at) at time zone 'UTC', 'YYYYMM') as name
    from ledger_entry`)
  const [{ to_at, name }] = month as [{ to_at: string; name: string }]
  const ledger = `ledger_entry_${name}`
  const now_ms = Date.parse(to_at)
  const remove = async (names: readonly string[]) => {
    await request(names, false)
    await removePartitions(client, { url: fresh.url, folder, archive_folder: folder, now_ms })
    return (await rows(`select state, error from partition_removal where name = '${ledger}'`))[0]
  }
  expect(await remove([ledger])).toEqual({
    state: 'REFUSED',
    error: 'Remove the charges of its calls first, or with it.',
  })
  const of = await rows(`select c.relname as name from pg_inherits i
      join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relname in ('call_record', 'call_charge', 'ledger_entry')
      and right(c.relname, -length(p.relname) - 1) < to_char('${to_at}'::date, 'YYYYMMDD')`)
  const names = of.map((one) => String(one.name))
  expect(await remove(names)).toEqual({
    state: 'REFUSED',
    error: 'Its entries are not summed by days yet: the engine does this.',
  })

  while (await sumLedgerDays(fresh.database, Date.now() + 3_600_000));
  for (let hour = 2; await sumLedgerDays(fresh.database, Date.now() + hour * 3_600_000); hour++);
  const state = async () => [
    await rows('select * from account_balance order by account_id'),
    await rows('select * from ledger_day order by account_id, day'),
  ]
  const before = await state()
  const entries = await count(ledger)
  expect(entries).toBeGreaterThan(0)
  expect(await remove([ledger])).toEqual({ state: 'REMOVED', error: '' })
  expect(await rows(`select row_count from partition_removal where name = '${ledger}'`)).toEqual([
    { row_count: entries },
  ])
  expect(await state()).toEqual(before)
  expect(await breaches()).toEqual([])

  const book = (amount: number) =>
    client.query(
      `with b as (update account_balance set balance = balance + $2
         where account_id = (select min(account_id) from removed_ledger_sum) returning *)
       insert into ledger_entry (at, account_id, counter_account_id, kind, amount, balance_after,
         payment_id)
       select $1, account_id, 1, 'PAYMENT', $2, balance, (select min(id) from payment) from b`,
      [to_at, amount],
    )
  await client.query('begin')
  await book(5)
  expect((await breaches()).map(({ id }) => id)).toEqual(['I24'])
  await client.query('update removed_ledger_sum set amount = amount + 1')
  expect((await breaches()).map(({ id }) => id)).toEqual(['I1', 'I17', 'I24'])
  await client.query('rollback')
})

test('the retention removes what is old, and the chain of activities still holds', async () => {
  await client.query(`select make_partition('activity_log', '2024-01-15')`)
  await client.query(`select make_partition('auth_failure', '2024-01-15')`)
  for (const at of ['2024-01-15', 'now', '2024-01-16', 'now']) {
    await client.query(
      `insert into activity_log (at, username, action, entity)
        values ($1, 'a', 'UPDATE', 'tariff')`,
      [at],
    )
  }
  expect(await breaches()).toEqual([])
  const old = await count(`activity_log where at < '2025-01-01'`)
  await writeSetting(fresh.database, 'general', { retention_exports: true })
  await runRetention(fresh.database, folder, Date.now())
  await removePartitions(client, {
    url: fresh.url,
    folder,
    archive_folder: folder,
    now_ms: Date.now(),
  })
  expect([old, await count(`activity_log where at < '2025-01-01'`)]).toEqual([2, 0])
  expect(
    await rows(`select name, row_count, state, wants_export from partition_removal
    where name like '%_202401%' order by name`),
  ).toEqual([
    { name: 'activity_log_202401', row_count: 2, state: 'REMOVED', wants_export: true },
    { name: 'auth_failure_20240115', row_count: 0, state: 'REMOVED', wants_export: false },
  ])
  const kept = (await readdir(folder)).filter((name) => name.includes('_202401'))
  expect(kept.map((name) => name.replace(/-\d+/, '')).sort()).toEqual([
    'activity_log_202401.csv.gz',
    'activity_log_202401.json',
  ])
  const [done] = await rows(`select removed_count, error from retention_run
    where kind = 'activity_log'`)
  expect(done).toEqual({ removed_count: 1, error: '' })
  expect(await breaches()).toEqual([])
  await client.query(`delete from partition_removal where name = 'activity_log_202401'`)
  expect((await breaches()).map(({ id }) => id)).toEqual(['A1'])
})

test('a step of the retention that fails keeps none from those after it, and is kept', async () => {
  await client.query('delete from retention_run')
  await client.query('alter table captcha_used rename to captcha_away')
  const now_ms = Date.now()
  const run = () => runRetention(fresh.database, folder, now_ms)
  await expect(run()).rejects.toThrow('captcha: relation "captcha_used" does not exist')
  const ran = await rows(`select kind, error <> '' as failed from retention_run
    where kind in ('captcha', 'export') order by kind`)
  expect(ran).toEqual([
    { kind: 'captcha', failed: true },
    { kind: 'export', failed: false },
  ])
  await client.query('alter table captcha_away rename to captcha_used')
  await client.query('delete from retention_run')
  await run()
  expect(await rows(`select kind from retention_run where error <> ''`)).toEqual([])
})
