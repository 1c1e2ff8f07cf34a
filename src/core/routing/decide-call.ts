// The whole decision on one screen: identify, read the numbers, limit, rate, route
// (docs/domain/routing.md, R1). Money is reserved after this, in the database (account/payer.ts).
import type { Payer } from '../account/payer.ts'
import { assert } from '../assert.ts'
import { checkAccountsActive, checkLimits, limitsOf, resellersOf } from './admission.ts'
import { chooseRoutes } from './choose-routes.ts'
import type { Decision, Identity, Invite, Moment, Routed } from './decision.ts'
import type { GatewayExclusion } from './exclusions.ts'
import { findPlanRules } from './find-plan-rules.ts'
import { type Caller, identifyCaller } from './identify-caller.ts'
import { routeOnNet } from './on-net-route.ts'
import { type Chain, rateChain } from './rate-chain.ts'
import { type ReadNumbers, readNumbers } from './read-numbers.ts'
import { isLimit, type Refusal } from './refusal.ts'
import { refusalForNoRoute } from './refusal-for-no-route.ts'
import type { Client, ClientIp, Reseller, RoutingSnapshot, Usage } from './snapshot.ts'
import type { TraceStep } from './trace.ts'

/** Decides about a call that arrives now. Pure: all input is in the arguments. */
export function decideCall(
  snapshot: RoutingSnapshot,
  usage: Usage,
  invite: Invite,
  moment: Moment,
): Decision {
  const caller = identifyCaller(snapshot, invite)
  if (caller.kind === 'challenge') return { kind: 'challenged' }
  const trace: TraceStep[] = []
  const refuse: Refuse = (refusal, so_far = {}) => {
    const usual_code = isLimit(refusal) ? snapshot.limit_sip_code : undefined
    const { party = null, sip_code = usual_code, identity = {}, payers = [], exclusion } = so_far
    const { route_plan_id = null, route_rule_id = null } = so_far
    trace.push({
      step: 'REFUSED',
      refusal,
      party,
      ...(exclusion === undefined ? {} : { exclusion }),
    })
    const reply = sip_code === undefined ? {} : { sip_code }
    const by = { route_plan_id, route_rule_id }
    return { kind: 'refused', refusal, identity, payers, ...by, trace, ...reply }
  }

  const client = clientOf(snapshot, caller)
  if (caller.kind === 'unknown' || !client) return refuse('AUTH_UNKNOWN_IP')
  const { row, user } = partsOf(caller)
  const resellers = resellersOf(snapshot, client)
  const identity = identityOf(client, caller)
  trace.push(callerStep(client, caller, invite))
  if (user?.networks && user.networks.find(invite.source_ip).length === 0) {
    return refuse('AUTH_WRONG_SOURCE', { identity })
  }
  const barred = checkAccountsActive(client, resellers, moment.now_ms / 1000)
  if (barred) return refuse(barred.refusal, { ...barred, identity })

  const tech_prefix = row?.tech_prefix ?? ''
  const question = { snapshot, client, user, tech_prefix, invite, random: moment.random }
  const read = readNumbers(question, trace)
  if (read.kind === 'refused') return refuse(read.refusal, { identity })
  const { called_number, caller_number, called_user } = read.numbers
  const whole = {
    ...identity,
    called_number,
    routed_caller_number: caller_number,
    ...(called_user ? { called_user_id: called_user.id } : {}),
  }

  const full = checkLimits(usage, limitsOf(client, resellers, { row, user }), trace)
  if (full) return refuse(full.refusal, { ...full, identity: whole })

  const parties = { snapshot, client, resellers, called_number, now_ms: moment.now_ms }
  const tariff_id = row?.tariff_id ?? client.tariff_id
  const is_on_net = called_user !== undefined
  const rated = rateChain({ ...parties, tariff_id, is_on_net }, trace)
  if (rated.kind === 'refused') {
    return refuse(rated.refusal, { ...rated, identity: whole })
  }
  const so_far = { identity: whole, payers: rated.chain.payers }
  const ways = called_user
    ? routeOnNet({ ...parties, usage, numbers: read.numbers }, called_user, trace)
    : routeOffNet(
        { ...parties, usage, row, chain: rated.chain, numbers: read.numbers, moment },
        trace,
      )
  if ('refusal' in ways) return refuse(ways.refusal, { ...ways, ...so_far })
  return {
    kind: 'routed',
    ...so_far,
    ...ways,
    max_call_duration_seconds: Math.min(
      client.max_call_duration_seconds,
      snapshot.max_call_duration_seconds,
    ),
    trace,
  }
}

