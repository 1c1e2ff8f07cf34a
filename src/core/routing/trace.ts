// Why a call went where it went: one entry per step, with its inputs. Texts are made when it is
// written down, so that a decision does not pay for words that nobody may read.
import { formatMoney, formatRate, type Money, type Rate } from '../money.ts'
import { REFUSALS, type Refusal } from './refusal.ts'

export type Drop =
  | 'gateway not active'
  | 'gateway group not active'
  | 'outside the dates of its target'
  | 'all channels of its target in use'
  | 'settlement account not active'
  | 'debt or minutes of the settlement account used up'
  | 'does not answer OPTIONS'
  | 'locked for its quality'
  | 'on trial, and this call is not one of its probes'
  | 'has asked for a pause'
  | 'outside its hours'
  | 'does not take the number'
  | 'does not take the caller'
  | 'no buy rate'
  | 'buy rate blocked'
  | 'buy rate above the highest allowed'
  | 'no codec in common'
  | 'all channels in use'
  | 'calls per second used up'
  | 'as many calls to the number as it may have'
  | 'costs more than the client pays'
  | 'earns less than the least profit'

export type TraceStep =
  | { step: 'caller'; account_id: number; client: string; known_by: string; source: string }
  | { step: 'translation'; name: string; field: string; before: string; after: string }
  | { step: 'number'; dialled_number: string; called_number: string; caller_number: string }
  | { step: 'list'; list: string; number: string; action: 'ACCEPT' | 'REJECT'; tag: string }
  | {
      step: 'rate'
      /** 0 is the client, 1 to 5 the resellers above it. */
      depth: number
      party: string
      prefix: string
      destination: string
      rate: Rate
      currency: string
      tariff: string
    }
  /** A reseller is expected to be paid less than it pays, in the system currency. */
  | {
      step: 'loss'
      depth: number
      party: string
      policy: 'BLOCK' | 'WARN'
      seconds: number
      cost: Money
      price: Money
    }
  | { step: 'no rate'; depth: number; party: string; tariff: string }
  /** The packages of the client that may pay for the call, the best first. */
  | { step: 'packages'; packages: readonly string[] }
  | { step: 'on-net'; username: string; is_registered: boolean }
  | {
      step: 'rule'
      plan: string
      rule_id: number
      prefix: string
      mode: string
      candidates: number
    }
  | { step: 'block'; plan: string; rule_id: number; prefix: string; reason: string }
  | {
      step: 'gateway'
      gateway_id: number
      gateway: string
      dropped: Drop | null
      rate: Rate | null
      prefix: string | null
      /** Expected at the tariff's average duration, in the system currency. */
      cost: Money | null
      price: Money | null
    }
  /** A short call over it costs more than it brings, though an average one does not. */
  | { step: 'risk'; gateway: string; seconds: number; cost: Money; price: Money }
  | { step: 'order'; gateways: readonly string[] }
  | { step: 'money'; granted_seconds: number; held: Money; package_seconds: number }
  | { step: 'refused'; refusal: Refusal; party: string | null }

type Fact = string | number | boolean | null

export interface WrittenStep {
  readonly step: string
  readonly result: 'ok' | 'kept' | 'dropped' | 'refused' | 'info'
  readonly text: string
  readonly facts: Readonly<Record<string, Fact>>
}

/** The step as it is stored and shown: a result, a sentence, and its inputs as decimal text. */
export const writeStep = (step: TraceStep): WrittenStep => ({
  step: step.step,
  result: resultOf(step),
  text: textOf(step),
  facts: factsOf(step),
})

function resultOf(step: TraceStep): WrittenStep['result'] {
  switch (step.step) {
    case 'caller':
    case 'number':
    case 'rate':
    case 'packages':
    case 'rule':
    case 'order':
    case 'money':
      return 'ok'
    case 'translation':
    case 'risk':
      return 'info'
    case 'no rate':
    case 'block':
    case 'refused':
      return 'refused'
    case 'loss':
      return step.policy === 'BLOCK' ? 'refused' : 'info'
    case 'list':
      return step.action === 'ACCEPT' ? 'ok' : 'refused'
    case 'on-net':
      return step.is_registered ? 'ok' : 'refused'
    case 'gateway':
      return step.dropped ? 'dropped' : 'kept'
  }
}

function textOf(step: TraceStep): string {
  switch (step.step) {
    case 'caller': {
      const [, name] = /^name (.*)$/.exec(step.known_by) ?? []
      return `${name === undefined ? step.source : `The telephone ${name}`} is ${step.client}.`
    }
    case 'number':
      return `${step.dialled_number} is called as ${step.called_number}.`
    case 'rate': {
      const { party, rate, currency, prefix, tariff } = step
      const price = `${formatRate(rate)} ${currency} a minute`
      return `${party} pays ${price} for ${prefixWords(prefix)} of ${tariff}.`
    }
    case 'no rate':
      return `${step.tariff} of ${step.party} has no rate.`
    case 'loss': {
      const { party, seconds, cost, price } = step
      const paid = `is paid ${formatMoney(price)}`
      return `${party} pays ${formatMoney(cost)} for a call of ${seconds} seconds and ${paid}.`
    }
    case 'translation':
      return `${step.name}: ${step.field} ${step.before} → ${step.after}.`
    case 'list':
      return `${step.list}: ${step.number} is ${step.action.toLowerCase()}ed.`
    case 'packages':
      return `The number is in ${step.packages.join(', then ')}.`
    case 'on-net': {
      const but = step.is_registered ? '' : ', and is not registered'
      return `${step.username} is a telephone of ours${but}.`
    }
    case 'rule': {
      const { plan, mode, candidates, prefix } = step
      const targets = candidates === 1 ? '1 target' : `${candidates} targets`
      return `${plan} (${mode}): ${targets} for ${prefixWords(prefix)}.`
    }
    case 'block':
      return `${step.plan} blocks ${prefixWords(step.prefix)}${step.reason && `: ${step.reason}`}.`
    case 'gateway':
      return step.dropped
        ? `${step.gateway} is left out: ${step.dropped}.`
        : `${step.gateway} is a candidate.`
    case 'risk': {
      const { gateway, seconds } = step
      const when = `when the call ends after ${seconds} seconds`
      return `${gateway} costs more than the client pays ${when}.`
    }
    case 'order':
      return `Tried in this order: ${step.gateways.join(', ')}.`
    case 'money':
      return (
        `${heldWords(step.held, step.package_seconds)} held back` +
        ` for the first ${step.granted_seconds} seconds.`
      )
    case 'refused': {
      const { text } = REFUSALS[step.refusal]
      return step.party === null ? text : `${text} (${step.party})`
    }
  }
}

const heldWords = (held: Money, package_seconds: number) =>
  package_seconds > 0
    ? `${package_seconds} seconds of the package and ${formatMoney(held)} are`
    : `${formatMoney(held)} is`

const prefixWords = (prefix: string) => `prefix ${prefix || '(all)'}`

const MONEY_FACTS = new Set(['cost', 'price', 'held'])

function factsOf(step: TraceStep): WrittenStep['facts'] {
  const facts: Record<string, Fact> = {}
  for (const [name, value] of Object.entries(step) as [string, unknown][]) {
    if (name === 'step') continue
    if (MONEY_FACTS.has(name) && value !== null) facts[name] = formatMoney(value as Money)
    else if (name === 'rate' && value !== null) facts[name] = formatRate(value as Rate)
    else if (Array.isArray(value)) facts[name] = value.join(', ')
    else facts[name] = value as Fact
  }
  return facts
}
