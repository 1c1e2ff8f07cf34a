// A call rings, or is answered.

import { NO_CHANGE } from '#core/billing/call-batch-rows.ts'
import type { CallEvent } from '../kamailio/switch-link.ts'
import type { ActiveCall } from './active-calls.ts'
import { type EngineContext, findCall, isHeardAtOnce } from './context.ts'

/** After the paid seconds, until a call without any sign of life is looked for. */
export const ANSWERED_SLACK_SECONDS = 15

/** Only for the screens, so it is neither waited for nor repeated. */
export function onRinging(context: EngineContext, event: CallEvent): void {
  const active = context.calls.find(event)
  if (!active || active.answered_at !== null) return
  active.ringing_at ??= event.ringing_at
  if (event.gateway_id !== null) context.calls.moveTo(active, event.gateway_id)
}

/** Writes which calls have begun to ring. Runs every second: many are answered by then. */
export async function writeRinging(context: EngineContext): Promise<void> {
  const rung = [...context.calls.all()].filter(
    (active) =>
      active.ringing_at !== null && active.answered_at === null && !active.is_ringing_written,
  )
  await Promise.all(
    rung.map(async (active) => {
      const { call, ringing_at } = active
      const change = { ...NO_CHANGE, ...whereItIs(active), state: 'RINGING' as const, ringing_at }
      await context.chargingQueue.write({ kind: 'progress', call, change })
      active.is_ringing_written = true
    }),
  )
}

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
      ...whereItIs(active),
      state: 'ANSWERED',
      ringing_at: active.ringing_at,
      answered_at: active.answered_at,
      expires_at: active.answered_at + active.granted_seconds + ANSWERED_SLACK_SECONDS,
    },
  })
}

function whereItIs(active: ActiveCall) {
  const route = active.call.routes.find((r) => r.gateway_id === active.gateway_id)
  return {
    call_id: active.call.call_id,
    gateway_id: active.gateway_id,
    settlement_id: route?.settlement_id ?? null,
  }
}
