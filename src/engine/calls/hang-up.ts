// Ends of calls that were asked for in the console.
import { REFUSALS } from '#core/routing/refusal.ts'
import { listHangUpsAsked } from '#db/open-calls.ts'
import type { EngineContext } from './context.ts'

/**
 * Ends what is to be ended: an answered call by BYE on both sides, one that is set up by CANCEL.
 */
export async function hangUpAsked(context: EngineContext): Promise<void> {
  for (const call_id of await listHangUpsAsked(context.database)) {
    const active = context.calls.find({ call_id, dialog: '-', sip_call_id: '' })
    if (!active) continue
    active.is_hang_up_asked = true
    const { q850_cause, text } = REFUSALS.HUNG_UP
    const is_ended =
      active.answered_at !== null && (await context.link.end(active.dialog, q850_cause, text))
    if (!is_ended) context.link.cancel(active.dialog, active.call.invite.sip_call_id)
  }
}
