// A call is answered.
import { NO_CHANGE } from '#core/billing/call-batch-rows.ts'
import { routeOver } from '#core/call/call.ts'
import type { CallEvent } from '../kamailio/switch-link.ts'
import type { ActiveCall } from './active-calls.ts'
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
  await recordIfWanted(context, active, event)
}

/**
 * Before the event is acknowledged: what an engine that ends meanwhile has left undone, as media
 * that is blocked for the announcement, comes again with the event.
 */
async function recordIfWanted(
  { link, log, snapshots }: EngineContext,
  { call, gateway_id }: ActiveCall,
  { from_tag, sip_call_id }: CallEvent,
): Promise<void> {
  if (!routeOver(call, gateway_id)?.is_recorded) return
  const { call_id } = call
  const announcement = snapshots.settings()?.recording_announcement ?? 'TONE'
  try {
    if (!from_tag) throw new Error('the media of the call is not relayed')
    await link.record({ call_id, sip_call_id, from_tag, announcement })
  } catch (error) {
    log.warn({ call_id, error: String(error) }, 'a call is not recorded')
  }
}
