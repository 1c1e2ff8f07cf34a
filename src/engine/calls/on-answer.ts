// A call is answered.
import { NO_CHANGE } from '#core/billing/call-batch-rows.ts'
import type { CallEvent } from '../kamailio/switch-link.ts'
import { type EngineContext, findCall, isHeardAtOnce, progressOf } from './context.ts'

/** After the paid seconds, until a call without any message is looked for. */
export const ANSWERED_SLACK_SECONDS = 15

/** From here on the call costs money: the answer is in the database before it is acknowledged. */
export async function onAnswer(context: EngineContext, event: CallEvent): Promise<void> {
  const active = await findCall(context, event)
  if (!active || event.answered_at === null) return
  active.answered_at = event.answered_at
  active.ringing_at ??= event.ringing_at
  active.seen_at = event.answered_at
  active.media_at = Math.max(active.media_at, event.answered_at)
  active.media_monotonic_ms = context.clock.monotonic_ms()
  if (isHeardAtOnce(context, event.live, event.answered_at)) {
    active.answered_monotonic_ms ??= context.clock.monotonic_ms()
  }
  if (event.gateway_id !== null) context.calls.moveTo(active, event.gateway_id)
  await context.chargingQueue.write({
    kind: 'progress',
    call: active.call,
    change: {
      ...NO_CHANGE,
      ...progressOf(active),
      state: 'ANSWERED',
      ringing_at: active.ringing_at,
      answered_at: active.answered_at,
      expires_at: active.answered_at + active.granted_seconds + ANSWERED_SLACK_SECONDS,
    },
  })
}
