// The whole decision on one screen: identify, admit, normalise, limit, rate, route
// (docs/domain/routing.md, R1). Money is reserved after this, in the database (account/payer.ts).
import { checkCaller, checkLimits, limitsOf } from './admission.ts'
import type { Decision, Identity, Invite, Moment, Refused, RefusedStage } from './decision.ts'
import { identifyCaller, type KnownCaller } from './identify-caller.ts'
import { normaliseCall } from './normalise-call.ts'
import { NO_TURNS } from './percent-counters.ts'
import { rateChain } from './rate-chain.ts'
import { recordRoutes } from './record-routes.ts'
import { isLimit } from './refusal.ts'
import { routeOffNet } from './route-off-net.ts'
import { limitOfCalled, routeOnNet } from './route-on-net.ts'
import type { RoutingSnapshot, Usage } from './snapshot.ts'
import type { TraceStep } from './trace.ts'

/** Decides about a call that arrives now. Pure: all input is in the arguments. */
export function decideCall(
  snapshot: RoutingSnapshot,
  usage: Usage,
  invite: Invite,
  moment: Moment,
): Decision {
  const refuse = (known: Known, stage: RefusedStage) => refusedCall(snapshot, known, stage)
  const { now_ms } = moment

  const caller = identifyCaller(snapshot, invite)
  if (caller.kind === 'challenge') return { kind: 'challenged' }
  if (caller.kind === 'unknown') return refuse(NOTHING, UNKNOWN)
  const identified: Known = { identity: identityOf(caller), trace: [callerStep(caller, invite)] }

  if (snapshot.is_draining) return refuse(identified, DRAINING)
  if (invite.foreign_route !== '') return refuse(identified, FOREIGN_ROUTE)
  const barred = checkCaller(caller, invite, now_ms)
  if (barred) return refuse(identified, barred)

  const normalised = normaliseCall(snapshot, caller, invite, moment)
  if (normalised.kind === 'refused') return refuse(identified, normalised)
  const { numbers, called_user, tags } = normalised
  const { called_number } = numbers
  const identity: Identity = {
    ...identityOf(caller),
    called_number,
    routed_caller_number: numbers.caller_number,
    ...(called_user ? { called_user_id: called_user.id } : {}),
  }
  const numbered = { identity, trace: [...identified.trace, ...normalised.trace] }

  const limits = limitsOf(caller)
  const full = checkLimits(usage, limits)
  if (full) return refuse(numbered, full)

  const is_on_net = called_user !== undefined
  const chain = rateChain({ snapshot, caller, called_number, is_on_net, now_ms })
  if (chain.kind === 'refused') return refuse(numbered, chain)
  const { payers } = chain
  const rated = { identity, payers, trace: [...numbered.trace, ...chain.trace] }

  const routed = called_user
    ? routeOnNet({ snapshot, usage, caller, numbers, now_ms }, called_user)
    : routeOffNet({ snapshot, usage, caller, numbers, tags, chain, moment })
  if (routed.kind === 'refused') return refuse(rated, routed)
  const max_call_duration_seconds = Math.min(
    caller.client.max_call_duration_seconds,
    snapshot.max_call_duration_seconds,
  )
  return {
    ...rated,
    ...routed,
    routes: recordRoutes(snapshot.recording_rules, identity, routed.routes),
    max_call_duration_seconds,
    limits: called_user ? [...limits, limitOfCalled(called_user)] : limits,
    trace: [...rated.trace, ...routed.trace],
  }
}

/** The facts known of a call after the stages so far. */
type Known = Pick<Refused, 'identity' | 'trace'> & Partial<Pick<Refused, 'payers'>>

const NOTHING: Known = { identity: {}, trace: [] }
const DRAINING: RefusedStage = { kind: 'refused', refusal: 'DRAINING' }
const FOREIGN_ROUTE: RefusedStage = { kind: 'refused', refusal: 'FOREIGN_ROUTE' }
const UNKNOWN: RefusedStage = { kind: 'refused', refusal: 'AUTH_UNKNOWN_IP' }

function refusedCall(snapshot: RoutingSnapshot, known: Known, stage: RefusedStage): Refused {
  const { refusal, party = null, exclusion } = stage
  const sip_code = stage.sip_code ?? (isLimit(refusal) ? snapshot.limit_sip_code : undefined)
  const reason = exclusion === undefined ? {} : { exclusion }
  const step: TraceStep = { step: 'REFUSED', refusal, party, ...reason }
  return {
    kind: 'refused',
    refusal,
    identity: known.identity,
    payers: stage.payers ?? known.payers ?? [],
    route_plan_id: stage.route_plan_id ?? null,
    route_rule_id: stage.route_rule_id ?? null,
    percent_turns: stage.percent_turns ?? NO_TURNS,
    trace: [...known.trace, ...(stage.trace ?? []), step],
    ...(sip_code === undefined ? {} : { sip_code }),
  }
}

function identityOf({ client, row, user }: KnownCaller) {
  return {
    account_id: client.id,
    client_type: client.type,
    client_ip_id: row?.id ?? null,
    sip_user_id: user?.id ?? null,
    reseller_ids: client.reseller_ids,
  }
}

function callerStep({ client, user }: KnownCaller, invite: Invite): TraceStep {
  return {
    step: 'CALLER',
    account_id: client.id,
    client: client.name,
    known_by: user ? 'PASSWORD' : 'ADDRESS',
    username: user?.username ?? null,
    source: `${invite.source_ip}:${invite.source_port}`,
  }
}
