// Why a call went where it went: one entry per step, with its inputs. Texts are made when it is
// written down, so that a decision does not pay for words that nobody may read.
import { formatMoney, formatRate, type Money, type Rate } from '../money.ts'
import { REFUSALS, type Refusal } from './refusal.ts'

export type Drop =
  | 'gateway not active'
  | 'settlement account not active'
  | 'credit of the settlement account used up'
  | 'no buy rate'
  | 'buy rate blocked'
  | 'no codec in common'
  | 'all channels in use'
  | 'calls per second used up'
  | 'costs more than the client pays'

export type TraceStep =
  | { step: 'caller'; account_id: number; client: string; client_ip_id: number; source: string }
  | { step: 'number'; dialled_number: string; called_number: string }
  | { step: 'rate'; prefix: string; destination: string; rate: Rate; tariff: string }
  | { step: 'rule'; plan: string; prefix: string; mode: string; candidates: number }
  | {
      step: 'gateway'
      gateway_id: number
      gateway: string
      dropped: Drop | null
      rate: Rate | null
      prefix: string | null
      /** Expected at the tariff's average duration. */
      cost: Money | null
      price: Money | null
    }
  | { step: 'order'; gateways: readonly string[] }
  | { step: 'money'; granted_seconds: number; held: Money }
  | { step: 'refused'; refusal: Refusal }

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
        `${step.tariff} sells ${prefixWords(step.prefix)} for ${formatRate(step.rate)} a minute.`,
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
    case 'order':
      return written(step, 'ok', `Tried in this order: ${step.gateways.join(', ')}.`)
    case 'money':
      return written(
        step,
        'ok',
        `${formatMoney(step.held)} is held back for the first ${step.granted_seconds} seconds.`,
      )
    case 'refused':
      return written(step, 'refused', REFUSALS[step.refusal].text)
  }
}

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
