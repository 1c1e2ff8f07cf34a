// (f) Lists and reports over five weeks of call records: a day of the demo's calls, made by the
// engine's own code, and copies of it. Sums of traffic against the same report from the records.
import type pg from 'pg'
import { makePasswords } from '#api/http/password.ts'
import { REPORT_GROUPS } from '#contract/traffic-reports.ts'
import { listCallRecords } from '#db/calls/call-records.ts'
import { rebuildTraffic } from '#db/calls/rebuild-traffic.ts'
import { sumTrafficDays } from '#db/calls/sum-days.ts'
import { resolveReportPeriod } from '#db/calls/traffic-period.ts'
import { listTraffic, type TrafficGroup } from '#db/calls/traffic-report.ts'
import { moveTrafficAdditions } from '#db/calls/traffic-sums.ts'
import { type Database, makeClient, openDatabase } from '#db/database.ts'
import { makePartitions } from '#db/machine/partitions.ts'
import { EVERYTHING } from '#db/scope.ts'
import { ensureFirstAdmin } from '#supervisor/first-admin.ts'
import { setClock, writeHistory } from '../demo/history.ts'
import { payWeek, writeDemo } from '../demo/write-demo.ts'
import { withDatabase } from '../faults/test-database.ts'
import { copyCalls, ID_OF_ENGINE } from './copy-calls.ts'
import { formatNumber, median, printTable } from './measure.ts'

const RECORDS = Number(process.env.BENCH_RECORDS || 500_000)
const DAY_MS = 86_400_000
const DAYS = 35
/** Each copy of the day begins a quarter of an hour later, as the sums of traffic are kept. */
const COPY_MS = 900_000
const PAGES = 15
const PASSWORD = 'the-reports-of-a-switch'

export const measureReports = (): Promise<void> => withDatabase(measureOn)

async function measureOn(url: string): Promise<void> {
  const database = openDatabase(url, 'bench', 2)
  const client = makeClient(url, 'bench')
  await client.connect()
  try {
    const first_ms = Math.floor(Date.now() / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS
    await writeDay(url, database, client, first_ms)
    await copyDay(client, first_ms)
    const rebuild_seconds = await secondsOf(async () => {
      await rebuildTraffic(client)
      await moveAll(database)
      while (await sumTrafficDays(database, Date.now()));
      await client.query('vacuum analyze traffic_sum')
    })
    await report(database, client, rebuild_seconds)
  } finally {
    await client.end()
    await database.destroy()
  }
}

async function writeDay(url: string, database: Database, client: pg.Client, first_ms: number) {
  await ensureFirstAdmin(database, { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: PASSWORD })
  await setClock(client, new Date(first_ms))
  await writeDemo(database, first_ms, await makePasswords().hash(PASSWORD))
  await payWeek(database)
  await writeHistory(url, client, first_ms, first_ms + DAY_MS)
  await moveAll(database)
}

async function copyDay(client: pg.Client, first_ms: number): Promise<void> {
  await makePartitions(client, first_ms, DAYS)
  const inDay = await countRecords(client)
  const copies = Math.max(1, Math.round(RECORDS / DAYS / inDay))
  await client.query('create table day_record as select * from call_record')
  await client.query('create table day_charge as select * from call_charge')
  for (let copy = 1; copy < copies; copy++) {
    const shift_ms = (copy * COPY_MS) % DAY_MS
    const end = new Date(first_ms + DAY_MS - shift_ms).toISOString()
    await copyCalls(client, `started_at < '${end}'`, shift_ms, copy * ID_OF_ENGINE)
    await copyCalls(client, `started_at >= '${end}'`, shift_ms - DAY_MS, copy * ID_OF_ENGINE)
  }
  await client.query('drop table day_record, day_charge')
  const second = new Date(first_ms + DAY_MS).toISOString()
  await client.query(`create view day_record as select * from call_record
    where started_at < '${second}'`)
  await client.query(`create view day_charge as select * from call_charge
    where started_at < '${second}'`)
  for (let day = 1; day < DAYS; day++) await copyCalls(client, 'true', day * DAY_MS, 0)
  await client.query('vacuum analyze call_record')
  await client.query('vacuum analyze call_charge')
}

async function countRecords(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from call_record',
  )
  return rows[0]?.count ?? 0
}

async function moveAll(database: Database): Promise<void> {
  while (await moveTrafficAdditions(database));
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

/** The median of several, in milliseconds. */
async function millisecondsOf(times: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let time = 0; time < times; time++) taken.push((await secondsOf(work)) * 1000)
  return median(taken)
}

async function report(database: Database, client: pg.Client, rebuild_seconds: number) {
  const { rows } = await client.query<{ id: number }>(
    `select account_id as id from call_record group by 1 order by count(*) desc`,
  )
  const pageOf = (id: number | undefined) =>
    millisecondsOf(PAGES, () =>
      listCallRecords(database, EVERYTHING, {
        range: '30d',
        user_zone: null,
        type: 'all',
        account_id: [id!],
        limit: 100,
      }),
    )
  const busiest = await pageOf(rows[0]?.id)
  const rarest = await pageOf(rows.at(-1)?.id)
  const period = await resolveReportPeriod(database, { range: '30d', user_zone: null }, 'day')
  const monthBy = (groups: readonly TrafficGroup[]) => () =>
    listTraffic(database, EVERYTHING, { side: 'SELLER', groups }, period, { limit: 100 })
  const reports = new Map<string, number>()
  const kinds: TrafficGroup[][] = [
    ...REPORT_GROUPS.map((group) => [group]),
    ['day', 'client'],
    ['day', 'client', 'gateway'],
  ]
  for (const groups of kinds)
    reports.set(groups.join(' + '), await millisecondsOf(5, monthBy(groups)))
  const fromRecords = await millisecondsOf(1, () =>
    client.query(
      `select date_trunc('day', bucket) as day, sum(calls), sum(revenue), sum(cost)
       from traffic_of_records where started_at >= $1 and started_at < $2 group by 1`,
      [period.from_at, period.to_at],
    ),
  )
  const byDay = reports.get('day') ?? Number.NaN
  const count = await countRecords(client)
  printTable(`(f) Lists and reports of 30 days, ${formatNumber(count)} call records in ${DAYS}`, [
    ['first page of the busiest client', ms(busiest), '<= 10 ms'],
    ['first page of the client with the fewest calls', ms(rarest), '<= 10 ms'],
    ...[...reports].map(([name, taken]) => [`report by ${name}`, ms(taken), '<= 150 ms'] as const),
    ['by day from the call records', ms(fromRecords)],
    ['ratio', formatNumber(fromRecords / byDay, 0)],
    ['sums of a million records again', `${formatNumber((rebuild_seconds / count) * 1e6)} s`],
  ])
}

const ms = (taken: number): string => `${formatNumber(taken, 1)} ms`
