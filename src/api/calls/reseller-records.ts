import type * as contract from '#contract/calls/reseller-records.ts'
import { marginOf, marginPercentOf } from '#core/call/earnings.ts'
import { failureOf } from '#core/call/failure-reason.ts'
import { sumResellerRecords } from '#db/calls/call-totals.ts'
import {
  findResellerRecord,
  listResellerRecords,
  type ResellerRecordRow,
} from '#db/calls/reseller-records.ts'
import { withCall, withCallsOf } from '../http/archived-calls.ts'
import { inZoneOf } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found } from '../http/problem.ts'
import { callTotalsOf } from './call-totals.ts'

const recordOf = <Row extends ResellerRecordRow>(row: Row) => ({
  ...row,
  failure: failureOf(row),
  margin: marginOf(row),
  margin_percent: marginPercentOf(row),
})

/** Here an account may be a reseller above the client: it narrows no part of the archive. */
const askedOf = <Query extends object>(query: Query) => ({ ...query, account_id: undefined })

export const resellerRecords: HandlersOf<typeof contract> = {
  async listResellerRecords(request) {
    const { caller, query } = request
    const { rows, page } = await withCallsOf(request, askedOf(query), (database) =>
      listResellerRecords(database, caller.scope, inZoneOf(caller, query)),
    )
    return { rows: rows.map(recordOf), page }
  },

  async getResellerRecord(request) {
    const { caller, params } = request
    const record = await withCall(request, params.call_id, (database) =>
      findResellerRecord(database, caller.scope, params.call_id),
    )
    return recordOf(found(record))
  },

  async getResellerCallTotals(request) {
    const { caller, query } = request
    const sums = await withCallsOf(request, askedOf(query), (database) =>
      sumResellerRecords(database, caller.scope, inZoneOf(caller, query)),
    )
    return sums.map(callTotalsOf)
  },
}
