// Ends calls from the console, calls of clients that are no longer active, and calls that another
// node has closed.
import { checkAccountsActive } from '#core/routing/admission.ts'
import { REFUSALS } from '#core/routing/refusal.ts'
import { listClosedCalls, listHangUpsAsked } from '#db/calls/open-calls.ts'
import type { ActiveCall, HangUp } from './active-calls.ts'
import type { EngineContext } from './context.ts'

/** Ends calls that were hung up in the console. */
export async function hangUpAsked(context: EngineContext): Promise<void> {
  for (const call_id of await listHangUpsAsked(context.database)) {
    const active = context.calls.find({ call_id, dialog: '-', sip_call_id: '' })
    if (active) await hangUp(context, active, 'HUNG_UP')
  }
}

/**
 * Ends the calls of clients that are blocked, closed or expired, or whose reseller is, unless the
 * settings let active calls continue.
 */
export async function hangUpBarred(context: EngineContext): Promise<void> {
  const snapshot = context.snapshots.current()
  if (!snapshot || context.snapshots.settings()?.hang_up_blocked === false) return
  const at_seconds = context.clock.now_ms() / 1000
  for (const active of [...context.calls.all()]) {
    const client = snapshot.clients.get(active.call.identity.account_id)
    const resellers = active.call.identity.reseller_ids.flatMap(
      (id) => snapshot.resellers.get(id) ?? [],
    )
    const is_barred = !client || checkAccountsActive(client, resellers, at_seconds) !== undefined
    if (is_barred && active.hang_up === null) await hangUp(context, active, 'ACCOUNT_BLOCKED')
  }
}

/** Younger calls may be on their way into the database. */
const YOUNG_SECONDS = 10

/**
 * Ends calls that another node has closed while this one gave no sign of life: they are not paid
 * any more (ADR-0040).
 */
export function watchClosedCalls(context: EngineContext): () => Promise<void> {
  const { database, calls, clock, log } = context
  let closed_before: ReadonlySet<string> = new Set()
  return async () => {
    const old = [...calls.all()].filter(
      // Without a dialog of this switch there is nothing to end.
      ({ call, missing_at }) =>
        missing_at === null && clock.now_ms() / 1000 - call.started_at > YOUNG_SECONDS,
    )
    const ids = old.map(({ call }) => call.call_id)
    const closed = new Set(ids.length > 0 ? await listClosedCalls(database, ids) : [])
    for (const active of old) {
      const { call_id } = active.call
      // This engine may be closing it just now: then it is gone by the next time.
      if (!closed.has(call_id) || !closed_before.has(call_id)) continue
      log.warn({ call_id }, 'a call that another node has closed is ended')
      await hangUp(context, active, 'CALL_LOST')
    }
    closed_before = closed
  }
}

/** An answered call ends by BYE on both sides, one that is set up by CANCEL. */
async function hangUp(context: EngineContext, active: ActiveCall, why: HangUp): Promise<void> {
  active.hang_up = why
  const { q850_cause, text } = REFUSALS[why]
  const is_ended =
    active.answered_at !== null && (await context.link.end(active.dialog, q850_cause, text))
  if (!is_ended) context.link.cancel(active.dialog, active.call.invite.sip_call_id)
}
