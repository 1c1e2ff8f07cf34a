// Compares what users have requested: a carrier's file with our calls.
import type pg from 'pg'
import { CallRows } from '#core/reconciliation/call-rows.ts'
import { compareNumber } from '#core/reconciliation/compare-number.ts'
import { addSides, compareTotals, prefixOf } from '#core/reconciliation/compare-totals.ts'
import { filePeriod } from '#core/reconciliation/file-period.ts'
import type { Side } from '#core/reconciliation/reconciliation.ts'
import { RECONCILIATION_LOCK } from '#db/locks.ts'
import { holdMaskedDays } from '#db/partitions/number-masking.ts'
import { noteEndOfWork } from '#db/people/end-of-work.ts'
import {
  findPeriod,
  listFileDays,
  type ReconciliationPeriod,
} from '#db/reconciliations/reconciliation-period.ts'
import {
  beginRows,
  countStaged,
  failReconciliation,
  findReconciliationWork,
  finishComparison,
  noteReconciliationProgress,
  type PlacedCall,
  type ReconciliationWork,
  readBothSides,
  readOurTotals,
  readTheirTotals,
  type StagedCall,
  stageCalls,
  writeCalls,
  writeTotals,
} from '#db/reconciliations/reconciliation-work.ts'
import { readTable } from '../files/read-table.ts'
import { TableFileProblem } from '../files/table-file-problem.ts'
import { attempt, readUntilStopped, Stopped, workOneByOne } from '../files/work-on-files.ts'

/** Returns when there is nothing left to do, or another process holds the lock. */
export const workOnReconciliations = (url: string): Promise<void> =>
  workOneByOne(url, {
    ...{ name: 'reconciliation', lock: RECONCILIATION_LOCK },
    ...{ find: findReconciliationWork, work: doWork },
  })

/** Shares of the time of a comparison, in thousandths. */
const READ = 400
const COMPARED = 900

type ShouldContinue = (progress: number) => Promise<void>

async function doWork(
  client: pg.Client,
  statusConnection: pg.Client,
  work: ReconciliationWork,
): Promise<void> {
  const { id, file_size, layout } = work
  const note = (progress: number) => noteReconciliationProgress(statusConnection, id, progress)
  const shouldContinue: ShouldContinue = async (progress) => {
    if (!(await note(progress))) throw new Stopped()
  }
  const stored = { owner: 'reconciliation', id } as const
  const file = readUntilStopped(statusConnection, stored, file_size, (share) =>
    note(Math.floor(READ * share)),
  )
  const problem = await attempt(client, async () => {
    await stageCalls(client, readCalls(file, work))
    const period = await periodOf(client, work)
    await refuseMaskedCalls(client, work, period)
    const count =
      layout.content === 'CALLS'
        ? await compareBySides(client, work, period, shouldContinue)
        : await compareSums(client, work, period)
    await shouldContinue(COMPARED)
    if (!(await finishComparison(client, id, period, count))) throw new Stopped()
    await noteEndOfWork(client, {
      entity: 'reconciliation',
      ...{ id, state: ['COMPARING', 'COMPARED'] },
    })
  })
  if (problem) await failReconciliation(statusConnection, id, problem)
}

const NOTHING = {
  ...{ key: '', destination: '', at: null, calls: null, seconds: null, amount: null },
} as const
const NO_FAULT = { column_name: '', value: '', reason: '' } as const

/** The rows of the file as calls or sums, or as faults. */
export async function* readCalls(
  chunks: AsyncIterable<Uint8Array>,
  { layout, options, currency }: Pick<ReconciliationWork, 'layout' | 'options' | 'currency'>,
): AsyncGenerator<StagedCall> {
  const calls = new CallRows(layout, { time_zone: options.time_zone, currency })
  for await (const row of readTable(chunks, layout)) {
    const read = calls.read(row)
    if (!read) continue
    if ('reason' in read) {
      const { line, column, value, reason } = read
      yield { ...NOTHING, line, column_name: column, value, reason }
    } else yield { ...NO_FAULT, ...read }
  }
}

async function periodOf(
  client: pg.Client,
  work: ReconciliationWork,
): Promise<ReconciliationPeriod> {
  const { from_at, until_at } = work
  if (from_at !== null && until_at !== null) return { from_at, until_at }
  const days = filePeriod(await listFileDays(client, work))
  if (!days) throw new TableFileProblem('No row of the file can be read.')
  return findPeriod(client, work, days)
}

/** Calls are paired, and prefixes found, by whole numbers. */
async function refuseMaskedCalls(
  client: pg.Client,
  { layout }: ReconciliationWork,
  { from_at }: ReconciliationPeriod,
): Promise<void> {
  const masked = await holdMaskedDays(client)
  if (masked === null || Date.parse(from_at) >= Date.parse(masked)) return
  if (layout.content === 'DESTINATIONS' || layout.content === 'DAYS') return
  throw new TableFileProblem(
    `Numbers of our calls before ${masked.slice(0, 10)} UTC are masked: begin after them.`,
  )
}

/** To one number: they are compared in memory. */
const CALLS_MAX = 200_000
/** Rows that are written together. */
const WRITTEN = 5000

async function compareBySides(
  client: pg.Client,
  work: ReconciliationWork,
  period: ReconciliationPeriod,
  shouldContinue: ShouldContinue,
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
    await shouldContinue(READ + Math.floor((COMPARED - READ) * share))
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
  period: ReconciliationPeriod,
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
