// Limits of a later gateway are checked when it is tried, because other calls may have taken its
// channels since the decision (docs/domain/routing.md, R10).
import { type Call, routeOver } from '#core/call/call.ts'
import { ON_NET, type Route } from '#core/routing/decision.ts'
import { checkGatewayLimits } from '#core/routing/evaluate-gateway.ts'
import type { RoutingSnapshot } from '#core/routing/snapshot.ts'
import type { AttemptQuestion } from '../kamailio/switch-link.ts'
import type { EngineContext } from './context.ts'

/** Answers from memory; a call of another engine is not known here. */
export function onAttempt(context: EngineContext, question: AttemptQuestion): boolean {
  const { calls, snapshots } = context
  const active = calls.find(question)
  const snapshot = snapshots.current()
  const route = active && routeOver(active.call, question.gateway_id)
  if (!active || !snapshot || !route) return true
  // It has left the previous gateway, so its own channel there no longer counts.
  calls.moveTo(active, ON_NET)
  if (isFull(context, snapshot, active.call, route)) return false
  calls.moveTo(active, route.gateway_id)
  return true
}

function isFull(
  { calls }: EngineContext,
  snapshot: RoutingSnapshot,
  call: Call,
  route: Route,
): boolean {
  const { target_id, target_channel_limit } = route
  const gateway = snapshot.gateways.get(route.gateway_id)
  const settlement = snapshot.settlements.get(route.settlement_id ?? 0)
  if (!gateway || !settlement) return false
  if (checkGatewayLimits(calls, call.identity.called_number, gateway, settlement)) return true
  // A call stored by an older version has no such field.
  return (
    typeof target_channel_limit === 'number' &&
    calls.load('TARGET', target_id ?? 0).calls >= target_channel_limit
  )
}
