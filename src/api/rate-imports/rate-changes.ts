// Bulk changes of rates: imports whose rows are computed from the rates of the tariff.
import type * as contract from '#contract/rate-imports/rate-changes.ts'
import { NOT_APPLIED } from '#core/rate-import/import-options.ts'
import { type RateChange, rateChangeName } from '#core/rate-import/rate-change.ts'
import { lockRow } from '#db/crud.ts'
import type { Tx } from '#db/database.ts'
import {
  findRateImport,
  insertRateChange,
  lockRateImport,
  type RateChangeRequest,
  updateRateChange,
} from '#db/rate-imports/rate-imports.ts'
import type { Scope } from '#db/scope.ts'
import { sendSignal } from '#db/signals.ts'
import { findTariff } from '#db/tariffs/tariffs.ts'
import { refuseComputedRates } from '../checks/computed-rates.ts'
import { inUse } from '../checks/in-use.ts'
import { noteActivity } from '../http/activity.ts'
import type { HandlersOf, RequestOf } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'

const entity = 'rate_import'

function requestOf({
  ids,
  filter,
  operations,
  raise,
  ...options
}: RequestOf<typeof contract.createRateChange>['body']) {
  if (options.effective === 'AT_TIME' && options.starts_at === null) {
    throw badField('starts_at', 'Required.')
  }
  return { ...options, change: { ids, filter, operations, raise } } satisfies RateChangeRequest
}

/** For the log: how many were selected, or the filters. */
function ratesInWords({ ids, filter, raise }: RateChange): string {
  if (raise) return `losses of import ${raise.losses_of}`
  if (ids) return `${ids.length} selected`
  const chosen = Object.entries(filter ?? {}).filter(([, value]) => value !== undefined)
  return chosen.map(([name, value]) => `${name} ${value}`).join(', ')
}

/** The import that a raise is about is one that the caller sees. */
async function findLosses(tx: Tx, scope: Scope, { raise }: RateChange): Promise<void> {
  if (!raise || (await findRateImport(tx, scope, raise.losses_of))) return
  throw badField('raise.losses_of', 'No such import.')
}

export const rateChanges: HandlersOf<typeof contract> = {
  createRateChange: ({ database, params, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope, user_id } = actor.caller
      const { tid: tariff_id } = params
      const { name } = found(await findTariff(tx, scope, tariff_id))
      found(await lockRow(tx, scope, 'tariff', tariff_id))
      await refuseComputedRates(tx, tariff_id)
      const request = requestOf(body)
      await findLosses(tx, scope, request.change)
      const id = await insertRateChange(tx, { tariff_id, created_by: user_id }, request)
      await noteActivity(tx, actor, {
        action: 'CREATE',
        entity,
        entity_id: String(id),
        entity_name: `${rateChangeName(request.change)} for ${name}`,
        changes: { rates: [null, ratesInWords(request.change)] },
      })
      await sendSignal(tx, { changed: 'rate_import' })
      return found(await findRateImport(tx, scope, id))
    }),

  updateRateChange: ({ database, params, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { id } = params
      const before = found(await findRateImport(tx, scope, id))
      const state = found(await lockRateImport(tx, id))
      if (!before.rate_change) throw inUse('It has a file.')
      if (!NOT_APPLIED.includes(state)) throw inUse(`Its state is ${state.toLowerCase()}.`)
      const request = requestOf(body)
      await findLosses(tx, actor.caller.scope, request.change)
      await updateRateChange(tx, id, request)
      await noteActivity(tx, actor, {
        action: 'UPDATE',
        entity,
        entity_id: String(id),
        entity_name: `${rateChangeName(request.change)} for ${before.tariff_name}`,
        changes: { file_name: [before.file_name, rateChangeName(request.change)] },
      })
      await sendSignal(tx, { changed: 'rate_import' })
      return found(await findRateImport(tx, scope, id))
    }),
}
