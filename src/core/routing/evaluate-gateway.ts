// Whether a gateway can take a call, independent of the target and rule that lead to it
// (docs/domain/routing.md, R6).

import { isProbeCall } from '../gateway/gateway-lock.ts'
import type { Money } from '../money.ts'
import { matchNumber } from '../number/number-list.ts'
import type { CallNumbers } from '../number/translation.ts'
import { expectedAmount } from '../tariff/expected-amounts.ts'
import { highestRate, type Price, priceOf } from '../tariff/tariff.ts'
import { isWindowOpen } from '../time/time-window.ts'
import { limitStep } from './admission.ts'
import type { Counted } from './decision.ts'
import type { GatewayExclusion } from './exclusions.ts'
import type { RuleHelpers } from './route-plan.ts'
import {
  type Client,
  type Gateway,
  type GatewayCondition,
  isFull,
  type LimitKind,
  type RoutingSnapshot,
  type Settlement,
  type Usage,
} from './snapshot.ts'
import type { TraceStep } from './trace.ts'

/** The call for which gateways are evaluated. */
export interface GatewayQuestion {
  readonly snapshot: RoutingSnapshot
  readonly helpers: RuleHelpers
  readonly usage: Usage
  readonly client: Client
  /** As the call is rated and routed. */
  readonly numbers: CallNumbers
  readonly now_ms: number
  /** Average duration in the sale, at which costs are compared. */
  readonly average_duration_seconds: number
}

export interface EvaluatedGateway {
  readonly gateway: Gateway
  readonly settlement: Settlement | undefined
  readonly condition: GatewayCondition
  /** In the client's order. */
  readonly codecs: readonly string[]
  readonly buy: Price | undefined
  /** The expected cost of a call of average duration. */
  readonly amount: Money | undefined
  readonly exclusion: GatewayExclusion | null
  /** The limit for which it was excluded. */
  readonly limit: LimitStep | null
}

type LimitStep = TraceStep & { step: 'LIMIT' }

/** The lookups of rules in the snapshot. */
export function ruleHelpers({ route_plans, windows, number_lists }: RoutingSnapshot): RuleHelpers {
  return {
    plan: (id) => route_plans.get(id),
    isOpen(window_id, at_ms) {
      const window = windows.get(window_id)
      return window !== undefined && isWindowOpen(window, at_ms)
    },
    accepts(list_id, number) {
      const list = number_lists.get(list_id)
      return list === undefined || matchNumber(list, number).action === 'ACCEPT'
    },
  }
}

export function evaluateGateway(question: GatewayQuestion, gateway: Gateway): EvaluatedGateway {
  const { snapshot, usage, client } = question
  const settlement = snapshot.settlements.get(gateway.settlement_id)
  const buy = settlement && buyPrice(question, settlement)
  const amount = buy && expectedAmount(buy.terms, question.average_duration_seconds)
  const condition = usage.condition(gateway.id)
  const codecs = client.codecs.filter((codec) => gateway.codecs.includes(codec))
  const facts = { gateway, settlement, condition, codecs, buy }
  const objection = exclusionReason(question, facts)
  const [exclusion, limit] = typeof objection === 'string' ? [objection, null] : (objection ?? NONE)
  return { gateway, settlement, condition, codecs, buy, amount, exclusion, limit }
}

function buyPrice(question: GatewayQuestion, settlement: Settlement): Price | undefined {
  const { snapshot, helpers, numbers, now_ms } = question
  const tariff = snapshot.tariffs.get(settlement.tariff_id)
  const fx = snapshot.currencies.get(settlement.currency)
  if (!tariff || fx === undefined) return undefined
  return priceOf(
    tariff,
    numbers.called_number,
    Math.floor(now_ms / 1000),
    { vat_percent: settlement.vat_percent, currency: settlement.currency, fx },
    (window_id) => helpers.isOpen(window_id, now_ms),
  )
}

const NONE = [null, null] as const

