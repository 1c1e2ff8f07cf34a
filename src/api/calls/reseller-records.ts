import type * as contract from '#contract/calls/reseller-records.ts'
import { marginOf, marginPercentOf } from '#core/call/earnings.ts'
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
    const withMargin = rows.map((row) => ({
      ...row,
      margin: marginOf(row),
      margin_percent: marginPercentOf(row),
    }))
    return { rows: withMargin, page }
  },

  async getResellerCallTotals({ database, caller, query }) {
    const zoned = inZoneOf(caller, query)
    return (await sumResellerRecords(database, caller.scope, zoned)).map(callTotalsOf)
  },
}
