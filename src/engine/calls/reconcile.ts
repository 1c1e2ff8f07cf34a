// Compares our calls with those that the switch has, so that none is paid for and not going on, and none
// goes on and is not paid for (engine.md §2.4).

import { claimOpenCalls, findOpenCall } from '#db/open-calls.ts'
import type { SwitchDialog } from '../kamailio/switch-link.ts'
import type { ActiveCall } from './active-calls.ts'
import { type EngineContext, takeOver } from './context.ts'
import { closeActive } from './on-end.ts'

/** Younger calls may simply not be listed yet. */
const YOUNG_SECONDS = 10
const NOT_AVAILABLE = 41

/** Takes over calls of a former life and of engines that are gone. */
export async function claimCalls(context: EngineContext, seen_at?: number): Promise<void> {
  const stored = await claimOpenCalls(context.database, context.engine, context.calls.ids())
  for (const call of stored) takeOver(context, call, seen_at)
  if (stored.length > 0) context.log.info({ calls: stored.length }, 'calls taken over')
}

export async function reconcile(context: EngineContext): Promise<void> {
  const dialogs = await context.link.list()
  const now = context.clock.now_ms() / 1000
  const listed = new Set(dialogs.filter((d) => d.state !== 'ENDED').map((d) => d.dialog))
  for (const active of context.calls.all()) {
    if (listed.has(active.dialog)) {
      active.seen_at = now
      active.is_missing = false
    } else if (now - active.call.started_at > YOUNG_SECONDS) {
      // The event of its end may be on its way: it is lost when it is missing a second time.
      if (active.is_missing) await closeLost(context, active)
      active.is_missing = true
    }
  }
  for (const dialog of dialogs) await repair(context, dialog, now)
}

/** Closes a call that vanished at the last moment at which it was seen, within what it has paid for. */
async function closeLost(context: EngineContext, active: ActiveCall): Promise<void> {
  const { answered_at } = active
  const paid_until = answered_at === null ? active.seen_at : answered_at + active.granted_seconds
  const ended_at = Math.max(answered_at ?? 0, Math.min(active.seen_at, paid_until))
  context.log.warn({ call_id: active.call.call_id, ended_at }, 'a call was lost by the switch')
  await closeActive(context, active, {
    ringing_at: active.ringing_at,
    answered_at,
    ended_at,
    gateway_id: answered_at === null ? null : active.gateway_id,
    sip_code: answered_at === null ? 503 : 200,
    q850_cause: NOT_AVAILABLE,
    reason: '',
    released_by: 'SWITCH',
    attempts: [],
    cut: 'CALL_LOST',
  })
}

/** A call that the switch has and we do not: an answer that we missed is noted, an unpaid call ended. */
async function repair(context: EngineContext, dialog: SwitchDialog, now: number): Promise<void> {
  if (dialog.state !== 'ANSWERED' || dialog.answered_at === null) return
  if (now - dialog.answered_at < YOUNG_SECONDS) return
  const known = context.calls.find(dialog)
  if (known) {
    known.answered_at ??= dialog.answered_at
    return
  }
  const stored = await findOpenCall(context.database, dialog)
  if (stored) return
  context.log.warn({ dialog }, 'a call that nobody pays for is ended')
  await context.link.end(dialog.dialog, NOT_AVAILABLE, 'unknown call')
}