function exclusionReason(
  question: GatewayQuestion,
  {
    gateway,
    settlement,
    condition,
    codecs,
    buy,
  }: Omit<EvaluatedGateway, 'exclusion' | 'limit' | 'amount'>,
): GatewayExclusion | readonly [GatewayExclusion, LimitStep] | null {
  const { usage, snapshot } = question
  if (gateway.status !== 'active') return 'GATEWAY_INACTIVE'
  if (gateway.tunnel_id !== null && !isTunnelOpen(snapshot, gateway.tunnel_id)) {
    return 'TUNNEL_DOWN'
  }
  if (settlement?.status !== 'active') return 'SETTLEMENT_INACTIVE'
  if (usage.isExhausted(settlement.id)) return 'SETTLEMENT_EXHAUSTED'
  if (condition.health === 'DOWN') return 'PING_DOWN'
  if (condition.lock === 'LOCKED') return 'LOCKED'
  if (condition.is_paused) return 'PAUSED'
  const unfit = whyUnfit(question, gateway)
  if (unfit) return unfit
  if (codecs.length === 0) return 'NO_COMMON_CODEC'
  if (!buy) return 'NO_BUY_RATE'
  if (buy.blocked) return 'BUY_RATE_BLOCKED'
  if (gateway.max_buy_rate !== null && highestRate(buy.terms) > gateway.max_buy_rate) {
    return 'BUY_RATE_ABOVE_MAX'
  }
  const limits = limitsOfGateway(question.numbers.called_number, gateway, settlement)
  const full = checkGatewayLimits(usage, limits)
  if (full) return full
  // Checked last, so that only a call that could use the gateway counts as a probe.
  if (condition.lock === 'PROBING' && !isProbe(usage, gateway)) {
    return 'PROBING'
  }
  return null
}

/** Without its tunnel the INVITE would come from an address that the gateway does not know. */
const isTunnelOpen = ({ tunnels }: RoutingSnapshot, tunnel_id: number): boolean =>
  tunnels.get(tunnel_id)?.status === 'active'

const isProbe = ({ percent_counters }: Usage, { id, probe_percent }: Gateway): boolean =>
  isProbeCall(probe_percent, percent_counters.probedCalls(id) + 1)

/** Whether the call is one of those of which a gateway under probation takes a share. */
export const countsAsProbe = ({ condition, exclusion }: EvaluatedGateway): boolean =>
  condition.lock === 'PROBING' && (exclusion === null || exclusion === 'PROBING')

function whyUnfit({ helpers, numbers, now_ms }: GatewayQuestion, gateway: Gateway) {
  const { isOpen, accepts } = helpers
  const { window_id, dst_prefixes, dst_list_id, src_list_id } = gateway
  const { called_number, caller_number } = numbers
  if (window_id !== null && !isOpen(window_id, now_ms)) return 'TIME_WINDOW'
  const takesNumber =
    (dst_prefixes.length === 0 ||
      dst_prefixes.some((prefix) => called_number.startsWith(prefix))) &&
    called_number.length >= gateway.dst_min_length &&
    called_number.length <= gateway.dst_max_length &&
    (dst_list_id === null || accepts(dst_list_id, called_number))
  if (!takesNumber) return 'CALLED_NUMBER'
  const takesCaller = src_list_id === null || accepts(src_list_id, caller_number)
  return takesCaller ? null : 'CALLER_NUMBER'
}

/** A limit of a gateway, of its account, or of one number over it. */
type GatewayLimit = Pick<Counted, 'kind' | 'id' | 'limits'> & {
  readonly name: string
  readonly excluded_as: Readonly<Record<LimitKind, GatewayExclusion>>
}

/** The narrowest last, since it is the rarest. */
export function limitsOfGateway(
  called_number: string,
  gateway: Gateway,
  settlement: Settlement,
): GatewayLimit[] {
  const { id, name, per_number_channel_limit: channel_limit } = gateway
  const of_account = { id: settlement.id, name: settlement.name, limits: settlement }
  const limits: GatewayLimit[] = [
    { kind: 'GATEWAY', id, name, limits: gateway, excluded_as: OF_GATEWAY },
    { kind: 'SETTLEMENT', ...of_account, excluded_as: OF_SETTLEMENT },
  ]
  if (channel_limit !== null) {
    const of_number = { id: `${id} ${called_number}`, name: called_number }
    const number_limits = { channel_limit, cps_limit: null }
    limits.push({ kind: 'NUMBER', ...of_number, limits: number_limits, excluded_as: OF_NUMBER })
  }
  return limits
}

/** The first limit that is reached now, as far as this engine counts. */
function checkGatewayLimits(
  usage: Usage,
  limits: readonly GatewayLimit[],
): readonly [GatewayExclusion, LimitStep] | null {
  for (const limit of limits) {
    const full = isFull(usage, limit.kind, limit.id, limit.limits)
    if (full) return [limit.excluded_as[full], limitStep(usage, limit, full)]
  }
  return null
}

const OF_GATEWAY = {
  CHANNELS: 'CHANNEL_LIMIT',
  CPS: 'CPS_LIMIT',
} as const
const OF_SETTLEMENT = {
  CHANNELS: 'SETTLEMENT_CHANNEL_LIMIT',
  CPS: 'SETTLEMENT_CPS_LIMIT',
} as const
const OF_NUMBER = {
  CHANNELS: 'CALLED_NUMBER_LIMIT',
  CPS: 'CALLED_NUMBER_LIMIT',
} as const
