// (f) Lists and reports over five weeks of call records: a day of the demo's calls, made by the
// engine's own code, and copies of it. Sums of traffic against the same report from the records.
import type pg from 'pg'
import { REPORT_GROUPS } from '#contract/traffic/traffic-reports.ts'
import { listCallRecords } from '#db/calls/call-records.ts'
import { type Database, makeClient, openDatabase } from '#db/database.ts'
import { EVERYTHING } from '#db/scope.ts'
import { resolveReportPeriod } from '#db/traffic/traffic-period.ts'
import { listTraffic, type TrafficGroup } from '#db/traffic/traffic-report.ts'
import { findBrokenRules } from '#supervisor/book-rules.ts'
import { withDatabase } from '../faults/test-database.ts'
import { DAYS, writeWeeks } from './five-weeks.ts'
import { countRecords } from './many-calls.ts'
import { formatNumber, type Line, median, printTable, secondsOf } from './measure.ts'

const RECORDS = Number(process.env.BENCH_RECORDS || 500_000)
const DAY_MS = 86_400_000
const PAGES = 15
/** A zone whose days are not those of the switch. */
const ELSEWHERE = 'Asia/Kathmandu'

export const measureReports = (): Promise<void> => withDatabase(measureOn)

async function measureOn(url: string): Promise<void> {
  const database = openDatabase(url, 'bench', 2)
  const client = makeClient(url, 'bench')
  await client.connect()
  try {
    const seconds_of_sum = await writeWeeks(url, database, client, RECORDS)
    await report(url, database, client, seconds_of_sum)
  } finally {
    await client.end()
    await database.destroy()
  }
}

/** The median of several, in milliseconds. */
async function millisecondsOf(times: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let time = 0; time < times; time++) taken.push((await secondsOf(work)) * 1000)
  return median(taken)
}

async function report(url: string, database: Database, client: pg.Client, seconds_of_sum: number) {
  const { rows } = await client.query<{ id: number }>(
    `select account_id as id from call_record group by 1 order by count(*) desc`,
  )
  const pageOf = (filter: { account_id: number[] } | { called_number: string[] }) =>
    millisecondsOf(PAGES, () =>
      listCallRecords(database, EVERYTHING, {
        range: '30d',
        user_zone: null,
        type: 'all',
        limit: 100,
        ...filter,
      }),
    )
  const busiest = await pageOf({ account_id: [rows[0]!.id] })
  const rarest = await pageOf({ account_id: [rows.at(-1)!.id] })
  const [called] = (
    await client.query<{ number: string }>(
      `select called_number as number from call_record where status = 'ANSWERED' limit 1`,
    )
  ).rows
  const number = await pageOf({ called_number: [called!.number] })
  const periodIn = (zone: string | undefined, groups: readonly TrafficGroup[]) =>
    resolveReportPeriod(
      database,
      { range: '30d', user_zone: null, zone },
      groups.includes('day') ? 'day' : undefined,
    )
  const period = await periodIn(undefined, ['day'])
  const monthBy = (groups: readonly TrafficGroup[], zone?: string) => async () => {
    const month = await periodIn(zone, groups)
    await listTraffic(database, EVERYTHING, { side: 'SELLER', groups }, month, { limit: 100 })
  }
  const reports = new Map<string, number>()
  const kinds: TrafficGroup[][] = [
    ...REPORT_GROUPS.map((group) => [group]),
    ['day', 'client'],
    ['day', 'client', 'gateway'],
    ['client', 'destination'],
    ['gateway', 'destination'],
    ['day', 'destination'],
  ]
  for (const groups of kinds)
    reports.set(groups.join(' + '), await millisecondsOf(5, monthBy(groups)))
  for (const groups of [['day'], ['day', 'client'], ['day', 'destination']] as TrafficGroup[][]) {
    const taken = await millisecondsOf(5, monthBy(groups, ELSEWHERE))
    reports.set(`${groups.join(' + ')} of ${ELSEWHERE}`, taken)
  }
  const fromRecords = await millisecondsOf(1, () =>
    client.query(
      `select date_trunc('day', bucket) as day, sum(calls), sum(revenue), sum(cost)
       from traffic_of_records where started_at >= $1 and started_at < $2 group by 1`,
      [period.from_at, period.to_at],
    ),
  )
  const byDay = reports.get('day') ?? Number.NaN
  const verify_seconds = await secondsOf(() => verifyDay(url))
  const count = await countRecords(client)
  printTable(`(f) Lists and reports of 30 days, ${formatNumber(count)} call records in ${DAYS}`, [
    ['first page of the busiest client', ms(busiest), '<= 10 ms'],
    ['first page of the client with the fewest calls', ms(rarest), '<= 10 ms'],
    ['search of a number', ms(number), '<= 200 ms'],
    ...[...reports].map(([name, taken]) => [`report by ${name}`, ms(taken), '<= 150 ms'] as const),
    ['by day from the call records', ms(fromRecords)],
    ['ratio', formatNumber(fromRecords / byDay, 0)],
    ['verify of a day', `${formatNumber(verify_seconds, 1)} s`, '<= 60 s'],
    ['sums of a million records again', `${formatNumber(seconds_of_sum * 1e6)} s`],
    ...(await sizesOfCalls(client)),
  ])
}

/** The connection sees nothing else from then on. */
async function verifyDay(url: string): Promise<void> {
  const client = makeClient(url, 'bench')
  await client.connect()
  try {
    const past = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS)
    const { broken } = await findBrokenRules(client, past)
    if (broken.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(broken)}`)
  } finally {
    await client.end()
  }
}

/** With their indexes. */
async function sizesOfCalls(client: pg.Client): Promise<Line[]> {
  const { rows } = await client.query<{ name: string; heap: number; indexes: number }>(
    `select parent.relname as name, sum(pg_table_size(leaf.oid))::float as heap,
      sum(pg_indexes_size(leaf.oid))::float as indexes
    from pg_class parent join pg_inherits i on i.inhparent = parent.oid
      join pg_class leaf on leaf.oid = i.inhrelid
    where parent.relname in ('call_record', 'call_charge', 'ledger_entry', 'routing_log')
    group by 1 order by 1`,
  )
  const lines: Line[] = []
  for (const { name, heap, indexes } of rows) {
    const { rows: counted } = await client.query<{ count: number }>(
      `select count(*)::float as count from ${name}`,
    )
    const count = counted[0]?.count ?? 0
    if (count === 0) continue
    const each = (bytes: number) => formatNumber(bytes / count)
    lines.push([
      `bytes of a row of ${name}: table, indexes`,
      `${each(heap)}, ${each(indexes)} (${formatNumber(count)} rows)`,
    ])
  }
  return lines
}

const ms = (taken: number): string => `${formatNumber(taken, 1)} ms`
