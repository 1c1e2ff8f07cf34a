// (i) A million calls of a settlement account compared with a file of as many: the seconds of each
// step, and what a short query waits meanwhile.
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { money } from '#core/money.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { setReading, startComparison } from '#db/reconciliations/reconciliations.ts'
import { CALL_FILES } from '#jobs/reconciliations/call-files.ts'
import { withDatabase } from '../faults/test-database.ts'
import { connect } from './charging-cycles.ts'
import { formatNumber, printTable, quantile } from './measure.ts'
import { storeTable, workInThread } from './uploaded-files.ts'

const CALLS = 1_000_000
const DAY = '2026-11-20'
const OPTIONS = {
  ...({ time_zone: 'UTC', clock: 'ANSWER', number: 'SENT', rounding: 'UP' } as const),
  ...{ time_tolerance: 5, first_increment: 1, next_increment: 1, duration_tolerance: 1 },
  ...{ amount_tolerance: money(100), with_vat: false },
}

export const measureReconciliations = (): Promise<void> => withDatabase(measureOn)

async function measureOn(url: string): Promise<void> {
  const client = await connect(url)
  const database = openDatabase(url, 'bench', 2)
  const settlement_id = await insertCalls(client)
  const calm = await queriesDuring(client, () => wait(5000))
  const begun = performance.now()
  const id = await uploadFile(client, database, settlement_id)
  const uploaded = performance.now()
  const busy = await queriesDuring(client, () =>
    workInThread('reconciliations/reconciliation-worker.ts', url),
  )
  const compared = performance.now()
  const { rows } = await client.query<{ text: string }>(
    `select string_agg(class || ' ' || count, ', ' order by class) as text from (
      select class, sum(rows_count) as count from reconciliation_sum
      where reconciliation_id = $1 group by class) x`,
    [id],
  )
  const { rows: states } = await client.query<{ text: string }>(
    `select concat_ws(' ', state, error) as text from reconciliation where id = $1`,
    [id],
  )
  const seconds = (from: number, to: number) => `${formatNumber((to - from) / 1000, 1)} s`
  const show = (waits: readonly number[]) =>
    `${[0.5, 0.99, 1].map((share) => formatNumber(quantile(waits, share), 1)).join(', ')} ms`
  printTable(`(i) ${formatNumber(CALLS)} calls of each side compared`, [
    ['upload', seconds(begun, uploaded)],
    ['comparison', seconds(uploaded, compared), '< 120 s'],
    ['a query of one row without it: p50, p99, longest', show(calm)],
    ['during the comparison', show(busy)],
    ['state', states[0]?.text ?? ''],
    ['rows', rows[0]?.text ?? ''],
  ])
  await Promise.all([client.end(), database.destroy()])
}

/** A million answered calls of a day, of some 100,000 numbers. */
async function insertCalls(client: pg.Client): Promise<number> {
  await client.query(`insert into console_user (username, password_hash, type)
    values ('bench', '', 'ADMIN')`)
  const { rows } = await client.query<{ id: number }>(
    `insert into account (kind, name, currency, parent_id)
      values ('SETTLEMENT', 'Bench', 'USD', 1) returning id`,
  )
  const id = rows[0]?.id ?? 0
  await client.query(`select make_partition('call_record', $1)`, [DAY])
  await client.query(
    `insert into call_record (started_at, answered_at, ended_at, call_id, account_id,
      settlement_id, buy_amount, duration_ms, attempt_no, is_last, client_type, status,
      buy_currency, buy_prefix, destination, called_number, sent_number)
    select at, at, at + interval '1 minute', n, 1, $1, 1000 + n % 500, 1000 * (10 + n % 300), 1,
      true, 'WHOLESALE', 'ANSWERED', 'USD', '44', 'Destination ' || n % 300,
      (447000000000 + n % 100000)::text, (447000000000 + n % 100000)::text
    from (select n, $2::timestamptz + n * interval '86 milliseconds' as at
      from generate_series(1, $3::integer) n) x`,
    [id, `${DAY}T00:00:00Z`, CALLS],
  )
  await client.query('vacuum analyze call_record')
  return id
}

/** Two of a hundred differ in their duration, one in its amount, and one is not in the file. */
function* linesOf(): Generator<string> {
  yield 'Called number,Answer time,Duration,Amount'
  for (let n = 1; n <= CALLS; n++) {
    if (n % 100 === 7) continue
    const at = new Date(Date.parse(`${DAY}T00:00:00Z`) + n * 86 + 1000).toISOString().slice(0, 19)
    const longer = n % 50 === 3 ? 6 : 0
    const dearer = n % 100 === 5 ? 500 : 0
    const amount = `0.00${String(1000 + (n % 500) + dearer)}`
    yield `${447_000_000_000 + (n % 100_000)},${at},${10 + (n % 300) + longer},${amount}`
  }
}

/** As the API does. */
async function uploadFile(
  client: pg.Client,
  database: Database,
  settlement_id: number,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into reconciliation (settlement_id, file_name, created_by)
      select $1, 'million.csv', min(id) from console_user returning id`,
    [settlement_id],
  )
  const id = rows[0]?.id ?? 0
  const read = await storeTable(database, { owner: 'reconciliation', id }, linesOf(), CALL_FILES)
  const { layout, head, worksheets, hidden, file_size } = read
  await database.transaction().execute(async (tx) => {
    const options = { file_size, options: OPTIONS }
    await setReading(tx, id, { layout, head: head.slice(0, 20), worksheets, hidden }, options)
    await startComparison(tx, id, { layout, options: OPTIONS, from_at: null, until_at: null })
  })
  return id
}

/** How long a query that finds one row waits, a hundred times a second. */
export async function queriesDuring(
  client: pg.Client,
  run: () => Promise<void>,
): Promise<number[]> {
  const waits: number[] = []
  const end = { isDone: false }
  const running = run().finally(() => {
    end.isDone = true
  })
  while (!end.isDone) {
    const begun = performance.now()
    await client.query('select 1 from account where id = $1', [1])
    waits.push(performance.now() - begun)
    await wait(10)
  }
  await running
  return waits
}
