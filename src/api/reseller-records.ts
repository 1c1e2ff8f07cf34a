import type * as contract from '#contract/reseller-records.ts'
import { listResellerRecords } from '#db/reseller-records.ts'
import type { HandlersOf } from './plumbing/handle.ts'

export const resellerRecords: HandlersOf<typeof contract> = {
  listResellerRecords: ({ database, caller, query }) =>
    listResellerRecords(database, caller.scope, query),
}
