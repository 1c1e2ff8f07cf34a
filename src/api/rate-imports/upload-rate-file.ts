// Takes a rate file in pieces as it arrives, and has its layout found.
import type { uploadRateFile as endpoint } from '#contract/rate-imports/rate-imports.ts'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { lockRow } from '#db/crud.ts'
import {
  deleteRateImport,
  findOnlySettlement,
  findRateImport,
  finishUpload,
  insertRateImport,
  listEarlierLayouts,
  sumKeptBytes,
} from '#db/rate-imports/rate-imports.ts'
import { findTariff } from '#db/tariffs/tariffs.ts'
import { lockUploads } from '#db/uploads/file-chunks.ts'
import { refuseComputedRates } from '../checks/computed-rates.ts'
import { askForHead } from '../files/ask-for-head.ts'
import { FILE_BYTES_MAX, KEPT_BYTES_MAX, storeFile } from '../files/store-file.ts'
import { noteActivity } from '../http/activity.ts'
import type { Handler } from '../http/handle.ts'
import { found, Problem } from '../http/problem.ts'

/** Resellers must not fill the machine. */
const KEPT_BYTES_OF_RESELLER = 2 * FILE_BYTES_MAX

const tooMany = (bytes: number): string =>
  `The rate files of all imports may take ${bytes / 1e9} GB: delete imports that were not ` +
  'applied. Files are deleted seven days after their upload.'

export const uploadRateFile: Handler<typeof endpoint> = async (request) => {
  const { database, caller, params, query, origin, file } = request
  const { tid: tariff_id } = params
  const tariff = found(await findTariff(database, caller.scope, tariff_id))
  const id = await database.transaction().execute(async (tx) => {
    const { owner_id } = found(await lockRow(tx, caller.scope, 'tariff', tariff_id))
    await refuseComputedRates(tx, tariff_id)
    await lockUploads(tx)
    const most = owner_id === OPERATOR_ID ? KEPT_BYTES_MAX : KEPT_BYTES_OF_RESELLER
    if ((await sumKeptBytes(tx, owner_id, FILE_BYTES_MAX)) > most - FILE_BYTES_MAX) {
      throw new Problem('too-large', { message: tooMany(most) })
    }
    const { file_name } = query
    return insertRateImport(tx, { tariff_id, file_name, created_by: caller.user_id })
  })
  try {
    const stored = { owner: 'rate_import', id } as const
    const file_size = await storeFile(database, stored, file)
    const settlement_id = await findOnlySettlement(database, tariff_id)
    const earlier = await listEarlierLayouts(database, tariff_id, settlement_id)
    const reading = { chosen: null, earlier, recalls_reading: true }
    const read = await askForHead(database, stored, reading, 'file')
    await database.transaction().execute(async (tx) => {
      await finishUpload(tx, id, { file_size, settlement_id, ...read })
      await noteActivity(
        tx,
        { caller, origin },
        {
          action: 'CREATE',
          entity: 'rate_import',
          entity_id: String(id),
          entity_name: `${query.file_name} for ${tariff.name}`,
          changes: { file_size: [null, file_size] },
        },
      )
    })
  } catch (error) {
    await deleteRateImport(database, id)
    throw error
  }
  return found(await findRateImport(database, caller.scope, id))
}
