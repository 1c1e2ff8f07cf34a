// Decisions about calls in the snapshot of tests; a test names what it changes.
import { decideCall } from '#core/routing/decide-call.ts'
import type { Decision, Invite, Refused, Routed } from '#core/routing/decision.ts'
import type { Usage } from '#core/routing/snapshot.ts'
import { at, makeInvite, makeSnapshot, makeUsage, type Parts, START_MS } from './snapshot.ts'

export interface Situation {
  parts?: Parts
  invite?: Partial<Invite>
  usage?: Usage
  now_ms?: number
}

export function decide({
  parts,
  invite,
  usage = makeUsage(),
  now_ms = START_MS,
}: Situation): Decision {
  return decideCall(makeSnapshot(parts), usage, makeInvite(invite), at(now_ms))
}

export function expectRouted(situation: Situation): Routed {
  const decision = decide(situation)
  if (decision.kind !== 'routed') throw new Error('The call was not routed')
  return decision
}

export function expectRefused(situation: Situation): Refused {
  const decision = decide(situation)
  if (decision.kind !== 'refused') throw new Error('The call was not refused')
  return decision
}

export const namesOf = (routed: Routed) => routed.routes.map((route) => route.gateway_name)
