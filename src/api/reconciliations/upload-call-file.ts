// Takes a carrier's file in pieces as it arrives, and has its layout found.
import type {
  uploadCallFile as endpoint,
  readCallFileAgain,
} from '#contract/reconciliations/reconciliations.ts'
import { money } from '#core/money.ts'
import type { ReconciliationOptions } from '#core/reconciliation/reconciliation.ts'
import { findSettlement } from '#db/accounts/settlements.ts'
import {
  deleteReconciliation,
  findReconciliation,
  insertReconciliation,
  listEarlier,
  lockReconciliation,
  setReading,
  sumKeptFiles,
} from '#db/reconciliations/reconciliations.ts'
import { lockUploads } from '#db/uploads/file-chunks.ts'
import { inUse } from '../checks/in-use.ts'
import { askForHead } from '../files/ask-for-head.ts'
import { FILE_BYTES_MAX, KEPT_BYTES_MAX, storeFile } from '../files/store-file.ts'
import { noteActivity } from '../http/activity.ts'
import type { Handler } from '../http/handle.ts'
import { found, Problem } from '../http/problem.ts'
import { shownTo } from './shown-to.ts'

const TOO_MANY =
  `The files of all reconciliations may take ${KEPT_BYTES_MAX / 1e9} GB: delete some. ` +
  'Files are deleted seven days after their upload.'

const owner = 'reconciliation'

/** The options for the first file of a carrier. */
const USUAL: ReconciliationOptions = {
  time_zone: 'UTC',
  clock: 'ANSWER',
  number: 'SENT',
  time_tolerance: 5,
  rounding: 'UP',
  first_increment: 1,
  next_increment: 1,
  duration_tolerance: 1,
  amount_tolerance: money(100),
  with_vat: false,
}

export const uploadCallFile: Handler<typeof endpoint> = async (request) => {
  const { database, caller, params, query, origin, file } = request
  const settlement = found(await findSettlement(database, caller.scope, params.sid))
  const { file_name } = query
  const id = await database.transaction().execute(async (tx) => {
    await lockUploads(tx)
    if ((await sumKeptFiles(tx, FILE_BYTES_MAX)) > KEPT_BYTES_MAX - FILE_BYTES_MAX) {
      throw new Problem('too-large', { message: TOO_MANY })
    }
    const values = { settlement_id: settlement.id, file_name, created_by: caller.user_id }
    return insertReconciliation(tx, values)
  })
  try {
    const file_size = await storeFile(database, { owner, id }, file)
    const earlier = await listEarlier(database, settlement.id)
    const layouts = earlier.map(({ layout }) => layout)
    const reading = { chosen: null, earlier: layouts, recalls_reading: true }
    const head = await askForHead(database, { owner, id }, reading, 'file')
    const options = earlier[0]?.options ?? USUAL
    await database.transaction().execute(async (tx) => {
      await setReading(tx, id, head, { file_size, options })
      await noteActivity(
        tx,
        { caller, origin },
        {
          action: 'CREATE',
          entity: 'reconciliation',
          entity_id: String(id),
          entity_name: `${file_name} of ${settlement.name}`,
          changes: { file_size: [null, file_size] },
        },
      )
    })
  } catch (error) {
    await deleteReconciliation(database, id)
    throw error
  }
  return shownTo(caller, found(await findReconciliation(database, caller.scope, id)))
}

/** With the choices of the user. */
export const readAgain: Handler<typeof readCallFileAgain> = async (request) => {
  const { database, caller, origin, params, body } = request
  const { id } = params
  const before = found(await findReconciliation(database, caller.scope, id))
  const earlier = await listEarlier(database, before.settlement_id)
  const layouts = earlier.map(({ layout }) => layout)
  const reading = { chosen: body, earlier: layouts, recalls_reading: false }
  const head = await askForHead(database, { owner, id }, reading, 'header_line')
  await database.transaction().execute(async (tx) => {
    const state = found(await lockReconciliation(tx, id))
    if (state === 'COMPARING' || state === 'UPLOADING') throw inUse('It is being compared.')
    await setReading(tx, id, head)
    await noteActivity(
      tx,
      { caller, origin },
      {
        action: 'UPDATE',
        entity: 'reconciliation',
        entity_id: String(id),
        entity_name: `${before.file_name} of ${before.settlement_name}`,
        changes: { header_line: [before.layout?.header_line ?? null, head.layout.header_line] },
      },
    )
  })
  return shownTo(caller, found(await findReconciliation(database, caller.scope, id)))
}
