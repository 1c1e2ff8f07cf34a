// Which gateways may carry a call, and in which order they are tried
// (docs/domain/routing.md, R6 and R7).
import { OPERATOR_ID } from '../account/operator.ts'
import type { Payer } from '../account/payer.ts'
import { boundedMoney, type Money, money } from '../money.ts'
import type { CallNumbers } from '../number/translation.ts'
import { TRANSLATION_FIELDS } from '../number/translation-fields.ts'
import { expectedAmount } from '../tariff/expected-amounts.ts'
import type { Price, Tariff } from '../tariff/tariff.ts'
import { limitStep } from './admission.ts'
import type { Route } from './decision.ts'
import {
  countsAsProbe,
  type EvaluatedGateway,
  evaluateGateway,
  type GatewayQuestion,
  ruleHelpers,
} from './evaluate-gateway.ts'
import type { GatewayExclusion, SkipReason } from './exclusions.ts'
import { type Candidate, orderRoutes } from './order-routes.ts'
import { NO_TURNS, type PercentTurn, type PercentTurns } from './percent-counters.ts'
import { checkMinimumMargin, type Sale } from './profit.ts'
import type { FoundRule, RouteTarget } from './route-plan.ts'
import { sentNumbers } from './sent-number.ts'
import { type Gateway, isFull } from './snapshot.ts'
import type { TraceStep } from './trace.ts'

export interface RouteQuestion
  extends Omit<GatewayQuestion, 'helpers' | 'average_duration_seconds'> {
  /** The price paid to the operator: by the top reseller, or by a client without one. */
  readonly sale: { readonly tariff: Tariff; readonly price: Price }
  /** As `findRules` has found them: the targets of the first are tried first. */
  readonly rules: readonly FoundRule[]
  /** 0 to below 1, as Math.random. */
  readonly random: () => number
}

interface RouteCandidate extends Candidate {
  readonly target: RouteTarget
  readonly examined: EvaluatedGateway
}

type GatewayStep = TraceStep & { step: 'GATEWAY' }

/** A gateway that a target leads to, with its own part in the order. */
interface Member {
  readonly gateway: Gateway
  readonly member_priority: number
  readonly weight: number
}

export interface ChosenRoutes {
  readonly routes: readonly Route[]
  readonly percent_turns: PercentTurns
  readonly trace: readonly TraceStep[]
}

/**
 * The routes in the order in which they are tried, and a step of the trace for every gateway that
 * the rules lead to.
 */
export function chooseRoutes(question: RouteQuestion): ChosenRoutes {
  const { rules, sale, random } = question
  const [first] = rules
  if (!first) return { routes: [], percent_turns: NO_TURNS, trace: [] }
  const { average_duration_seconds } = sale.tariff
  const amount = expectedAmount(sale.price.terms, average_duration_seconds)
  const helpers = ruleHelpers(question.snapshot)
  const search = new Search({ ...question, helpers, average_duration_seconds }, { ...sale, amount })
  const ordered = rules.map(({ plan, rule }) =>
    orderRoutes(search.candidatesOf({ plan, rule }), {
      mode: plan.mode,
      rule_id: rule.id,
      // A price per minute in 1e-8 as an amount in 1e-6, for the calls that are compared.
      cost_delta: money(Math.floor((plan.rate_delta * average_duration_seconds) / 6000)),
      counters: question.usage.percent_counters,
      random,
    }),
  )
  const { wanted, duplicates } = onlyOnce(ordered.flatMap(({ candidates }) => candidates))
  const in_order = lastResortLast(wanted)
  const chosen = in_order.slice(0, first.plan.max_attempts)
  const sent = chosen.map((candidate) => makeRoute(question, candidate))
  const names = chosen.map(({ examined }) => examined.gateway.name)
  return {
    routes: sent.map(({ route }) => route),
    percent_turns: turnsOf(
      search,
      ordered.flatMap(({ turn }) => turn ?? []),
    ),
    trace: [
      ...search.trace,
      ...duplicates.map((candidate) => skipped(candidate, 'DUPLICATE')),
      ...in_order.slice(chosen.length).map((candidate) => skipped(candidate, 'MAX_ATTEMPTS')),
      ...(chosen.length > 0 ? [{ step: 'ORDER', gateways: names } as const] : []),
      ...sent.flatMap(({ step }) => step ?? []),
    ],
  }
}