type Refuse = (refusal: Refusal, so_far?: SoFar) => Decision

/** What is known when the call is refused. */
interface SoFar {
  readonly party?: string | null
  readonly exclusion?: GatewayExclusion | undefined
  readonly sip_code?: number | undefined
  readonly identity?: Partial<Identity>
  readonly payers?: readonly Payer[]
  readonly route_plan_id?: number | null
  readonly route_rule_id?: number | null
}

type RoutingResult =
  | Pick<Routed, 'routes' | 'route_plan_id' | 'route_rule_id' | 'max_setup_seconds'>
  | ({ readonly refusal: Refusal } & Omit<SoFar, 'party' | 'identity' | 'payers'>)

interface RoutingQuestion {
  readonly snapshot: RoutingSnapshot
  readonly usage: Usage
  readonly client: Client
  readonly resellers: readonly Reseller[]
  readonly row: ClientIp | undefined
  readonly chain: Chain
  readonly numbers: ReadNumbers
  readonly now_ms: number
  readonly moment: Moment
}

function routeOffNet(question: RoutingQuestion, trace: TraceStep[]): RoutingResult {
  const { snapshot, usage, client, row, chain, numbers, now_ms, moment } = question
  const plan = snapshot.route_plans.get(row?.route_plan_id ?? client.route_plan_id ?? 0)
  if (!plan) {
    trace.push({ step: 'NO_RULE', plan: null })
    return { refusal: 'NO_ROUTE' }
  }
  const found = findPlanRules({ ...question, plan }, trace)
  const by = { route_plan_id: plan.id, route_rule_id: found.rule_id }
  const { refusal, sip_code } = found
  if (refusal && found.rules.length === 0) return { refusal, sip_code, ...by }
  // The operator is paid by the top of the chain.
  const [tariff, payer] = [chain.tariffs.at(-1), chain.payers.at(-1)]
  assert(tariff && payer, 'a chain has a top')
  const chosen = chooseRoutes({
    snapshot,
    usage,
    client,
    numbers: numbers.routed,
    now_ms,
    sale: { tariff, price: payer.price },
    rules: found.rules,
    random: moment.random,
  })
  trace.push(...chosen.trace)
  const [first, ...others] = chosen.routes
  if (!first) return { ...refusalForNoRoute(chosen.trace), ...by }
  return { routes: [first, ...others], ...by, max_setup_seconds: plan.max_setup_seconds }
}

function identityOf(client: Client, caller: Caller) {
  const { row, user } = partsOf(caller)
  return {
    account_id: client.id,
    client_type: client.type,
    client_ip_id: row?.id ?? null,
    sip_user_id: user?.id ?? null,
    reseller_ids: client.reseller_ids,
  }
}

function partsOf(caller: Caller) {
  return {
    row: caller.kind === 'row' ? caller.row : undefined,
    user: caller.kind === 'user' ? caller.user : undefined,
  }
}

function clientOf(snapshot: RoutingSnapshot, caller: Caller): Client | undefined {
  const { row, user } = partsOf(caller)
  return snapshot.clients.get((row ?? user)?.account_id ?? 0)
}

function callerStep(client: Client, caller: Caller, invite: Invite): TraceStep {
  return {
    step: 'CALLER',
    account_id: client.id,
    client: client.name,
    known_by: caller.kind === 'user' ? 'PASSWORD' : 'ADDRESS',
    username: caller.kind === 'user' ? caller.user.username : null,
    source: `${invite.source_ip}:${invite.source_port}`,
  }
}
