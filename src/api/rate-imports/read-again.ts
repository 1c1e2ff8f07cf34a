// Reads the first rows of an uploaded file again, as the user chooses.
import type { readRateFileAgain as endpoint } from '#contract/rate-imports/rate-imports.ts'
import { NOT_APPLIED } from '#core/rate-import/import-options.ts'
import type { RateFileLayout } from '#core/rate-import/layout.ts'
import type { ChosenReading } from '#core/table-file/table-file.ts'
import { findSettlement } from '#db/accounts/settlements.ts'
import {
  findRateImport,
  finishUpload,
  listEarlierLayouts,
  lockRateImport,
} from '#db/rate-imports/rate-imports.ts'
import { inUse } from '../checks/in-use.ts'
import type { TableHead } from '../files/read-table.ts'
import { type Reader, recallHead, recallMeanings, shownOf } from '../files/recall-head.ts'
import { TableFileProblem } from '../files/table-file-problem.ts'
import { noteActivity } from '../http/activity.ts'
import type { Handler } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'
import { RATE_FILES } from './rate-files.ts'
import { readerOf } from './reader-of.ts'

/** With the choices of the user, and for another carrier as its files are read. */
export const readRateFileAgain: Handler<typeof endpoint> = async (request) => {
  const { database, caller, origin, params, body } = request
  const { id } = params
  const { settlement_id, ...chosen } = body
  const before = found(await findRateImport(database, caller.scope, id))
  if (before.rate_change) throw inUse('It has no file.')
  if (!NOT_APPLIED.includes(before.state))
    throw inUse(`Its state is ${before.state.toLowerCase()}.`)
  if (settlement_id !== null && !(await findSettlement(database, caller.scope, settlement_id))) {
    throw badField('settlement_id', 'This settlement account does not exist.')
  }
  const earlier = await listEarlierLayouts(database, before.tariff_id, settlement_id)
  const head = await readAgain(readerOf(database, id), chosen, earlier, {
    isOfAnother: settlement_id !== before.settlement_id,
  })
  await database.transaction().execute(async (tx) => {
    const state = found(await lockRateImport(tx, id))
    if (!NOT_APPLIED.includes(state)) throw inUse(`Its state is ${state.toLowerCase()}.`)
    const read = { file_size: before.file_size, settlement_id, ...shownOf(head) }
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

async function readAgain(
  readAs: Reader<RateFileLayout>,
  chosen: ChosenReading,
  earlier: readonly RateFileLayout[],
  { isOfAnother }: { isOfAnother: boolean },
): Promise<TableHead<RateFileLayout>> {
  try {
    const head = await readAs(chosen)
    if (isOfAnother) return await recallHead(RATE_FILES, head, earlier, readAs)
    const { layout, ...rest } = recallMeanings(RATE_FILES, head, earlier) ?? head
    return { ...rest, layout: { ...layout, decimal: chosen.decimal ?? layout.decimal } }
  } catch (error) {
    if (error instanceof TableFileProblem) throw badField('header_line', error.message)
    throw error
  }
}
