import type * as contract from '#contract/calls/reseller-records.ts'
import { marginOf, marginPercentOf } from '#core/call/earnings.ts'
import { failureOf } from '#core/call/failure-reason.ts'
import { sumResellerRecords } from '#db/calls/call-totals.ts'
import { listResellerRecords } from '#db/calls/reseller-records.ts'
import { inZoneOf } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { callTotalsOf } from './call-totals.ts'

export const resellerRecords: HandlersOf<typeof contract> = {
  async listResellerRecords({ database, caller, query }) {
    const { rows, page } = await listResellerRecords(
      database,
      caller.scope,
      inZoneOf(caller, query),
    )
    const records = rows.map((row) => ({
      ...row,
      failure: failureOf(row),
      margin: marginOf(row),
      margin_percent: marginPercentOf(row),
    }))
    return { rows: records, page }
  },

  async getResellerCallTotals({ database, caller, query }) {
    const zoned = inZoneOf(caller, query)
    return (await sumResellerRecords(database, caller.scope, zoned)).map(callTotalsOf)
  },
}
