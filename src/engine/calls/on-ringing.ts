// A call rings.
import { NO_CHANGE } from '#core/billing/call-batch-rows.ts'
import type { CallEvent } from '../kamailio/switch-link.ts'
import { type EngineContext, progressOf } from './context.ts'

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
      const change = { ...NO_CHANGE, ...progressOf(active), state: 'RINGING' as const, ringing_at }
      await context.chargingQueue.write({ kind: 'progress', call, change })
      active.is_ringing_written = true
    }),
  )
}