function turnsOf(search: Search, turns: readonly PercentTurn[]): PercentTurns {
  const probed_gateway_ids = search.probedGatewayIds()
  return turns.length + probed_gateway_ids.length === 0 ? NO_TURNS : { turns, probed_gateway_ids }
}

/** A gateway that several targets lead to is tried where it comes first. */
function onlyOnce(candidates: readonly RouteCandidate[]) {
  const wanted = new Map<number, RouteCandidate>()
  const duplicates: RouteCandidate[] = []
  for (const candidate of candidates) {
    const { id } = candidate.examined.gateway
    if (wanted.has(id)) duplicates.push(candidate)
    else wanted.set(id, candidate)
  }
  return { wanted: [...wanted.values()], duplicates }
}

const skipped = ({ examined }: RouteCandidate, reason: SkipReason): TraceStep => ({
  step: 'SKIPPED',
  gateway: examined.gateway.name,
  reason,
})

/** Each rule has put them last; over several rules they come after the others of all. */
const lastResortLast = (candidates: readonly RouteCandidate[]): RouteCandidate[] => [
  ...candidates.filter((candidate) => !candidate.last_resort),
  ...candidates.filter((candidate) => candidate.last_resort),
]

/**
 * The search of one call: a gateway is examined once, however many targets lead to it. It notes the
 * trace as it goes, since ten gateways a call would otherwise make as many lists to be joined.
 */
class Search {
  readonly trace: TraceStep[] = []
  readonly #question: GatewayQuestion
  readonly #sale: Sale
  readonly #examined = new Map<number, EvaluatedGateway>()

  constructor(question: GatewayQuestion, sale: Sale) {
    this.#question = question
    this.#sale = sale
  }

  probedGatewayIds(): number[] {
    const ids: number[] = []
    for (const examined of this.#examined.values()) {
      if (countsAsProbe(examined)) ids.push(examined.gateway.id)
    }
    return ids
  }

  candidatesOf(found: FoundRule): RouteCandidate[] {
    const candidates: RouteCandidate[] = []
    for (const target of found.rule.targets) {
      for (const member of this.#membersOf(target)) {
        const candidate = this.#candidateOf(found, target, member)
        if (candidate) candidates.push(candidate)
      }
    }
    return candidates
  }

