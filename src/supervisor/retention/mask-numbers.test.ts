// The masking of numbers, on the books of a small carrier with calls.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '#db/database.ts'
import { readNumberMasking } from '#db/partitions/number-masking.ts'
import { writeSetting } from '#db/settings.ts'
import { daysOfRecords, rebuildTrafficOfDay } from '#db/traffic/rebuild-traffic.ts'
import { TRAFFIC_RULES } from '#db/traffic/traffic-rules.ts'
import { findBreaches, INVARIANTS } from '#db/verify/invariants.ts'
import { loadUpgradedRelease } from '#test/releases/release.ts'
import { requestArchiving } from '#test/support/archive.ts'
import { openCall, recordAt, writeCalls } from '#test/support/calls.ts'
import { databaseForFile, emptyDatabase } from '#test/support/database.ts'
import { quoted, runDuckdb } from '../archive/duckdb.ts'
import { maskNumbers } from './mask-numbers.ts'
import { removePartitions } from './remove-partitions.ts'

const DAY_MS = 86_400_000
const DAYS = 10
/** Before all calls of the release. */
const LONG_AGO = Date.parse('2026-03-10T12:00:00Z')

const fresh = databaseForFile(emptyDatabase)
let client: pg.Client
let folder: string

beforeAll(async () => {
  client = await fresh.connect()
  folder = await mkdtemp(join(tmpdir(), 'exports-'))
  await loadUpgradedRelease(fresh.url, client)
  for (const day of await daysOfRecords(client)) await rebuildTrafficOfDay(client, day)
  await writeSetting(fresh.database, 'general', { mask_numbers_days: DAYS })
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const rows = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows
const breaches = () => findBreaches(client, [...INVARIANTS, ...TRAFFIC_RULES])

/** When all calls that began before then are old enough. */
const dueFor = (to_ms: number) => to_ms + DAYS * DAY_MS
const mask = (to_ms: number) => maskNumbers(client, fresh.database, dueFor(to_ms))

const NUMBERS = [
  ...['dialled_number', 'called_number', 'sent_number', 'caller_number', 'routed_caller_number'],
  'sent_caller_number',
]
const HIDDEN = ['caller_name', 'sent_caller_name', 'pai', 'rpid', 'diversion']

/** All that is stored of calls and money but numbers of records. */
const books = () =>
  rows(`select (select json_agg(b order by account_id) from account_balance b) as balances,
    (select json_agg(l order by id) from ledger_entry l) as ledger,
    (select json_agg(c order by call_id, account_id) from call_charge c) as charges,
    (select json_agg(t order by t::text) from traffic_sum t) as sums,
    (select json_agg(to_jsonb(r) - '{${[...NUMBERS, ...HIDDEN]}}'::text[]
      order by call_id, attempt_no) from call_record r) as records`)

const whole = async () =>
  Number(
    (
      await rows(
        `select count(*) from call_record where ${NUMBERS.map(
          (name) => `${name} <> mask_number(${name})`,
        ).join(' or ')} or ${HIDDEN.map((name) => `${name} <> ''`).join(' or ')}`,
      )
    )[0]?.count,
  )

test('a masked number keeps its first four characters, and loses at most four', async () => {
  const masked = await rows(`select n, mask_number(n) as once,
    mask_number(mask_number(n)) as twice
    from unnest(array['', '112', '1234', '12345', '4420718', '442071838750', '+442071838750',
      'alice', 'anonymous']) as n`)
  expect(masked.map(({ once }) => once)).toEqual([
    ...['', '112', '1234', '1234*', '4420***', '44207183****', '+44207183****'],
    ...['alic*', 'anony****'],
  ])
  expect(masked.map(({ twice }) => twice)).toEqual(masked.map(({ once }) => once))
})

test('a day waits until nothing needs its numbers, and the console shows why', async () => {
  const from_at = LONG_AGO / 1000
  await writeCalls(fresh.url, {
    records: [recordAt(LONG_AGO, { caller_name: 'Ann', pai: '<sip:12025550123@a.example>' })],
  })
  const due = Date.parse('2026-03-11')
  const error = async () => (await readNumberMasking(fresh.database)).error
  const waits = async (reason: string) => {
    await mask(due)
    expect(await error()).toBe(`2026-03-10: ${reason}`)
    expect(
      await rows(`select called_number, masked_until from call_record, number_masking
      where started_at < '2026-03-11'`),
    ).toEqual([{ called_number: '442071838750', masked_until: null }])
  }
  await writeCalls(fresh.url, { opened: [openCall(2, { started_at: from_at })] })
  await waits('A call that began on this day is not closed yet.')
  await client.query('delete from open_call')
  await client.query(`insert into re_rating (reason, from_at, until_at, created_by)
    values ('r', '2026-03-09', '2026-03-12', (select min(id) from console_user))`)
  await waits('The preview of a re-rating reads the numbers of this day.')
  await client.query(`update re_rating set state = 'PREVIEWED' where reason = 'r'`)
  await client.query(`insert into reconciliation (settlement_id, file_name, state, created_by)
    values ((select id from account where kind = 'SETTLEMENT' limit 1), 'f', 'COMPARING',
      (select min(id) from console_user))`)
  await waits('A reconciliation reads the numbers of this day.')
  await client.query(`delete from reconciliation`)
  await client.query(
    `insert into re_rating_change (re_rating_id, call_id, account_id, started_at, depth, currency,
      called_number, old_tariff_id, old_rate, old_prefix, old_billed_seconds, old_net,
      old_amount, problem)
    select id, 1, 2, '2026-03-09', 0, 'USD', '442071838750', 1, 1, '44', 1, 1, 1, 'NO_RATE'
    from re_rating where reason = 'r'`,
  )

  await mask(due - 1)
  expect(await error()).toBe('')
  expect((await readNumberMasking(fresh.database)).masked_until).toBe('2026-03-10T00:00:00Z')
  await mask(due)
  expect(await error()).toBe('')
  expect(
    await rows(`select called_number, caller_number, caller_name, pai from call_record
      where started_at < '2026-03-11'`),
  ).toEqual([
    { called_number: '44207183****', caller_number: '1202555****', caller_name: '', pai: '' },
  ])
  expect(await rows('select called_number from re_rating_change where call_id = 1')).toEqual([
    { called_number: '44207183****' },
  ])
  expect((await readNumberMasking(fresh.database)).masked_until).toBe('2026-03-11T00:00:00Z')
  await client.query(`delete from re_rating where reason = 'r'`)
  await client.query(`delete from call_record where started_at < '2026-03-11'`)
  await client.query(`delete from traffic_addition where bucket < '2026-03-11'`)
})

test('after a kill it continues, and no money, sum or report has changed', async () => {
  const [last] = await rows(`select max(started_at) as at, count(*) from call_record`)
  const due = Date.parse(String(last?.at)) + DAY_MS
  expect(await breaches()).toEqual([])
  const before = await books()
  const wholeBefore = await whole()
  expect(wholeBefore).toBeGreaterThan(10)

  const killed = makeClient(fresh.url, 'killed')
  killed.on('error', () => {})
  await killed.connect()
  const pid = (await killed.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const work = maskNumbers(killed, fresh.database, dueFor(due), 1).catch(String)
  while ((await whole()) > wholeBefore - 5) await sleep(1)
  await client.query('select pg_terminate_backend($1)', [pid])
  expect(await work).toContain('rror')
  const left = await whole()
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(wholeBefore)
  const versions = () =>
    rows(`select call_id::text || attempt_no as key, xmin::text as version from call_record
      where caller_number like '%*' or called_number like '%*' order by 1`)
  const done = await versions()

  await mask(due)
  expect(await whole()).toBe(0)
  expect(await versions()).toEqual(expect.arrayContaining(done))
  expect(await books()).toEqual(before)
  expect(await breaches()).toEqual([])
  for (const day of await daysOfRecords(client)) await rebuildTrafficOfDay(client, day)
  expect(await breaches()).toEqual([])
  expect((await readNumberMasking(fresh.database)).whole_from).toBeNull()
})

test('an export of calls has masked numbers, and logs with whole ones have none', async () => {
  const removal = async (name: string, now_ms: number) => {
    await requestArchiving(fresh.database, [name])
    await removePartitions(client, { url: fresh.url, folder, archive_folder: folder, now_ms })
    return (await rows(`select state, error from partition_removal where name = '${name}'`))[0]
  }
  const [busiest] = await rows(`select to_char(started_at, 'YYYYMMDD') as day from call_record
    group by 1 order by count(*) desc limit 1`)
  const name = `call_record_${busiest?.day}`
  const now_ms = Date.now()
  expect(await removal(`routing_log_${busiest?.day}`, now_ms)).toEqual({
    state: 'REFUSED',
    error: 'It has numbers, which are masked after 10 days: remove it without export.',
  })
  const [mark] = await rows('select masked_until from number_masking')
  await client.query(`update number_masking set masked_until = '2026-01-01'`)
  const to_ms = Date.parse(String(busiest?.day).replace(/(....)(..)(..)/, '$1-$2-$3')) + DAY_MS
  expect(await removal(name, to_ms)).toEqual({
    state: 'REFUSED',
    error: 'Its numbers are masked after 10 days: export it then, or remove it without.',
  })
  expect(await removal(name, dueFor(to_ms))).toEqual({
    state: 'WAITING',
    error: 'Its numbers are masked first.',
  })
  await client.query('update number_masking set masked_until = $1', [mark?.masked_until])
  await removePartitions(client, { url: fresh.url, folder, archive_folder: folder, now_ms })
  const file = (await readdir(folder)).find((one) => one.endsWith('.parquet')) ?? ''
  const source = `read_parquet(${quoted(join(folder, file))})`
  const statements = [`select distinct called_number as number from ${source}`]
  const numbers = await runDuckdb<{ number: string }>({ folder, statements })
  expect(numbers.length).toBeGreaterThan(0)
  expect(numbers.filter(({ number }) => !/^(\d{4,}\*{4}|\d{4})?$/.test(number))).toEqual([])
})

test('without the rule nothing is masked', async () => {
  await writeSetting(fresh.database, 'general', { mask_numbers_days: null })
  await writeCalls(fresh.url, { records: [recordAt(Date.now() - DAY_MS)] })
  await mask(Date.now() + 400 * DAY_MS)
  expect(await whole()).toBe(1)
})
