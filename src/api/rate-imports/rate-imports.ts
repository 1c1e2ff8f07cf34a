import type { BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/rate-imports/rate-imports.ts'
import { undecidedCodes, undecidedCodesText } from '#core/rate-import/bare-codes.ts'
import { isTitleOpen, titleText } from '#core/rate-import/dated-title.ts'
import {
  changesOf,
  conflictsText,
  NOT_APPLIED,
  needsConflictsReason,
  type RateImportState,
  removalOf,
} from '#core/rate-import/import-options.ts'
import { DATE_COLUMNS, PRICE_COLUMNS, type RateFileLayout } from '#core/rate-import/layout.ts'
import { undecidedColumns, undecidedText } from '#core/rate-import/undecided-columns.ts'
import {
  undecidedDate,
  undecidedDateText,
  undecidedNumber,
  undecidedNumberText,
} from '#core/table-file/detect-notation.ts'
import type { TableRow } from '#core/table-file/table-file.ts'
import { lockRow } from '#db/crud.ts'
import { asSqlConnection, type Database, type Tx } from '#db/database.ts'
import { listImportFollowers } from '#db/rate-imports/rate-import-followers.ts'
import { listNewNames } from '#db/rate-imports/rate-import-names.ts'
import { listImportRows } from '#db/rate-imports/rate-import-rows.ts'
import { listImportParties } from '#db/rate-imports/rate-import-traffic.ts'
import { findChangedSince } from '#db/rate-imports/rate-import-undo.ts'
import {
  deleteRateImport,
  findRateImport,
  listChargedSince,
  listRateImports,
  lockRateImport,
  setImportOptions,
  setImportState,
} from '#db/rate-imports/rate-imports.ts'
import type { Scope } from '#db/scope.ts'
import { sendSignal } from '#db/signals.ts'
import { findTariff } from '#db/tariffs/tariffs.ts'
import { refuseImportBelowCost } from '../checks/below-cost.ts'
import { refuseComputedRates } from '../checks/computed-rates.ts'
import { inUse } from '../checks/in-use.ts'
import { refuseMoreRates } from '../checks/reseller-limits.ts'
import { type Actor, noteActivity } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'
import { readRateFileAgain } from './read-again.ts'
import { uploadRateFile } from './upload-rate-file.ts'

const entity = 'rate_import'

const read = async (database: Database, scope: Scope, id: number) =>
  found(await findRateImport(database, scope, id))

/** Work that can be stopped, with the state in which the import is as if it had not begun. */
const STOPPED: Readonly<Partial<Record<RateImportState, RateImportState>>> = {
  PREVIEWING: 'UPLOADED',
  APPLYING: 'PREVIEWED',
  UNDOING: 'APPLIED',
}

const PARTIES_SHOWN = 50
/** The number of accounts that are named for each follower. */
const NAMED = 10
const VIEW = {
  WHOLESALE: 'wholesale_clients.view',
  RETAIL: 'retail_clients.view',
  RESELLER: 'resellers.view',
  SETTLEMENT: 'settlements.view',
} as const
const PARTY_KINDS = Object.keys(VIEW) as (keyof typeof VIEW)[]

/** A rate needs a price, and a number that it is for. No column of numbers is lost unnoticed. */
function refuseUnfitLayout(layout: RateFileLayout, head: readonly TableRow[]): void {
  const { columns } = layout
  const chosen = columns.filter((meaning) => meaning !== null && meaning !== 'IGNORED')
  // The highest of several rates counts.
  const twice = chosen.find((meaning, at) => meaning !== 'RATE' && chosen.indexOf(meaning) !== at)
  if (twice) throw badField('layout.columns', `Two columns are ${twice}.`)
  if (!chosen.includes('RATE')) throw badField('layout.columns', 'Select the column of the rate.')
  const isFor = ['PREFIX', 'AREA_CODE', 'COUNTRY_CODE', 'DESTINATION'] as const
  if (!isFor.some((meaning) => chosen.includes(meaning))) {
    throw badField('layout.columns', 'Select the column of the prefix.')
  }
  const undecided = undecidedColumns(layout, head)
  if (undecided.length > 0) {
    throw badField('layout.columns', undecidedText(layout.headers, undecided))
  }
  const codes = undecidedCodes(layout, head)
  if (codes) throw badField('layout.bare_code_country', undecidedCodesText(codes))
  const number = undecidedNumber(layout, head, PRICE_COLUMNS)
  if (number) throw badField('layout.decimal', undecidedNumberText(number))
  const date = undecidedDate(layout, head, DATE_COLUMNS)
  if (date) throw badField('layout.date_order', undecidedDateText(date))
}

type Preview = Awaited<ReturnType<typeof read>>
type Confirmations = BodyOf<typeof contract.applyRateImport>

/** A misread file has such rows too, so that they are confirmed one kind after the other. */
function refuseUnconfirmed(preview: Preview, body: Confirmations): void {
  if (preview.invalid_count > 0 && !body.skips_invalid) {
    throw badField('skips_invalid', `Confirm: ${preview.invalid_count} rows are invalid.`)
  }
  if (preview.large_count > 0 && !body.confirms_large) {
    throw badField('confirms_large', `Confirm: ${preview.large_count} rates change by much.`)
  }
  // The removal of a bulk change is what it says.
  if (preview.removed_count > 0 && preview.rate_change === null && !body.confirms_removed) {
    throw badField('confirms_removed', `Confirm: ${removalOf(preview)}.`)
  }
  if (needsConflictsReason(preview) && body.country_conflicts_reason === '') {
    throw badField('country_conflicts_reason', conflictsText(preview.country_conflicts_count))
  }
}

/** Changes the state by `work`, and writes down who did. */
function transition(
  database: Database,
  actor: Actor,
  id: number,
  work: (tx: Tx, state: RateImportState) => Promise<RateImportState>,
) {
  const { scope } = actor.caller
  return database.transaction().execute(async (tx) => {
    const before = await read(tx, scope, id)
    const state = found(await lockRateImport(tx, id))
    const to = await work(tx, state)
    const after = await read(tx, scope, id)
    const reason = to === 'APPLYING' ? after.country_conflicts_reason : ''
    await noteActivity(tx, actor, {
      action: 'EXECUTE',
      entity,
      entity_id: String(id),
      entity_name: `${before.file_name} for ${before.tariff_name}`,
      changes: { state: [state, to], ...(reason === '' ? {} : { reason: ['', reason] }) },
    })
    await sendSignal(tx, { changed: 'rate_import' })
    return after
  })
}

export const rateImports: HandlersOf<typeof contract> = {
  uploadRateFile,

  readRateFileAgain,

  async listRateImports({ database, caller, params, query }) {
    found(await findTariff(database, caller.scope, params.tid))
    return listRateImports(database, caller.scope, params.tid, query)
  },

  getRateImport: ({ database, caller, params }) => read(database, caller.scope, params.id),

  previewRateImport: ({ database, params: { id }, body, clock, ...actor }) =>
    transition(database, actor, id, async (tx, state) => {
      const { layout, ignores_title_date, ...options } = body
      const { rate_change, head, title_dates, ...before } = await read(tx, actor.caller.scope, id)
      if (rate_change) throw inUse('It has no file.')
      if (!NOT_APPLIED.includes(state)) throw inUse(`Its state is ${state.toLowerCase()}.`)
      refuseUnfitLayout(layout, head)
      if (options.effective === 'AT_TIME' && options.starts_at === null) {
        throw badField('starts_at', 'Required.')
      }
      if (!ignores_title_date && isTitleOpen(layout, title_dates, options, clock.now_ms())) {
        throw badField('ignores_title_date', titleText(before.layout?.dated_title ?? ''))
      }
      await setImportOptions(tx, id, layout, options)
      await setImportState(tx, id, 'PREVIEWING')
      return 'PREVIEWING'
    }),

  async listRateImportRows({ database, caller, params, query }) {
    await read(database, caller.scope, params.id)
    return listImportRows(database, params.id, query)
  },

  async listRateImportParties({ database, caller, params: { id } }) {
    const { currency } = await read(database, caller.scope, id)
    const kinds = PARTY_KINDS.filter((kind) => caller.permissions.includes(VIEW[kind]))
    const query = { kinds, limit: PARTIES_SHOWN }
    return {
      currency,
      ...(await listImportParties(database, caller.scope, id, query)),
      followers: await listImportFollowers(database, caller.scope, id, { kinds, named: NAMED }),
    }
  },

  async listRateImportNames({ database, caller, params: { id } }) {
    await read(database, caller.scope, id)
    return listNewNames(database, id)
  },

  applyRateImport({ database, params: { id }, body, ...actor }) {
    const apply = async (tx: Tx, state: RateImportState) => {
      if (state !== 'PREVIEWED') throw inUse('Its preview is not ready.')
      const { scope, user_id } = actor.caller
      const preview = await read(tx, scope, id)
      found(await lockRow(tx, scope, 'tariff', preview.tariff_id))
      await refuseComputedRates(tx, preview.tariff_id)
      if (changesOf(preview) === 0) {
        throw inUse('There are no changes to apply.')
      }
      await refuseMoreRates(tx, preview.tariff_id, preview.new_count)
      await refuseImportBelowCost(tx, preview)
      refuseUnconfirmed(preview, body)
      // Without conflicts there is nothing to give a reason for.
      const has_conflicts = preview.country_conflicts_count > 0
      const country_conflicts_reason = has_conflicts ? body.country_conflicts_reason : ''
      await setImportState(tx, id, 'APPLYING', { applied_by: user_id, country_conflicts_reason })
      return 'APPLYING' as const
    }
    return transition(database, actor, id, apply)
  },

  stopRateImport: ({ database, params: { id }, ...actor }) =>
    transition(database, actor, id, async (tx, state) => {
      const to = STOPPED[state]
      if (!to) throw inUse('There is nothing to stop.')
      await setImportState(tx, id, to)
      return to
    }),

  undoRateImport: ({ database, params: { id }, ...actor }) =>
    transition(database, actor, id, async (tx, state) => {
      if (state !== 'APPLIED') throw inUse('It is not applied.')
      const { scope, user_id } = actor.caller
      const { can_be_undone, tariff_id } = await read(tx, scope, id)
      found(await lockRow(tx, scope, 'tariff', tariff_id))
      await refuseComputedRates(tx, tariff_id)
      if (!can_be_undone)
        throw inUse('A later import or bulk change was applied: undo that one first.')
      const changed = await findChangedSince(asSqlConnection(tx), id)
      if (changed.length > 0) throw inUse(textOf(changed))
      await setImportState(tx, id, 'UNDOING', { undone_by: user_id })
      return 'UNDOING'
    }),

  async getRateImportCharges({ database, caller, params }) {
    await read(database, caller.scope, params.id)
    return listChargedSince(database, params.id)
  },

  deleteRateImport: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = await read(tx, actor.caller.scope, id)
      const state = found(await lockRateImport(tx, id))
      if (!NOT_APPLIED.includes(state)) throw inUse(`Its state is ${state.toLowerCase()}.`)
      await deleteRateImport(tx, id)
      await noteActivity(tx, actor, {
        action: 'DELETE',
        entity,
        entity_id: String(id),
        entity_name: `${before.file_name} for ${before.tariff_name}`,
        changes: {},
      })
    }),
}

/** Which rates of the import are not as it left them. */
function textOf(changed: Awaited<ReturnType<typeof findChangedSince>>): string {
  const deleted = changed.find(({ what }) => what === 'deleted')
  const named = changed.filter(({ what }) => what !== 'deleted')
  const names = named.map(({ prefix, destination }) =>
    `${prefix || 'default'} ${destination}`.trim(),
  )
  const more = (named[0]?.count ?? 0) - named.length
  return [
    'Imported rates were changed since.',
    ...(named.length > 0
      ? [`Changed: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`]
      : []),
    ...(deleted ? [`Deleted: ${deleted.count}.`] : []),
  ].join(' ')
}
