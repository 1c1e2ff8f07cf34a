// Does what users have requested of rate imports: previews, applications and undos, one at a time.
// Each is one transaction, so that an interrupted one is done again from its beginning.
import type pg from 'pg'
import type { Fx } from '#core/money.ts'
import { HighestBuyRates } from '#core/rate-import/highest-buy-rates.ts'
import type { RateImportState } from '#core/rate-import/import-options.ts'
import { TABLE_FILE_LIMITS } from '#core/table-file/table-file.ts'
import { DetailsPool } from '#core/tariff/rate-sheet.ts'
import { loadPrefixesByName } from '#db/billing/code-deck.ts'
import { previewRateChange, stageRateChange } from '#db/billing/rate-change-preview.ts'
import { applyRows, type GoesOn } from '#db/billing/rate-import-apply.ts'
import { comparePreview } from '#db/billing/rate-import-preview.ts'
import { readStagedPrefixes, stageBuyRates, stageRates } from '#db/billing/rate-import-stage.ts'
import { undoRows } from '#db/billing/rate-import-undo.ts'
import {
  failImport,
  findImportWork,
  type ImportWork,
  listBuyTariffs,
  noteProgress,
} from '#db/billing/rate-import-work.ts'
import { isConflict, isDatabaseDown, makeClient } from '#db/database.ts'
import { RATE_IMPORT_LOCK } from '#db/locks.ts'
import { signalOver } from '#db/signals.ts'
import { loadTimezone } from '#db/snapshot/configuration.ts'
import { loadRateSheets } from '#db/snapshot/rates.ts'
import { readStoredFile } from '../files/stored-file.ts'
import { stageRateFile } from './stage-rate-file.ts'

/** Where an import is after work that failed. */
export const BACK: Readonly<Partial<Record<RateImportState, RateImportState>>> = {
  PREVIEWING: 'FAILED',
  APPLYING: 'PREVIEWED',
  UNDOING: 'APPLIED',
}

const STALE =
  'The rates of the tariff have changed since the preview, or a planned one is in effect: ' +
  'make the preview again.'
const CHANGED = 'Imported rates were changed since: it can no longer be undone.'

/** Returns when there is nothing left to do, or another process is at it. */
export async function workOnImports(url: string): Promise<void> {
  // The second one reads the file and writes the progress while the first is in its transaction.
  const clients = [
    makeClient(url, 'rate imports'),
    makeClient(url, 'rate import progress'),
  ] as const
  const [client, asks] = clients
  // An error of a connection is also that of the query that is under way.
  for (const one of clients) one.on('error', () => {})
  try {
    for (const one of clients) await one.connect()
    const { rows } = await client.query<{ is_ours: boolean }>(
      'select pg_try_advisory_lock($1) as is_ours',
      [RATE_IMPORT_LOCK],
    )
    if (rows[0]?.is_ours !== true) return
    for (;;) {
      const work = await findImportWork(client)
      if (!work) return
      await doWork(client, asks, work)
    }
  } finally {
    for (const one of clients) await one.end().catch(() => {})
  }
}

/** A user has stopped the work while the file was read. */
class Stopped extends Error {}

async function doWork(client: pg.Client, asks: pg.Client, work: ImportWork): Promise<void> {
  const { state } = work
  let problem = ''
  try {
    await client.query('begin')
    const result = await stepOf(client, asks, work, (progress) =>
      noteProgress(asks, work, progress),
    )
    if (result === 'STALE') problem = STALE
    if (result === 'CHANGED') problem = CHANGED
    if (result === 'DONE' && state !== 'PREVIEWING') {
      await signalOver(client, { changed: 'tariff', tariff_id: work.tariff_id })
    }
    await client.query(result === 'DONE' ? 'commit' : 'rollback')
  } catch (error) {
    if (isDatabaseDown(error)) throw error
    await client.query('rollback')
    // A deadlock or a serialization failure is over by now.
    if (isConflict(error) || error instanceof Stopped) return
    problem = error instanceof Error ? error.message : String(error)
  }
  if (problem) await failImport(asks, work, BACK[state] ?? 'FAILED', problem)
}

