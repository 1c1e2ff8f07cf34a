import type * as contract from '#contract/accounts/spend-warnings.ts'
import { listSpendWarnings } from '#db/accounts/spend-warnings.ts'
import type { HandlersOf } from '../http/handle.ts'

/** More do not fit over a page. */
const NAMED = 5

export const spendWarnings: HandlersOf<typeof contract> = {
  listSpendWarnings: ({ database, caller }) => listSpendWarnings(database, caller.scope, NAMED),
}