  #membersOf(target: RouteTarget): Member[] {
    const { gateways, gateway_groups } = this.#question.snapshot
    if (target.gateway_group_id === null) {
      const gateway = gateways.get(target.gateway_id ?? 0)
      if (!gateway) return []
      const weight = (target.weight * gateway.weight) / NEUTRAL_WEIGHT
      return [{ gateway, member_priority: gateway.priority, weight }]
    }
    const group = gateway_groups.get(target.gateway_group_id)
    if (!group) return []
    if (group.status !== 'active') {
      this.#note({ id: 0, name: group.name }, 'GATEWAY_GROUP_INACTIVE')
      return []
    }
    const sum = group.members.reduce((total, { weight }) => total + weight, 0)
    return group.members.flatMap(({ gateway_id, priority, weight }) => {
      const gateway = gateways.get(gateway_id)
      if (!gateway) return []
      return [{ gateway, member_priority: priority, weight: (target.weight * weight) / sum }]
    })
  }

  #candidateOf(
    { plan }: FoundRule,
    target: RouteTarget,
    { gateway, member_priority, weight }: Member,
  ): RouteCandidate | undefined {
    const examined = this.#examine(gateway)
    const { condition, buy, amount } = examined
    let exclusion = this.#whyTargetClosed(target) ?? examined.exclusion
    if (exclusion === examined.exclusion && examined.limit) this.trace.push(examined.limit)
    if (exclusion === null && buy && amount !== undefined) {
      const purchase = { price: buy, amount }
      exclusion = checkMinimumMargin(this.#sale, purchase, plan, this.#question.client, gateway)
    }
    if (exclusion !== null || amount === undefined) {
      this.#note(gateway, exclusion, buy, amount)
      return undefined
    }
    const candidate: RouteCandidate = {
      target,
      examined,
      target_id: target.id,
      position: target.position,
      priority: target.priority,
      member_priority,
      weight,
      percent: target.percent,
      is_static: target.is_static,
      cost: multiplied(amount, target),
      quality: condition.quality,
      is_deprioritised: condition.is_deprioritised,
      last_resort: gateway.last_resort,
    }
    this.#note(gateway, null, buy, amount, { mode: plan.mode, candidate })
    return candidate
  }

  #examine(gateway: Gateway): EvaluatedGateway {
    const known = this.#examined.get(gateway.id)
    if (known) return known
    const examined = evaluateGateway(this.#question, gateway)
    this.#examined.set(gateway.id, examined)
    return examined
  }

  #whyTargetClosed(target: RouteTarget): GatewayExclusion | null {
    const { id, status, valid_from_ms, valid_until_ms, channel_limit } = target
    if (status !== 'active') return 'TARGET_INACTIVE'
    const { now_ms, usage } = this.#question
    const isEarly = valid_from_ms !== null && now_ms < valid_from_ms
    const isLate = valid_until_ms !== null && now_ms >= valid_until_ms
    if (isEarly || isLate) return 'TARGET_DATES'
    const limits = { channel_limit, cps_limit: null }
    if (!isFull(usage, 'TARGET', id, limits)) return null
    this.trace.push(limitStep(usage, { kind: 'TARGET', id, name: '', limits }, 'CHANNELS'))
    return 'TARGET_CHANNEL_LIMIT'
  }

  #note(
    { id, name }: { readonly id: number; readonly name: string },
    exclusion: GatewayExclusion | null,
    buy?: Price,
    cost: Money | null = null,
    ranked: GatewayStep['ranked'] = null,
  ): void {
    const { tariffs } = this.#question.snapshot
    this.trace.push({
      step: 'GATEWAY',
      gateway_id: id,
      gateway: name,
      exclusion,
      rate: buy?.terms.rate ?? null,
      rate_currency: (buy && tariffs.get(buy.tariff_id)?.currency) ?? null,
      prefix: buy?.prefix ?? null,
      cost,
      price: this.#sale.amount,
      ranked,
    })
  }
}

/** The default weight of a gateway. */
const NEUTRAL_WEIGHT = 100

const multiplied = (cost: Money, { cost_multiplier }: RouteTarget): Money =>
  boundedMoney(Math.round((cost * cost_multiplier) / 10_000))

/** The route, and a step if the gateway gets other numbers than those of the call. */
function makeRoute(question: RouteQuestion, { target, examined }: RouteCandidate) {
  const { snapshot, numbers, random } = question
  const { gateway } = examined
  const sent = sentNumbers(snapshot, target, gateway, numbers, random)
  const is_changed = TRANSLATION_FIELDS.some((field) => sent[field] !== numbers[field])
  const step = { step: 'SENT', gateway: gateway.name, before: numbers, after: sent } as const
  return { route: routeOver(question, target, examined, sent), step: is_changed ? step : null }
}

function routeOver(
  { client }: RouteQuestion,
  target: RouteTarget,
  { gateway, settlement, buy, codecs }: EvaluatedGateway,
  sent: CallNumbers,
): Route {
  return {
    gateway_id: gateway.id,
    gateway_name: gateway.name,
    settlement_id: settlement?.id ?? null,
    target_id: target.id,
    target_channel_limit: target.channel_limit,
    address: `${gateway.host}:${gateway.port}`,
    sent_number: sent.called_number,
    sent_caller_number: sent.caller_number,
    sent_caller_name: sent.caller_name,
    sent_pai: sent.pai,
    sent_diversion: sent.diversion,
    codecs,
    // Media is direct only if both sides allow it.
    media_mode:
      gateway.media_mode === 'DIRECT' && client.media_mode === 'DIRECT' ? 'DIRECT' : 'PROXY',
    ...(gateway.tunnel_id === null ? {} : { tunnel_id: gateway.tunnel_id }),
    buy: settlement && buy ? buyerOf(settlement, buy) : null,
  }
}

function buyerOf(
  { id, max_debt }: NonNullable<EvaluatedGateway['settlement']>,
  price: Price,
): Payer {
  return {
    account_id: id,
    depth: -1,
    parent_id: OPERATOR_ID,
    price,
    cost_limit: null,
    has_limit: max_debt !== null,
  }
}
