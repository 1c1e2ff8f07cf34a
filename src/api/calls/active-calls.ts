import type * as contract from '#contract/calls/active-calls.ts'
import { describeStep } from '#core/trace/describe-step.ts'
import {
  askHangUp,
  countActiveCalls,
  findActiveCall,
  listActiveCalls,
} from '#db/calls/active-calls.ts'
import { findRoutingSteps } from '#db/calls/call-charges.ts'
import { countCallsNow } from '#db/console/home.ts'
import { readSettings } from '#db/settings.ts'
import { sendSignal } from '#db/signals.ts'
import { noteActivity } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { callIdsOf } from '../http/own-call-ids.ts'
import { found } from '../http/problem.ts'

export const activeCalls: HandlersOf<typeof contract> = {
  listActiveCalls: ({ database, sessionKey, caller: { scope }, query }) =>
    callIdsOf(scope, { sessionKey }).page(query, (asked) =>
      listActiveCalls(database, scope, asked),
    ),

  async countActiveCalls({ database, caller, query }) {
    const [counts, { calls_per_second }] = await Promise.all([
      countActiveCalls(database, caller.scope, query),
      countCallsNow(database, caller.scope),
    ])
    return { ...counts, calls_per_second }
  },

  async getActiveCall({ database, sessionKey, caller, params }) {
    const call_id = callIdsOf(caller.scope, { sessionKey }).known(params.call_id)
    const row = found(await findActiveCall(database, caller.scope, call_id))
    const call = { ...row, call_id: params.call_id }
    const steps = await findRoutingSteps(database, call_id)
    const { currency } = await readSettings(database)
    return { call, steps: steps.map((step) => describeStep(step, currency)) }
  },

  hangUpCall: ({ database, caller, params: { call_id }, origin, clock }) =>
    database.transaction().execute(async (tx) => {
      const at = toInstant(clock.now_ms())
      const call = found(await askHangUp(tx, caller.scope, call_id, caller.username, at))
      await noteActivity(
        tx,
        { caller, origin },
        {
          action: 'EXECUTE',
          entity: 'active_call',
          entity_id: call_id,
          entity_name: `${call.caller_number} to ${call.called_number}`,
          changes: { hang_up_asked: [false, true] },
        },
      )
      await sendSignal(tx, { changed: 'hang_up' })
    }),
}
