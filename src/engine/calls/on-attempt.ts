// Limits of a later gateway are checked when it is tried, because other calls may have taken its
// channels since the decision (docs/domain/routing.md, R10).
import { routeOver } from '#core/call/call.ts'
import { limitsOverRoute } from '#core/routing/call-limits.ts'
import { ON_NET } from '#core/routing/decision.ts'
import { DatabaseUnavailable } from '../charging/charging-queue.ts'
import type { AttemptQuestion } from '../kamailio/switch-link.ts'
import { type EngineContext, findCall } from './context.ts'

/** Whether the call may go on to this gateway, where it is counted from now on. */
export async function onAttempt(
  context: EngineContext,
  question: AttemptQuestion,
): Promise<boolean> {
  const { gateway_id } = question
  const active = await findCall(context, question)
  const snapshot = context.snapshots.current()
  const route = active && routeOver(active.call, gateway_id)
  if (!active || !snapshot || !route) return true
  const { call } = active
  const limits = limitsOverRoute(snapshot, call.identity.called_number, route)
  const outcome = await context.chargingQueue
    .write({ kind: 'attempt', call, gateway_id, limits })
    .catch((error: unknown) => {
      // A channel that cannot be counted is not taken.
      if (error instanceof DatabaseUnavailable) return { kind: 'crowded' as const }
      throw error
    })
  const has_channel = outcome.kind !== 'crowded'
  context.calls.moveTo(active, has_channel ? gateway_id : ON_NET)
  return has_channel
}
