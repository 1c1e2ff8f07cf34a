import type * as contract from '#contract/machine/auth-failures.ts'
import { countAuthFailures, listAuthFailures } from '#db/people/auth-failures.ts'
import { searchedPeriod } from '#db/periods.ts'
import { inZoneOf } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'

export const authFailures: HandlersOf<typeof contract> = {
  async listAuthFailures({ database, caller, query }) {
    const period = await searchedPeriod(database, inZoneOf(caller, query))
    return listAuthFailures(database, caller.scope, { ...query, ...period })
  },

  async countAuthFailures({ database, caller, query }) {
    const period = await searchedPeriod(database, inZoneOf(caller, query))
    return countAuthFailures(database, caller.scope, { ...query, ...period })
  },
}
