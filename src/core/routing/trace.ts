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
  | 'credit of the settlement account used up'
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
export function writeStep(step: TraceStep): WrittenStep {
  switch (step.step) {
    case 'caller':
      return written(step, 'ok', `${step.source} is ${step.client}.`)
    case 'number':
      return written(step, 'ok', `${step.dialled_number} is called as ${step.called_number}.`)
    case 'rate':
      return written(
        step,
        'ok',
        `${step.party} pays ${formatRate(step.rate)} ${step.currency} a minute` +
          ` for ${prefixWords(step.prefix)} of ${step.tariff}.`,
      )
    case 'no rate':
      return written(step, 'refused', `${step.tariff} of ${step.party} has no rate.`)
    case 'translation':
      return written(step, 'info', `${step.name}: ${step.field} ${step.before} → ${step.after}.`)
    case 'list':
      return written(
        step,
        step.action === 'ACCEPT' ? 'ok' : 'refused',
        `${step.list}: ${step.number} is ${step.action === 'ACCEPT' ? 'accepted' : 'rejected'}.`,
      )
    case 'packages':
      return written(step, 'ok', `The number is in ${step.packages.join(', then ')}.`)
    case 'on-net':
      return written(
        step,
        step.is_registered ? 'ok' : 'refused',
        `${step.username} is a telephone of ours` +
          (step.is_registered ? '.' : ', and is not registered.'),
      )
    case 'rule':
      return written(
        step,
        'ok',
        `${step.plan} (${step.mode}): ${step.candidates} gateways for ${prefixWords(step.prefix)}.`,
      )
    case 'gateway':
      return step.dropped
        ? written(step, 'dropped', `${step.gateway} is left out: ${step.dropped}.`)
        : written(step, 'kept', `${step.gateway} is a candidate.`)
    case 'risk':
      return written(
        step,
        'info',
        `${step.gateway} costs more than the client pays when the call ends` +
          ` after ${step.seconds} seconds.`,
      )
    case 'order':
      return written(step, 'ok', `Tried in this order: ${step.gateways.join(', ')}.`)
    case 'money':
      return written(
        step,
        'ok',
        `${heldWords(step.held, step.package_seconds)} held back` +
          ` for the first ${step.granted_seconds} seconds.`,
      )
    case 'refused':
      return written(
        step,
        'refused',
        step.party === null
          ? REFUSALS[step.refusal].text
          : `${REFUSALS[step.refusal].text} (${step.party})`,
      )
  }
}

const heldWords = (held: Money, package_seconds: number) =>
  package_seconds > 0
    ? `${package_seconds} seconds of the package and ${formatMoney(held)} are`
    : `${formatMoney(held)} is`

const prefixWords = (prefix: string) => `prefix ${prefix || '(all)'}`

const MONEY_FACTS = new Set(['cost', 'price', 'held'])

function written(step: TraceStep, result: WrittenStep['result'], text: string): WrittenStep {
  const facts: Record<string, Fact> = {}
  for (const [name, value] of Object.entries(step) as [string, unknown][]) {
    if (name === 'step') continue
    if (MONEY_FACTS.has(name) && value !== null) facts[name] = formatMoney(value as Money)
    else if (name === 'rate' && value !== null) facts[name] = formatRate(value as Rate)
    else if (Array.isArray(value)) facts[name] = value.join(', ')
    else facts[name] = value as Fact
  }
  return { step: step.step, result, text, facts }
}
