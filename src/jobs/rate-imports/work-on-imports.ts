// Does what users have requested of rate imports: previews, applications and undos.
import type pg from 'pg'
import { assert } from '#core/assert.ts'
import { byLongestPrefix } from '#core/number/deck-names.ts'
import { prefixesByName } from '#core/rate-import/deck-prefixes.ts'
import { FacingRates, type LosingRate } from '#core/rate-import/facing-rates.ts'
import { AFTER_WORK } from '#core/rate-import/import-options.ts'
import { TABLE_FILE_LIMITS } from '#core/table-file/table-file.ts'
import { DetailsPool, findRate, type RateSheet } from '#core/tariff/rate-sheet.ts'
import { TOO_MANY_RATES } from '#core/tariff/reseller-limits.ts'
import { RATE_IMPORT_LOCK } from '#db/locks.ts'
import { noteEndOfWork } from '#db/people/end-of-work.ts'
import { previewRateChange, stageRateChange } from '#db/rate-imports/rate-change-preview.ts'
import { applyRows, type ShouldContinue } from '#db/rate-imports/rate-import-apply.ts'
import {
  clearLosses,
  keepFacingRates,
  keepLosses,
  type RateAbove,
  readImportedRates,
  readStaged,
  stageRatesAbove,
} from '#db/rate-imports/rate-import-margin.ts'
import {
  comparePreview,
  finishPreview,
  markRepeated,
  noteOwnDates,
} from '#db/rate-imports/rate-import-preview.ts'
import { stageRates } from '#db/rate-imports/rate-import-stage.ts'
import { undoRows } from '#db/rate-imports/rate-import-undo.ts'
import {
  failImport,
  findImportWork,
  type ImportWork,
  listCostTariffs,
  listSellTariffs,
  noteImportProgress,
} from '#db/rate-imports/rate-import-work.ts'
import { signalOver } from '#db/signals.ts'
import { loadTimezone } from '#db/snapshot/configuration.ts'
import { loadRateSheets } from '#db/snapshot/rates.ts'
import { loadDeckCountries, loadNamedPrefixes } from '#db/tariffs/code-deck.ts'
import { attempt, readUntilStopped, Stopped, workOneByOne } from '../files/work-on-files.ts'
import { stageRateFile } from './stage-rate-file.ts'

const STALE =
  'The rates of the tariff have changed since the preview, or a planned one is in effect: ' +
  'make the preview again.'
const CHANGED = 'Imported rates were changed since: it can no longer be undone.'

/** Returns when there is nothing left to do, or another process holds the lock. */
export const workOnImports = (url: string): Promise<void> =>
  workOneByOne(url, {
    ...{ name: 'rate import', lock: RATE_IMPORT_LOCK },
    ...{ find: findImportWork, work: doWork },
  })

async function doWork(
  client: pg.Client,
  statusConnection: pg.Client,
  work: ImportWork,
): Promise<void> {
  const { state } = work
  const problem = await attempt(client, async () => {
    const result = await stepOf(client, statusConnection, work, (progress) =>
      noteImportProgress(statusConnection, work, progress),
    )
    if (result === 'STOPPED') throw new Stopped()
    if (result === 'STALE') throw new Error(STALE)
    if (result === 'CHANGED') throw new Error(CHANGED)
    if (result === 'TOO_MANY') throw new Error(TOO_MANY_RATES)
    const states = [state, AFTER_WORK[state].done] as const
    await noteEndOfWork(client, { entity: 'rate_import', id: work.id, state: states })
    if (state === 'PREVIEWING') return
    await signalOver(client, { changed: 'tariff', tariff_id: work.tariff_id })
  })
  if (problem) await failImport(statusConnection, work, problem)
}

/** STOPPED: a user has stopped it meanwhile. */
async function stepOf(
  client: pg.Client,
  statusConnection: pg.Client,
  work: ImportWork,
  shouldContinue: ShouldContinue,
): Promise<'DONE' | 'STOPPED' | 'STALE' | 'CHANGED' | 'TOO_MANY'> {
  if (work.state === 'PREVIEWING') return preview(client, statusConnection, work, shouldContinue)
  const isApply = work.state === 'APPLYING'
  const result = await (isApply
    ? applyRows(client, work, shouldContinue)
    : undoRows(client, work.id, shouldContinue))
  return result === 'APPLIED' || result === 'UNDONE' ? 'DONE' : result
}

