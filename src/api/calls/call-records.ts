import { z } from 'zod'
import type * as contract from '#contract/calls/call-records.ts'
import { marginOf, marginPercentOf } from '#core/call/earnings.ts'
import { failureOf } from '#core/call/failure-reason.ts'
import type { Money, Percent, Rate } from '#core/money.ts'
import { describeStep } from '#core/trace/describe-step.ts'
import { findCharges, findRoutingSteps } from '#db/calls/call-charges.ts'
import { type CallRecordRow, findCallRecords, listCallRecords } from '#db/calls/call-records.ts'
import { sumCallRecords } from '#db/calls/call-totals.ts'
import { findDeckName } from '#db/tariffs/code-deck.ts'
import { withCall, withCallsOf } from '../http/archived-calls.ts'
import { inZoneOf } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { callIdsOf } from '../http/own-call-ids.ts'
import { found } from '../http/problem.ts'
import { callTotalsOf } from './call-totals.ts'

/** The frozen terms of a charge, in the units of core/money.ts; another engine's may have more. */
const terms = z.object({
  rate: z.number().transform((value) => value as Rate),
  first_rate: z.number().transform((value) => value as Rate),
  first_increment: z.number(),
  next_increment: z.number(),
  connect_fee: z.number().transform((value) => value as Money),
  attempt_fee: z.number().transform((value) => value as Money),
  grace_seconds: z.number(),
  free_seconds: z.number(),
  min_duration_seconds: z.number(),
  surcharge_percent: z.number().transform((value) => value as Percent),
  vat_percent: z.number().transform((value) => value as Percent),
})

const recordOf = (row: CallRecordRow) => ({
  ...row,
  failure: row.is_last ? failureOf(row) : null,
  margin: marginOf(row),
  margin_percent: marginPercentOf(row),
})

export const callRecords: HandlersOf<typeof contract> = {
  async listCallRecords(request) {
    const { sessionKey, caller, query } = request
    const { scope } = caller
    const { rows, page } = await callIdsOf(scope, { sessionKey }).page(query, (asked) =>
      withCallsOf(request, asked, (database) =>
        listCallRecords(database, scope, inZoneOf(caller, asked)),
      ),
    )
    return { rows: rows.map(recordOf), page }
  },

  async getCallTotals(request) {
    const { caller, query } = request
    const { sold, sell_currency, bought, buy_currency, ...sums } = await withCallsOf(
      request,
      query,
      (database) => sumCallRecords(database, caller.scope, inZoneOf(caller, query)),
    )
    return { ...callTotalsOf(sums), sold, sell_currency, bought, buy_currency }
  },

  async getCallRecord(request) {
    const { database, sessionKey, caller, params } = request
    const ids = callIdsOf(caller.scope, { sessionKey })
    const call_id = ids.known(params.call_id)
    const [records, allCharges] = await withCall(request, call_id, async (calls) => [
      await findCallRecords(calls, caller.scope, call_id),
      await findCharges(calls, caller.scope, call_id),
    ])
    const attempts = records.map((row) => ({ ...recordOf(row), call_id: params.call_id }))
    const call = found(attempts.at(-1))
    const isSeen = ({ depth }: { readonly depth: number }) =>
      caller.field_rights.includes(depth < 0 ? 'purchase' : 'sale')
    const isRated = call.prefix !== null || !/^\d{1,32}$/.test(call.called_number)
    const [steps, deck] = await Promise.all([
      findRoutingSteps(database, call_id),
      isRated ? undefined : findDeckName(database, call.called_number),
    ])
    return {
      call,
      deck_destination: deck ? { prefix: deck.matched, name: deck.name } : null,
      attempts: attempts.map((one) => ({ ...one, buy_amount: one.attempt_buy_amount })),
      charges: allCharges
        .filter(isSeen)
        .map((charge) => ({ ...charge, ...terms.parse(charge.terms) })),
      steps: steps.map((step) => describeStep(step, call.currency)),
    }
  },
}
