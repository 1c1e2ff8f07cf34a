import type * as contract from '#contract/rate-imports/rate-import-losses.ts'
import { listImportLosses, listLosingTariffs } from '#db/rate-imports/rate-import-margin.ts'
import { findRateImport } from '#db/rate-imports/rate-imports.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found } from '../http/problem.ts'

export const rateImportLosses: HandlersOf<typeof contract> = {
  async listLosingTariffs({ database, caller, params: { id } }) {
    found(await findRateImport(database, caller.scope, id))
    return listLosingTariffs(database, id)
  },

  async listRateImportLosses({ database, caller, params: { id }, query }) {
    found(await findRateImport(database, caller.scope, id))
    return listImportLosses(database, id, query)
  },
}
