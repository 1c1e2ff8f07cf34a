// Compares what users have requested, one reconciliation at a time, each in one transaction: an
// interrupted one is done again from its beginning.
import type pg from 'pg'
import { compareNumber } from '#core/reconciliation/compare-number.ts'
import { addSides, compareTotals, prefixOf } from '#core/reconciliation/compare-totals.ts'
import { parseCallRow } from '#core/reconciliation/parse-call-row.ts'
import type { Side } from '#core/reconciliation/reconciliation.ts'
import {
  beginRows,
  countStaged,
  failReconciliation,
  findFilePeriod,
  findReconciliationWork,
  finishComparison,
  noteReconciliationProgress,
  type Period,
  type PlacedCall,
  type ReconciliationWork,
  readBothSides,
  readOurTotals,
  readTheirTotals,
  type StagedCall,
  stageCalls,
  writeCalls,
  writeTotals,
} from '#db/billing/reconciliation-work.ts'
import { isConflict, isDatabaseDown, makeClient } from '#db/database.ts'
import { RECONCILIATION_LOCK } from '#db/locks.ts'
import { readTable } from '../files/read-table.ts'
import { readStoredFile } from '../files/stored-file.ts'
import { TableFileProblem } from '../files/table-file-problem.ts'

/** Returns when there is nothing left to do, or another process is at it. */
export async function workOnReconciliations(url: string): Promise<void> {
  // The second one reads the file and writes the progress while the first is in its transaction.
  const clients = [
    makeClient(url, 'reconciliations'),
    makeClient(url, 'reconciliation progress'),
  ] as const
  const [client, asks] = clients
  // An error of a connection is also that of the query that is under way.
  for (const one of clients) one.on('error', () => {})
  try {
    for (const one of clients) await one.connect()
    const { rows } = await client.query<{ is_ours: boolean }>(
      'select pg_try_advisory_lock($1) as is_ours',
      [RECONCILIATION_LOCK],
    )
    if (rows[0]?.is_ours !== true) return
    for (;;) {
      const work = await findReconciliationWork(client)
      if (!work) return
      await doWork(client, asks, work)
    }
  } finally {
    for (const one of clients) await one.end().catch(() => {})
  }
}

/** A user has stopped the work. */
class Stopped extends Error {}

/** Of a comparison, in thousandths. */
const READ = 400
const COMPARED = 900

type GoesOn = (progress: number) => Promise<void>

async function doWork(client: pg.Client, asks: pg.Client, work: ReconciliationWork): Promise<void> {
  const goesOn: GoesOn = async (progress) => {
    if (!(await noteReconciliationProgress(asks, work.id, progress))) throw new Stopped()
  }
  try {
    await client.query('begin')
    await stageCalls(client, readCalls(readFile(asks, work, goesOn), work))
    const period = await periodOf(client, work)
    const count =
      work.layout.content === 'CALLS'
        ? await compareBySides(client, work, period, goesOn)
        : await compareSums(client, work, period)
    await goesOn(COMPARED)
    const isDone = await finishComparison(client, work.id, period, count)
    await client.query(isDone ? 'commit' : 'rollback')
  } catch (error) {
    if (isDatabaseDown(error)) throw error
    await client.query('rollback')
    // A deadlock or a serialization failure is over by now.
    if (isConflict(error) || error instanceof Stopped) return
    const reason = error instanceof Error ? error.message : String(error)
    await failReconciliation(asks, work.id, reason)
  }
}

async function* readFile(
  asks: pg.Client,
  { id, file_size }: ReconciliationWork,
  goesOn: GoesOn,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of readStoredFile(asks, { owner: 'reconciliation', id })) {
    await goesOn(Math.floor((READ * bytes) / file_size))
    yield chunk
    bytes += chunk.length
  }
}

const NOTHING = {
  ...{ key: '', destination: '', at: null, calls: null, seconds: null, amount: null },
} as const
const NO_FAULT = { column_name: '', value: '', reason: '' } as const

