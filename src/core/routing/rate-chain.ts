// The price of a call for the client and for each reseller above it (docs/domain/billing.md, B8).
import { OPERATOR_ID } from '../account/operator.ts'
import { subscriptionsFor } from '../account/package.ts'
import type { Payer } from '../account/payer.ts'
import { type Fx, type Rate, SYSTEM_FX } from '../money.ts'
import { expectedAmount } from '../tariff/expected-amounts.ts'
import { onNetPrice } from '../tariff/on-net-price.ts'
import { highestRate, type Price, priceOf, type Tariff } from '../tariff/tariff.ts'
import { isWindowOpen } from '../time/time-window.ts'
import type { Refusal } from './refusal.ts'
import type { Client, Party, Reseller, RoutingSnapshot } from './snapshot.ts'
import type { TraceStep } from './trace.ts'

export interface Chain {
  readonly payers: readonly [Payer, ...Payer[]]
  /** The tariff of each payer, in the same order. */
  readonly tariffs: readonly [Tariff, ...Tariff[]]
}

export type ChainAnswer =
  | { readonly kind: 'chain'; readonly chain: Chain }
  | {
      readonly kind: 'refused'
      readonly refusal: Refusal
      readonly party: string | null
      /** Those that have a price. */
      readonly payers: readonly Payer[]
    }

export interface ChainQuestion {
  readonly snapshot: RoutingSnapshot
  readonly client: Client
  readonly resellers: readonly Reseller[]
  /** The client's own, unless the row of the IP list names another. */
  readonly tariff_id: number
  readonly called_number: string
  /** An on-net call: no gateway is paid, and resellers pay nothing. */
  readonly is_on_net: boolean
  readonly now_ms: number
}

/**
 * The prices of all payers, the client's first; or the payer that has none or may not call there.
 */
export function rateChain(question: ChainQuestion, trace: TraceStep[]): ChainAnswer {
  const { client, resellers } = question
  const payers: Payer[] = []
  const tariffs: Tariff[] = []
  for (const [depth, party] of [client, ...resellers].entries()) {
    const found = priceFor(question, party, depth)
    // A tariff in use cannot be deleted, so it is still being loaded.
    if (!found) {
      return { kind: 'refused', refusal: 'SWITCH_UNAVAILABLE', party: party.name, payers }
    }
    if (!found.price) {
      trace.push({ step: 'NO_RATE', depth, party: party.name, tariff: found.tariff.name })
      const refusal = depth === 0 ? 'DEST_NO_RATE' : 'RESELLER_NO_RATE'
      return { kind: 'refused', refusal, party: depth === 0 ? null : party.name, payers }
    }
    const { price, tariff } = found
    const payer: Payer = {
      account_id: party.id,
      depth,
      parent_id: resellers[depth]?.id ?? OPERATOR_ID,
      price,
      cost_limit: depth === 0 ? client.per_call_cost_limit : null,
      has_limit: true,
    }
    trace.push(rateStep(depth, party, tariff, price))
    payers.push(depth === 0 ? withPackages(payer, question, trace) : payer)
    tariffs.push(tariff)
    if (price.blocked) {
      return { kind: 'refused', refusal: 'DEST_BLOCKED', party: party.name, payers }
    }
    if (depth === 0 && isTooDear(client.max_sell_rate, price)) {
      return { kind: 'refused', refusal: 'RATE_TOO_HIGH', party: null, payers }
    }
  }
  // The client is always there, so neither list is empty.
  const chain = { payers, tariffs } as unknown as Chain
  const loser = checkResellerLoss(chain, resellers, trace)
  if (loser) return { kind: 'refused', refusal: 'SELLS_BELOW_COST', party: loser.name, payers }
  return { kind: 'chain', chain }
}

/**
 * Adds a step for each reseller whose child is expected to pay less than the reseller itself, at
 * the child's average duration; returns the first whose policy is BLOCK (docs/domain/billing.md,
 * B15).
 */
function checkResellerLoss(
  { payers, tariffs }: Chain,
  resellers: readonly Reseller[],
  trace: TraceStep[],
): Reseller | undefined {
  for (const [at, reseller] of resellers.entries()) {
    const { loss_policy } = reseller
    const [child, own, tariff] = [payers[at], payers[at + 1], tariffs[at]]
    if (loss_policy === 'ALLOW' || !child || !own || !tariff) continue
    const seconds = tariff.average_duration_seconds
    const price = expectedAmount(child.price.terms, seconds)
    const cost = expectedAmount(own.price.terms, seconds)
    if (cost <= price) continue
    const party = reseller.name
    trace.push({ step: 'LOSS', depth: at + 1, party, policy: loss_policy, seconds, cost, price })
    if (loss_policy === 'BLOCK') return reseller
  }
  return undefined
}

/**
 * The client with its packages that match the number. On-net calls use none, and neither do calls
 * with reverse billing, by which the client would lose.
 */
function withPackages(
  payer: Payer,
  { snapshot, called_number, is_on_net }: ChainQuestion,
  trace: TraceStep[],
): Payer {
  const subscriptions = snapshot.subscriptions.get(payer.account_id)
  if (!subscriptions || is_on_net || payer.price.terms.reverse_billing) return payer
  const fitting = subscriptionsFor(subscriptions, called_number)
  if (fitting.length === 0) return payer
  trace.push({ step: 'PACKAGES', packages: fitting.map(({ name }) => name) })
  return { ...payer, subscription_ids: fitting.map(({ id }) => id) }
}

function priceFor(
  { snapshot, client, tariff_id, called_number, is_on_net, now_ms }: ChainQuestion,
  party: Party,
  depth: number,
): { tariff: Tariff; price: Price | undefined } | undefined {
  const tariff = snapshot.tariffs.get(depth === 0 ? tariff_id : party.tariff_id)
  if (!tariff) return undefined
  const priced = { ...party, fx: fxOf(snapshot, party.currency) }
  if (is_on_net) {
    const rate = depth === 0 ? client.on_net_rate : (0 as Rate)
    return { tariff, price: onNetPrice(tariff, rate, priced) }
  }
  const at_seconds = Math.floor(now_ms / 1000)
  const price = priceOf(tariff, called_number, at_seconds, priced, windowsOf(snapshot, now_ms))
  return { tariff, price }
}

export function fxOf(snapshot: RoutingSnapshot, currency: string): Fx {
  return snapshot.currencies.get(currency) ?? SYSTEM_FX
}

/** Whether a time window is open now; one that is gone never is. */
export function windowsOf(snapshot: RoutingSnapshot, now_ms: number) {
  return (window_id: number): boolean => {
    const window = snapshot.windows.get(window_id)
    return window !== undefined && isWindowOpen(window, now_ms)
  }
}

function isTooDear(max_sell_rate: Rate | null, { terms }: Price): boolean {
  return max_sell_rate !== null && highestRate(terms) > max_sell_rate
}

function rateStep(depth: number, party: Party, tariff: Tariff, price: Price): TraceStep {
  return {
    step: 'RATE',
    depth,
    party: party.name,
    prefix: price.prefix,
    destination: price.destination,
    rate: price.terms.rate,
    currency: tariff.currency,
    tariff: tariff.name,
  }
}