/** STOPPED: a user has stopped it meanwhile. */
async function stepOf(
  client: pg.Client,
  asks: pg.Client,
  work: ImportWork,
  goesOn: GoesOn,
): Promise<'DONE' | 'STOPPED' | 'STALE' | 'CHANGED'> {
  if (work.state === 'PREVIEWING') return preview(client, asks, work, goesOn)
  const isApply = work.state === 'APPLYING'
  const result = await (isApply
    ? applyRows(client, work, goesOn)
    : undoRows(client, work.id, goesOn))
  return result === 'APPLIED' || result === 'UNDONE' ? 'DONE' : result
}

/** Of the time of a preview, in thousandths. */
const READ = 500
const COMPARED = 700

async function preview(
  client: pg.Client,
  asks: pg.Client,
  work: ImportWork,
  goesOn: GoesOn,
): Promise<'DONE' | 'STOPPED'> {
  // Read before the rates: what changes while they are read makes the preview stale.
  const { rows } = await client.query<{ now_ms: number; rates_version: number }>(
    `select floor(extract(epoch from now()) * 1000)::bigint as now_ms, rates_version
      from tariff where id = $1`,
    [work.tariff_id],
  )
  const { now_ms = 0, rates_version = 0 } = rows[0] ?? {}
  const { rate_change: change } = work
  if (change) {
    const count = await stageRateChange(client, work.tariff_id, change)
    if (count > TABLE_FILE_LIMITS.rows) {
      const most = TABLE_FILE_LIMITS.rows.toLocaleString('en')
      throw new Error(`At most ${most} rates at a time: narrow the filters.`)
    }
  } else await stageFile(client, asks, work, now_ms, goesOn)
  if (work.tariff_kind === 'SELL') await compareBuyRates(client, work.fx, now_ms, goesOn)
  const isDone = change
    ? await previewRateChange(client, { ...work, change }, rates_version)
    : await comparePreview(client, work, rates_version)
  return isDone ? 'DONE' : 'STOPPED'
}

/** The rates of the file. */
async function stageFile(
  client: pg.Client,
  asks: pg.Client,
  work: ImportWork,
  now_ms: number,
  goesOn: GoesOn,
): Promise<void> {
  const prefixes = await loadPrefixesByName(client)
  const context = {
    now_ms,
    time_zone: await loadTimezone(client),
    currency: work.currency,
    namePrefixes: (name: string) => prefixes.get(name.toLowerCase()) ?? [],
  }
  await stageRates(client, stageRateFile(readFile(asks, work, goesOn), work, context))
}

async function* readFile(
  asks: pg.Client,
  { id, file_size }: ImportWork,
  goesOn: GoesOn,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of readStoredFile(asks, { owner: 'rate_import', id })) {
    if (!(await goesOn(Math.floor((READ * bytes) / file_size)))) throw new Stopped()
    yield chunk
    bytes += chunk.length
  }
}

/** For the rates that sell: what each prefix costs the operator at most. */
async function compareBuyRates(
  client: pg.Client,
  fx: Fx,
  now_ms: number,
  goesOn: GoesOn,
): Promise<void> {
  const tariffs = await listBuyTariffs(client)
  if (tariffs.length === 0) return
  const prefixes = await readStagedPrefixes(client)
  const highest = new HighestBuyRates(prefixes, now_ms / 1000, fx)
  for (const [at, tariff] of tariffs.entries()) {
    await loadRateSheets(client, [tariff.id], new DetailsPool(), (tariff_id, sheet) =>
      highest.compare({ tariff_id, fx: tariff.fx, sheet }),
    )
    const done = READ + Math.floor(((COMPARED - READ) * (at + 1)) / tariffs.length)
    if (!(await goesOn(done))) throw new Stopped()
  }
  await stageBuyRates(client, highest)
}
