// The price of a call for the client and for each reseller above it (docs/domain/billing.md, B8).
import { OPERATOR_ID } from '../account/operator.ts'
import { type Subscription, subscriptionsFor } from '../account/package.ts'
import type { Payer } from '../account/payer.ts'
import { type Fx, type Rate, SYSTEM_FX } from '../money.ts'
import { expectedAmount } from '../tariff/expected-amounts.ts'
import { onNetPrice } from '../tariff/on-net-price.ts'
import { highestRate, type Price, priceOf, type Tariff } from '../tariff/tariff.ts'
import { isWindowOpen } from '../time/time-window.ts'
import type { RefusedStage } from './decision.ts'
import type { KnownCaller } from './identify-caller.ts'
import type { Party, Reseller, RoutingSnapshot } from './snapshot.ts'
import type { TraceStep } from './trace.ts'

export interface Chain {
  readonly payers: readonly [Payer, ...Payer[]]
  /** The tariff of each payer, in the same order. */
  readonly tariffs: readonly [Tariff, ...Tariff[]]
}

export type RatedStage = { readonly kind: 'rated'; readonly trace: readonly TraceStep[] } & Chain

export interface ChainQuestion {
  readonly snapshot: RoutingSnapshot
  readonly caller: KnownCaller
  readonly called_number: string
  /** An on-net call: no gateway is paid, and resellers pay nothing. */
  readonly is_on_net: boolean
  readonly now_ms: number
}

/**
 * The prices of all payers, the client's first; or the payer that has none or may not call there.
 */
export function rateChain(question: ChainQuestion): RatedStage | RefusedStage {
  const { client, resellers } = question.caller
  const trace: TraceStep[] = []
  const payers: Payer[] = []
  const tariffs: Tariff[] = []
  for (const [depth, party] of [client, ...resellers].entries()) {
    const found = priceFor(question, party, depth)
    // A tariff in use cannot be deleted, so it is still being loaded.
    if (!found) {
      const refusal = 'SWITCH_UNAVAILABLE'
      return { kind: 'refused', refusal, party: party.name, payers, trace }
    }
    if (!found.price) {
      const { id: tariff_id, name: tariff } = found.tariff
      trace.push({ step: 'NO_RATE', depth, party: party.name, tariff, tariff_id })
      const refusal = depth === 0 ? 'DEST_NO_RATE' : 'RESELLER_NO_RATE'
      return { kind: 'refused', refusal, party: depth === 0 ? null : party.name, payers, trace }
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
    const subscriptions = depth === 0 ? packagesFor(payer, question) : []
    if (subscriptions.length > 0) {
      trace.push({ step: 'PACKAGES', packages: subscriptions.map(({ name }) => name) })
      payers.push({ ...payer, subscription_ids: subscriptions.map(({ id }) => id) })
    } else payers.push(payer)
    tariffs.push(tariff)
    if (price.blocked) {
      return { kind: 'refused', refusal: 'DEST_BLOCKED', party: party.name, payers, trace }
    }
    if (depth === 0 && isTooDear(client.max_sell_rate, price)) {
      return { kind: 'refused', refusal: 'RATE_TOO_HIGH', payers, trace }
    }
  }
  // The client is always there, so neither list is empty.
  const chain = { payers, tariffs } as unknown as Chain
  const losses = lossSteps(chain, resellers)
  trace.push(...losses)
  const blocked = losses.find(({ policy }) => policy === 'BLOCK')
  if (!blocked) return { kind: 'rated', ...chain, trace }
  return { kind: 'refused', refusal: 'SELLS_BELOW_COST', party: blocked.party, payers, trace }
}

type LossStep = TraceStep & { step: 'LOSS' }

/**
 * A step for each reseller whose child is expected to pay less than the reseller itself, at the
 * child's average duration, up to the first whose policy is BLOCK (docs/domain/billing.md, B15).
 */
function lossSteps({ payers, tariffs }: Chain, resellers: readonly Reseller[]): LossStep[] {
  const steps: LossStep[] = []
  for (const [at, { name: party, loss_policy: policy }] of resellers.entries()) {
    const [child, own, tariff] = [payers[at], payers[at + 1], tariffs[at]]
    if (policy === 'ALLOW' || !child || !own || !tariff) continue
    const seconds = tariff.average_duration_seconds
    const price = expectedAmount(child.price.terms, seconds)
    const cost = expectedAmount(own.price.terms, seconds)
    if (cost <= price) continue
    steps.push({ step: 'LOSS', depth: at + 1, party, policy, seconds, cost, price })
    if (policy === 'BLOCK') break
  }
  return steps
}

/**
 * The packages of the client that match the number. On-net calls use none, and neither do calls
 * with reverse billing, by which the client would lose.
 */
function packagesFor(
  payer: Payer,
  { snapshot, called_number, is_on_net }: ChainQuestion,
): readonly Subscription[] {
  const subscriptions = snapshot.subscriptions.get(payer.account_id)
  if (!subscriptions || is_on_net || payer.price.terms.reverse_billing) return []
  return subscriptionsFor(subscriptions, called_number)
}

function priceFor(
  { snapshot, caller, called_number, is_on_net, now_ms }: ChainQuestion,
  party: Party,
  depth: number,
): { tariff: Tariff; price: Price | undefined } | undefined {
  const { client, row } = caller
  // A row of the IP list may name another tariff than the client's own.
  const own_tariff_id = depth === 0 ? row?.tariff_id : null
  const tariff = snapshot.tariffs.get(own_tariff_id ?? party.tariff_id)
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
