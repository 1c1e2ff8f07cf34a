// The route to a SIP user; the switch knows its registrations.

import type { CallNumbers } from '../number/translation.ts'
import { checkAccountsActive, checkLimits } from './admission.ts'
import {
  type Counted,
  ON_NET,
  type RefusedStage,
  type Route,
  type RoutedStage,
} from './decision.ts'
import type { KnownCaller } from './identify-caller.ts'
import { NO_TURNS } from './percent-counters.ts'
import { type RoutingSnapshot, resellersOf, type SipUser, type Usage } from './snapshot.ts'
import type { TraceStep } from './trace.ts'

export interface OnNetQuestion {
  readonly snapshot: RoutingSnapshot
  readonly usage: Usage
  readonly caller: KnownCaller
  readonly numbers: CallNumbers
  readonly now_ms: number
}

/**
 * The route to a SIP user, or why it cannot be called. Its client must be active as if it called
 * itself, and its calls count in both directions (docs/domain/routing.md, R4).
 */
export function routeOnNet(question: OnNetQuestion, user: SipUser): RoutedStage | RefusedStage {
  const { snapshot, usage, caller, numbers } = question
  const { username } = user
  const is_registered = usage.isRegistered(username)
  const trace: TraceStep[] = [{ step: 'ON_NET', username, is_registered }]
  const barred = checkOwner(question, user)
  if (barred) return { ...barred, trace }
  if (!is_registered) return { kind: 'refused', refusal: 'USER_OFFLINE', trace }
  const full = checkLimits(usage, [limitOfCalled(user)])
  if (full) return { ...full, trace: [...trace, ...(full.trace ?? [])] }
  return {
    kind: 'routed',
    routes: [routeTo(user, caller, numbers)],
    route_plan_id: null,
    route_rule_id: null,
    max_setup_seconds: snapshot.on_net_ring_seconds,
    percent_turns: NO_TURNS,
    trace,
  }
}

/** The limit of the called SIP user, which counts calls in both directions. */
export const limitOfCalled = ({ id, username: name, channel_limit }: SipUser): Counted => ({
  ...{ kind: 'SIP_USER', id, name, when_full: BUSY },
  limits: { channel_limit, cps_limit: null },
})

const BUSY = { CHANNELS: 'USER_BUSY', CPS: 'USER_BUSY' } as const

/** Why the client of the called SIP user is not active, as the refusal for its caller. */
function checkOwner(
  { snapshot, now_ms }: OnNetQuestion,
  { account_id, status, username }: SipUser,
): RefusedStage | undefined {
  const owner = snapshot.clients.get(account_id)
  if (!owner || status !== 'active') {
    return { kind: 'refused', refusal: 'USER_BLOCKED', party: username }
  }
  const barred = checkAccountsActive(owner, resellersOf(snapshot, owner), now_ms / 1000)
  const party = barred?.party ?? owner.name
  return barred && { kind: 'refused', refusal: 'USER_BLOCKED', party }
}

function routeTo({ username }: SipUser, { client }: KnownCaller, numbers: CallNumbers): Route {
  return {
    gateway_id: ON_NET,
    gateway_name: username,
    settlement_id: null,
    target_id: null,
    target_channel_limit: null,
    address: username,
    sent_number: username,
    sent_caller_number: numbers.caller_number,
    sent_caller_name: numbers.caller_name,
    sent_pai: numbers.pai,
    sent_diversion: numbers.diversion,
    codecs: client.codecs,
    // Phones are behind NAT, which accepts only responses.
    media_mode: 'PROXY',
    buy: null,
  }
}