/** Shares of the time of a preview, in thousandths. */
const READ = 500
const COMPARED = 900

async function preview(
  client: pg.Client,
  statusConnection: pg.Client,
  work: ImportWork,
  shouldContinue: ShouldContinue,
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
  } else await stageFile(client, statusConnection, work, now_ms, shouldContinue)
  const own = await readOwnRates(client, work.tariff_id)
  if (change) await previewRateChange(client, { ...work, change })
  else {
    await markRepeated(client)
    await stageRatesAbove(client, await findRatesAbove(client, own))
    await comparePreview(client, work)
  }
  await faceRates(client, work, own, shouldContinue)
  if (!change) await noteOwnDates(client, work.id)
  return (await finishPreview(client, work, rates_version)) ? 'DONE' : 'STOPPED'
}

/** The rates of the file. */
async function stageFile(
  client: pg.Client,
  statusConnection: pg.Client,
  work: ImportWork,
  now_ms: number,
  shouldContinue: ShouldContinue,
): Promise<void> {
  const countries = await loadDeckCountries(client)
  const context = {
    now_ms,
    time_zone: await loadTimezone(client),
    currency: work.currency,
    namePrefixes: prefixesByName(await loadNamedPrefixes(client)),
    deckCountry: (prefix: string) => byLongestPrefix(countries, prefix),
  }
  const stored = { owner: 'rate_import', id: work.id } as const
  const file = readUntilStopped(statusConnection, stored, work.file_size, (share) =>
    shouldContinue(Math.floor(READ * share)),
  )
  await stageRates(client, stageRateFile(file, work, context))
}

/** The rates of the tariff that are in effect or planned. */
async function readOwnRates(client: pg.Client, tariff_id: number): Promise<RateSheet> {
  let own: RateSheet | undefined
  await loadRateSheets(client, [tariff_id], new DetailsPool(), (_, sheet) => {
    own = sheet
  })
  assert(own !== undefined, 'each tariff has a sheet')
  return own
}

/** For rates of prefixes that the tariff does not have: by which shorter one they are billed. */
async function findRatesAbove(client: pg.Client, own: RateSheet): Promise<RateAbove[]> {
  const above: RateAbove[] = []
  if (own.size === 0) return above
  await readStaged(client, (number, prefix, at_seconds) => {
    const found = findRate(own, prefix, at_seconds, () => false)
    if (!found || found.prefix === prefix || found.details.blocked) return
    above.push({ number, prefix: found.prefix, rate: found.rate })
  })
  return above
}

/** Finds the highest cost for each row; for a buy tariff, the lowest sell rate. */
async function faceRates(
  client: pg.Client,
  { id, owner_id, tariff_kind, mode, fx }: ImportWork,
  own: RateSheet,
  shouldContinue: ShouldContinue,
): Promise<void> {
  await clearLosses(client, id)
  const buys = tariff_kind === 'BUY'
  const tariffs = await (buys ? listSellTariffs(client) : listCostTariffs(client, owner_id))
  if (tariffs.length === 0) return
  const imported = await readImportedRates(client, id)
  const kept = mode === 'MERGE' ? own : null
  const facing = new FacingRates(imported, { fx, buys, kept })
  for (const [at, tariff] of tariffs.entries()) {
    let losses: readonly LosingRate[] = []
    await loadRateSheets(client, [tariff.id], new DetailsPool(), (tariff_id, sheet) => {
      losses = facing.compare({ tariff_id, fx: tariff.fx, sheet })
    })
    if (losses.length > 0) await keepLosses(client, id, tariff.id, losses)
    const done = READ + Math.floor(((COMPARED - READ) * (at + 1)) / tariffs.length)
    if (!(await shouldContinue(done))) throw new Stopped()
  }
  await keepFacingRates(client, id, buys ? 'sell' : 'cost', rowsOf(facing, imported.numbers))
}

function* rowsOf(facing: FacingRates, numbers: readonly number[]) {
  for (const { at, ...found } of facing) yield { number: numbers[at] ?? 0, ...found }
}