/** The rows of the file as calls or sums, or as faults. */
export async function* readCalls(
  chunks: AsyncIterable<Uint8Array>,
  { layout, options }: Pick<ReconciliationWork, 'layout' | 'options'>,
): AsyncGenerator<StagedCall> {
  for await (const row of readTable(chunks, layout)) {
    const read = parseCallRow(row, layout, options.time_zone)
    if ('reason' in read) {
      const { line, column, value, reason } = read
      yield { ...NOTHING, line, column_name: column, value, reason }
    } else yield { ...NO_FAULT, ...read }
  }
}

async function periodOf(client: pg.Client, work: ReconciliationWork): Promise<Period> {
  const { from_at, until_at } = work
  if (from_at !== null && until_at !== null) return { from_at, until_at }
  const period = await findFilePeriod(client, work)
  if (!period) throw new TableFileProblem('No row of the file can be read.')
  return period
}

/** To one number: they are compared in memory. */
const CALLS_MAX = 200_000
/** Rows that are written together. */
const WRITTEN = 5000

async function compareBySides(
  client: pg.Client,
  work: ReconciliationWork,
  period: Period,
  goesOn: GoesOn,
): Promise<number> {
  const rules = {
    ...work.options,
    from: Date.parse(period.from_at) / 1000,
    until: Date.parse(period.until_at) / 1000,
  }
  const staged = await countStaged(client)
  let count = await beginRows(client, work.id)
  let waiting: ReturnType<typeof compareNumber<PlacedCall>> = []
  let looked = 0
  const write = async () => {
    await writeCalls(client, work.id, waiting, count)
    count += waiting.length
    waiting = []
    const share = Math.min(1, looked / (2 * staged + 1))
    await goesOn(READ + Math.floor((COMPARED - READ) * share))
  }
  for await (const calls of byNumber(readBothSides(client, work, period))) {
    looked += calls.length
    for (const row of compareNumber(calls, rules)) waiting.push(row)
    if (waiting.length >= WRITTEN) await write()
  }
  await write()
  return count
}

/** The calls to one number after the other. */
async function* byNumber(some: AsyncIterable<PlacedCall[]>): AsyncGenerator<PlacedCall[]> {
  let same: PlacedCall[] = []
  for await (const calls of some) {
    for (const call of calls) {
      if (same[0] && same[0].number !== call.number) {
        yield same
        same = []
      }
      if (same.length >= CALLS_MAX) {
        const most = CALLS_MAX.toLocaleString('en')
        throw new TableFileProblem(`More than ${most} calls to ${call.number}: shorten the period.`)
      }
      same.push(call)
    }
  }
  if (same.length > 0) yield same
}

const TOTALS_MAX = 100_000

/** A destination is the same however it is written; the name of the file is shown. */
const folded = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()

async function compareSums(
  client: pg.Client,
  work: ReconciliationWork,
  period: Period,
): Promise<number> {
  if ((await countStaged(client)) > TOTALS_MAX) {
    const most = TOTALS_MAX.toLocaleString('en')
    throw new TableFileProblem(`More than ${most} rows of totals: is it a file of calls?`)
  }
  const { content } = work.layout
  const theirs = new Map<string, Side>()
  const names = new Map<string, string>()
  for (const { key, ...side } of await readTheirTotals(client)) {
    const name = content === 'DESTINATIONS' ? (names.get(folded(key)) ?? key) : key
    names.set(folded(key), name)
    theirs.set(name, addSides(theirs.get(name), side))
  }
  const ours = new Map<string, Side>()
  for await (const some of readOurTotals(client, work, period)) {
    for (const { key, buy_prefix, ...side } of some) {
      const name =
        content === 'PREFIXES'
          ? (prefixOf(key, (prefix) => theirs.has(prefix)) ?? buy_prefix)
          : (content === 'DESTINATIONS' && names.get(folded(key))) || key
      ours.set(name, addSides(ours.get(name), side))
    }
  }
  const invalid = await beginRows(client, work.id)
  const totals = compareTotals(ours, theirs, work.options)
  await writeTotals(client, work.id, totals, invalid)
  return invalid + totals.length
}
