// Which gateways may carry a call, and in which order they are tried
// (domain.md §3.5, steps 10 to 12).
import type { Payer } from '../account/payer.ts'
import { type Money, subtractMoney } from '../money.ts'
import { chargeSeconds } from '../tariff/charge-call.ts'
import { type Price, priceOf, type Tariff } from '../tariff/tariff.ts'
import type { Route } from './decision.ts'
import type { RoutePlan, RouteRule } from './route-plan.ts'
import { sentNumber } from './sent-number.ts'
import {
  type Client,
  type Gateway,
  isFull,
  type Settlement,
  type Switchboard,
  type Usage,
} from './switchboard.ts'
import type { Drop, TraceStep } from './trace.ts'

export interface RouteQuestion {
  readonly switchboard: Switchboard
  readonly usage: Usage
  readonly client: Client
  readonly sell_tariff: Tariff
  readonly sell: Price
  readonly plan: RoutePlan
  readonly rule: RouteRule
  readonly called_number: string
  readonly at_seconds: number
}

interface Candidate {
  readonly route: Route
  readonly position: number
  /** Expected, without VAT, at the sell tariff's average duration. */
  readonly cost: Money
}

/**
 * The routes in the order in which they are tried, and a step of the trace for
 * every gateway of the rule.
 */
export function chooseRoutes(question: RouteQuestion): { routes: Route[]; trace: TraceStep[] } {
  const { plan, rule, sell, sell_tariff } = question
  const expected = chargeSeconds(sell.terms, sell_tariff.average_duration).net
  const trace: TraceStep[] = []
  const candidates: Candidate[] = []

  for (const target of rule.targets) {
    const gateway = question.switchboard.gateways.get(target.gateway_id)
    if (!gateway) continue
    const settlement = question.switchboard.settlements.get(gateway.settlement_id)
    const buy = settlement && buyPrice(question, settlement)
    const cost = buy ? chargeSeconds(buy.terms, sell_tariff.average_duration).net : null
    const codecs = commonCodecs(question.client, gateway)
    const dropped = whyDropped(question, gateway, settlement, buy, codecs, cost, expected)
    trace.push({
      step: 'gateway',
      gateway_id: gateway.id,
      gateway: gateway.name,
      dropped,
      rate: buy?.terms.rate ?? null,
      prefix: buy?.prefix ?? null,
      cost,
      price: expected,
    })
    if (dropped === null && settlement && buy && cost !== null) {
      const route = makeRoute(question, gateway, settlement, buy, codecs)
      candidates.push({ route, position: target.position, cost })
    }
  }

  candidates.sort((a, b) =>
    plan.mode === 'LCR' ? a.cost - b.cost || a.position - b.position : a.position - b.position,
  )
  const routes = candidates.slice(0, plan.max_attempts).map((candidate) => candidate.route)
  if (routes.length > 0) {
    trace.push({ step: 'order', gateways: routes.map((route) => route.gateway_name) })
  }
  return { routes, trace }
}

function buyPrice(question: RouteQuestion, settlement: Settlement): Price | undefined {
  const tariff = question.switchboard.tariffs.get(settlement.tariff_id)
  return (
    tariff && priceOf(tariff, question.called_number, question.at_seconds, settlement.vat_percent)
  )
}

function whyDropped(
  question: RouteQuestion,
  gateway: Gateway,
  settlement: Settlement | undefined,
  buy: Price | undefined,
  codecs: readonly string[],
  cost: Money | null,
  expected: Money,
): Drop | null {
  const { usage } = question
  if (gateway.status !== 'active') return 'gateway not active'
  if (settlement?.status !== 'active') return 'settlement account not active'
  if (usage.isExhausted(settlement.id)) return 'credit of the settlement account used up'
  if (!buy || cost === null) return 'no buy rate'
  if (buy.blocked) return 'buy rate blocked'
  if (codecs.length === 0) return 'no codec in common'
  const full =
    isFull(gateway, usage.load('gateway', gateway.id)) ||
    isFull(settlement, usage.load('settlement', settlement.id))
  if (full) return full === 'channels' ? 'all channels in use' : 'calls per second used up'
  if (question.sell_tariff.loss_protection && subtractMoney(expected, cost) < 0) {
    return 'costs more than the client pays'
  }
  return null
}

/** In the client's order. */
function commonCodecs(client: Client, gateway: Gateway): string[] {
  return client.codecs.filter((codec) => gateway.codecs.includes(codec))
}

function makeRoute(
  question: RouteQuestion,
  gateway: Gateway,
  settlement: Settlement,
  price: Price,
  codecs: readonly string[],
): Route {
  const buy: Payer = { account_id: settlement.id, depth: -1, price }
  return {
    gateway_id: gateway.id,
    gateway_name: gateway.name,
    settlement_id: settlement.id,
    host: gateway.host,
    port: gateway.port,
    transport: gateway.transport,
    sent_number: sentNumber(gateway, question.called_number),
    codecs,
    // Media goes past the switch only when both sides want that.
    media_mode:
      gateway.media_mode === 'DIRECT' && question.client.media_mode === 'DIRECT'
        ? 'DIRECT'
        : 'PROXY',
    invite_timeout: gateway.invite_timeout,
    ring_timeout: gateway.ring_timeout,
    buy,
  }
}
