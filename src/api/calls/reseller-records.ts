import type * as contract from '#contract/calls/reseller-records.ts'
import { marginOf, marginPercentOf } from '#core/call/earnings.ts'
import { failureOf } from '#core/call/failure-reason.ts'
import { sumResellerRecords } from '#db/calls/call-totals.ts'
import {
  findResellerRecord,
  listResellerRecords,
  type ResellerRecordRow,
} from '#db/calls/reseller-records.ts'
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

export const resellerRecords: HandlersOf<typeof contract> = {
  async listResellerRecords({ database, caller, query }) {
    const { rows, page } = await listResellerRecords(
      database,
      caller.scope,
      inZoneOf(caller, query),
    )
    return { rows: rows.map(recordOf), page }
  },

  async getResellerRecord({ database, caller, params }) {
    return recordOf(found(await findResellerRecord(database, caller.scope, params.call_id)))
  },

  async getResellerCallTotals({ database, caller, query }) {
    const zoned = inZoneOf(caller, query)
    return (await sumResellerRecords(database, caller.scope, zoned)).map(callTotalsOf)
  },
}
