import type * as contract from '#contract/rate-imports/rate-import-codes.ts'
import { namesIn } from '#core/rate-import/deck-prefixes.ts'
import { asSqlConnection } from '#db/database.ts'
import { findRateImport } from '#db/rate-imports/rate-imports.ts'
import { loadNamedPrefixes } from '#db/tariffs/code-deck.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found } from '../http/problem.ts'

export const rateImportCodes: HandlersOf<typeof contract> = {
  async listRateImportCodes({ database, caller, params }) {
    const { head } = found(await findRateImport(database, caller.scope, params.id))
    return loadNamedPrefixes(asSqlConnection(database), namesIn(head))
  },
}
