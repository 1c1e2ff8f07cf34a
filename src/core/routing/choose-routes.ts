// Which gateways may carry a call, and in which order they are tried
// (docs/domain/routing.md, R6 and R7).
import { OPERATOR_ID } from '../account/operator.ts'
import type { Payer } from '../account/payer.ts'
import { boundedMoney, type Money, money } from '../money.ts'
import { TRANSLATION_FIELDS } from '../number/translation.ts'
import { expectedAmount } from '../tariff/expected-amounts.ts'
import type { Price, Tariff } from '../tariff/tariff.ts'
import { limitStep } from './admission.ts'
import type { Route } from './decision.ts'
import {
  type EvaluatedGateway,
  evaluateGateway,
  type GatewayQuestion,
  ruleHelpers,
} from './evaluate-gateway.ts'
import type { GatewayExclusion, SkipReason } from './exclusions.ts'
import { type Candidate, orderRoutes } from './order-routes.ts'
import { checkMinimumMargin, type Sale } from './profit.ts'
import type { FoundRule, RouteTarget } from './route-plan.ts'
import { sentNumbers } from './sent-number.ts'
import { type Gateway, isFull } from './snapshot.ts'
import type { TraceStep } from './trace.ts'

export interface RouteQuestion
  extends Omit<GatewayQuestion, 'helpers' | 'average_duration_seconds'> {
  /** What the operator is paid: by the top reseller, or by a client without one. */
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

/**
 * The routes in the order in which they are tried, and a step of the trace for every gateway that
 * the rules lead to.
 */
export function chooseRoutes(question: RouteQuestion): { routes: Route[]; trace: TraceStep[] } {
  const { rules, sale, random } = question
  const [first] = rules
  if (!first) return { routes: [], trace: [] }
  const { average_duration_seconds } = sale.tariff
  const amount = expectedAmount(sale.price.terms, average_duration_seconds)
  const helpers = ruleHelpers(question.snapshot)
  const search = new Search({ ...question, helpers, average_duration_seconds }, { ...sale, amount })
  const ordered = rules.flatMap(({ plan, rule }) =>
    orderRoutes(search.candidatesOf({ plan, rule }), {
      mode: plan.mode,
      rule_id: rule.id,
      // A price per minute in 1e-8 as an amount in 1e-6, for the calls that are compared.
      cost_delta: money(Math.floor((plan.rate_delta * average_duration_seconds) / 6000)),
      counters: question.usage.percent_counters,
      random,
    }),
  )
  const { trace } = search
  const wanted = lastResortLast(onlyOnce(ordered, trace))
  const chosen = wanted.slice(0, first.plan.max_attempts)
  for (const { examined } of wanted.slice(chosen.length)) {
    trace.push(skipped(examined, 'MAX_ATTEMPTS'))
  }
  if (chosen.length > 0) {
    trace.push({ step: 'ORDER', gateways: chosen.map(({ examined }) => examined.gateway.name) })
  }
  return { routes: chosen.map((candidate) => makeRoute(question, candidate, trace)), trace }
}

/** A gateway that several targets lead to is tried where it comes first. */
function onlyOnce(candidates: readonly RouteCandidate[], trace: TraceStep[]): RouteCandidate[] {
  const seen = new Set<number>()
  return candidates.filter(({ examined }) => {
    const { id } = examined.gateway
    if (seen.has(id)) {
      trace.push(skipped(examined, 'DUPLICATE'))
      return false
    }
    seen.add(id)
    return true
  })
}

const skipped = ({ gateway }: EvaluatedGateway, reason: SkipReason): TraceStep => ({
  step: 'SKIPPED',
  gateway: gateway.name,
  reason,
})

/** Each rule has put them last; over several rules they come after the others of all. */
const lastResortLast = (candidates: readonly RouteCandidate[]): RouteCandidate[] => [
  ...candidates.filter((candidate) => !candidate.last_resort),
  ...candidates.filter((candidate) => candidate.last_resort),
]

/** The search of one call: a gateway is examined once, however many targets lead to it. */
class Search {
  readonly trace: TraceStep[] = []
  readonly #question: GatewayQuestion
  readonly #sale: Sale
  readonly #examined = new Map<number, EvaluatedGateway>()

  constructor(question: GatewayQuestion, sale: Sale) {
    this.#question = question
    this.#sale = sale
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

function makeRoute(
  question: RouteQuestion,
  { target, examined }: RouteCandidate,
  trace: TraceStep[],
): Route {
  const { gateway, settlement, buy, codecs } = examined
  const sent = sentNumbers(question.snapshot, target, gateway, question.numbers, question.random)
  if (TRANSLATION_FIELDS.some((field) => sent[field] !== question.numbers[field])) {
    trace.push({ step: 'SENT', gateway: gateway.name, before: question.numbers, after: sent })
  }
  return {
    gateway_id: gateway.id,
    gateway_name: gateway.name,
    settlement_id: settlement?.id ?? null,
    target_id: target.id,
    target_channel_limit: target.channel_limit,
    address: `${gateway.host}:${gateway.port}`,
    sent_number: sent.dst,
    sent_caller_number: sent.src,
    sent_caller_name: sent.name,
    sent_pai: sent.pai,
    sent_diversion: sent.diversion,
    codecs,
    // Media is direct only if both sides allow it.
    media_mode:
      gateway.media_mode === 'DIRECT' && question.client.media_mode === 'DIRECT'
        ? 'DIRECT'
        : 'PROXY',
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
