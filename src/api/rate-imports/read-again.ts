// Has the first rows of an uploaded file read again, as the user chooses.
import type { readRateFileAgain as endpoint } from '#contract/rate-imports/rate-imports.ts'
import { NOT_APPLIED } from '#core/rate-import/import-options.ts'
import { findSettlement } from '#db/accounts/settlements.ts'
import {
  findRateImport,
  finishUpload,
  listEarlierLayouts,
  lockRateImport,
} from '#db/rate-imports/rate-imports.ts'
import { inUse } from '../checks/in-use.ts'
import { askForHead } from '../files/ask-for-head.ts'
import { noteActivity } from '../http/activity.ts'
import type { Handler } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'

/** With the choices of the user, and for another carrier as its files are read. */
export const readRateFileAgain: Handler<typeof endpoint> = async (request) => {
  const { database, caller, origin, params, body } = request
  const { id } = params
  // Users who do not see carriers choose none.
  const { settlement_id = null, ...chosen } = body
  const before = found(await findRateImport(database, caller.scope, id))
  if (before.rate_change) throw inUse('It has no file.')
  if (!NOT_APPLIED.includes(before.state))
    throw inUse(`Its state is ${before.state.toLowerCase()}.`)
  if (settlement_id !== null && !(await findSettlement(database, caller.scope, settlement_id))) {
    throw badField('settlement_id', 'This settlement account does not exist.')
  }
  const earlier = await listEarlierLayouts(database, before.tariff_id, settlement_id)
  const stored = { owner: 'rate_import', id } as const
  const recalls_reading = settlement_id !== before.settlement_id
  const reading = { chosen, earlier, recalls_reading }
  const head = await askForHead(database, stored, reading, 'header_line')
  await database.transaction().execute(async (tx) => {
    const state = found(await lockRateImport(tx, id))
    if (!NOT_APPLIED.includes(state)) throw inUse(`Its state is ${state.toLowerCase()}.`)
    const read = { file_size: before.file_size, settlement_id, ...head }
    await finishUpload(tx, id, read)
    const entity_name = `${before.file_name} for ${before.tariff_name}`
    await noteActivity(
      tx,
      { caller, origin },
      {
        action: 'UPDATE',
        entity: 'rate_import',
        entity_id: String(id),
        entity_name,
        changes: { settlement_id: [before.settlement_id, settlement_id] },
      },
    )
  })
  return found(await findRateImport(database, caller.scope, id))
}
