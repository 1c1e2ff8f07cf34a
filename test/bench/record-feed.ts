// (o) What the record feed costs: the position of a record and its index, against the same table
// without them, one run of a consumer over 400 days, and the files of a batch.
import type pg from 'pg'
import { makeClient, type SqlConnection } from '#db/database.ts'
import { makePartitions } from '#db/partitions/partitions.ts'
import { listDueConsumers } from '#db/record-feed/deliveries.ts'
import { findBatch, readRecords } from '#db/record-feed/feed-records.ts'
import { markPosition, readSafePosition } from '#db/record-feed/safe-position.ts'
import { withDatabase } from '../faults/test-database.ts'
import { recordAt, writeCalls } from '../support/calls.ts'
import { formatNumber, type Line, printTable, secondsOf, spread, takeTurns } from './measure.ts'
import { costOfFiles } from './record-files.ts'

const RECORDS = 200_000
const BATCH = 500
const TURNS = 8
const DAYS = 400
const DAY_MS = 86_400_000
const CONSUMER = {
  ...{ batch_to: null, from_at: null, answered_only: false, account_ids: [], batch_size: 1000 },
}

export const measureRecordFeed = (): Promise<void> => withDatabase(measureOn)

async function measureOn(url: string): Promise<void> {
  await writeCalls(url, { records: [recordAt(Date.now(), { status: 'ANSWERED' })] })
  const client = makeClient(url, 'bench')
  await client.connect()
  try {
    await client.query(`create table sample as select * from call_record`)
    const costs = [await costOfPosition(client), await costOfRun(client), await costOfFiles()]
    printTable(`(o) The record feed, ${formatNumber(RECORDS)} records`, costs.flat())
  } finally {
    await client.end()
  }
}

/** All columns of the sample but those that differ from record to record. */
async function columnsOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = 'sample'::regclass and attnum > 0
      and attname not in ('call_id', 'started_at', 'feed_position')`,
  )
  return rows[0]?.columns ?? ''
}

async function costOfPosition(client: pg.Client): Promise<Line[]> {
  for (const table of ['fed', 'plain']) {
    await client.query(`create table ${table} (like call_record including all)`)
  }
  await client.query('alter table plain drop column feed_position')
  const columns = await columnsOf(client)
  let next = 1
  const insert = async (table: string) => {
    const seconds = await secondsOf(async () => {
      for (let done = 0; done < RECORDS / TURNS; done += BATCH) {
        await client.query(
          `insert into ${table} (call_id, started_at, ${columns})
          select $1 + g, now(), ${columns} from sample, generate_series(1, ${BATCH}) g`,
          [next],
        )
        next += BATCH
      }
    })
    return { count: RECORDS / TURNS, seconds }
  }
  const { first, second } = await takeTurns(
    TURNS,
    () => insert('plain'),
    () => insert('fed'),
  )
  const bytes = async (table: string) => {
    const { rows } = await client.query<{ bytes: number }>(
      `select pg_total_relation_size('${table}')::float8 / count(*) as bytes from ${table}`,
    )
    return Number(rows[0]?.bytes)
  }
  const us = (rates: readonly number[]) =>
    spread(
      rates.map((rate) => 1_000_000 / rate),
      1,
    )
  return [
    ['µs a record without a position', us(first)],
    ['with one', us(second)],
    ['bytes a record without a position', formatNumber(await bytes('plain'))],
    ['with one', formatNumber(await bytes('fed'))],
  ]
}

async function costOfRun(client: pg.Client): Promise<Line[]> {
  const begin_ms = Date.now() - (DAYS - 1) * DAY_MS
  await makePartitions(client, begin_ms, DAYS)
  const columns = await columnsOf(client)
  for (let day = 0; day < DAYS; day += 1) {
    await client.query(
      `insert into call_record (call_id, started_at, ${columns})
      select $1 + g, $2::timestamptz + g * interval '1 second', ${columns}
      from sample, generate_series(1, ${RECORDS / DAYS}) g order by g`,
      [100_000_000 + day * BATCH, new Date(begin_ms + day * DAY_MS)],
    )
  }
  await client.query('analyze call_record')
  await settle(client)
  const { safe_position } = await readSafePosition(client)
  const now = { safe_position, now_ms: Date.now() }
  // Nothing is recent any more: all partitions are searched.
  const later = { safe_position, now_ms: Date.now() + DAYS * DAY_MS }
  const times = {
    nothing: [] as number[],
    find: [] as number[],
    all: [] as number[],
    read: [] as number[],
  }
  const nothing = async () => {
    await listDueConsumers(client, new Date().toISOString())
    await markPosition(client)
    await readSafePosition(client)
  }
  for (let round = 0; round < 20; round += 1) {
    times.nothing.push(1000 * (await secondsOf(nothing)))
    const consumer = { ...CONSUMER, position: safe_position - 1000 }
    let keys: Parameters<typeof readRecords>[1] = []
    const find = async (place: typeof now) => {
      keys = (await findBatch(client, consumer, place))?.keys ?? []
    }
    times.all.push(1000 * (await secondsOf(() => find(later))))
    times.find.push(1000 * (await secondsOf(() => find(now))))
    times.read.push(1000 * (await secondsOf(() => readRecords(client, keys))))
  }
  return [
    [`ms of a run with nothing to deliver, ${DAYS} days`, spread(times.nothing, 1)],
    ['ms to find 1,000 records of the last two days', spread(times.find, 1)],
    ['ms to find them in all partitions', spread(times.all, 1)],
    ['ms to read them', spread(times.read, 1)],
  ]
}

/** Nothing else writes here, so that the second mark is of all records. */
async function settle(client: SqlConnection): Promise<void> {
  await markPosition(client)
  await markPosition(client)
}
