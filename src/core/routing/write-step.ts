// The steps of a trace as they are shown. Texts are made only of what somebody may read.
import { formatMoney, formatRate, type Money, type Rate } from '../money.ts'
import { REFUSALS } from './refusal.ts'
import { prefixWords, routeWords, sentFacts } from './route-step-words.ts'
import type { Fact, LoggedStep, WrittenStep } from './trace.ts'

/** The step as it is shown: a result, a sentence, and its inputs as decimal text. */
export const writeStep = (step: LoggedStep): WrittenStep => ({
  step: step.step,
  result: resultOf(step),
  text: textOf(step),
  facts: factsOf(step),
})

function resultOf(step: LoggedStep): WrittenStep['result'] {
  switch (step.step) {
    case 'caller':
    case 'number':
    case 'rate':
    case 'packages':
    case 'rule':
    case 'order':
    case 'payer':
    case 'money':
      return 'ok'
    case 'translation':
    case 'risk':
    case 'sent':
    case 'no rule':
      return 'info'
    case 'blocked rule':
    case 'skipped':
    case 'limit':
      return 'dropped'
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

function textOf(step: LoggedStep): string {
  switch (step.step) {
    case 'caller': {
      const [, name] = /^name (.*)$/.exec(step.known_by) ?? []
      return `${name === undefined ? step.source : `SIP user ${name}`} is ${step.client}.`
    }
    case 'number':
      return `Normalised called number: ${step.dialled_number} → ${step.called_number}.`
    case 'rate': {
      const { party, rate, currency, prefix, tariff } = step
      const price = `${formatRate(rate)} ${currency} per minute`
      return `${party} pays ${price} for ${prefixWords(prefix)} of ${tariff}.`
    }
    case 'no rate':
      return `${step.tariff} of ${step.party} has no rate.`
    case 'loss': {
      const { party, seconds, cost, price } = step
      const paid = `gets ${formatMoney(price)}`
      return `${party} pays ${formatMoney(cost)} for a call of ${seconds} seconds and ${paid}.`
    }
    case 'translation':
      return `${step.name}: ${step.field} ${step.before} → ${step.after}.`
    case 'list':
      return `${step.list}: ${step.number} is ${step.action.toLowerCase()}ed.`
    case 'packages':
      return `The number is in ${step.packages.join(', then ')}.`
    case 'on-net': {
      const but = step.is_registered ? '' : ', not registered'
      return `${step.username} is one of our SIP users${but}.`
    }
    case 'payer': {
      const { party, free, held, is_limit } = step
      const has = free === null ? 'has no limit' : `has ${formatMoney(free)} available`
      const limits = is_limit ? ', the limit for the call duration' : ''
      return `${party} ${has}: ${formatMoney(held)} is reserved${limits}.`
    }
    case 'money':
      return (
        `${heldWords(step.held, step.package_seconds)} reserved` +
        ` for the first ${step.granted_seconds} seconds.`
      )
    case 'refused': {
      const { text } = REFUSALS[step.refusal]
      const why = step.party ?? step.reason
      return why === undefined || why === null ? text : `${text} (${why})`
    }
    default:
      return routeWords(step)
  }
}

const heldWords = (held: Money, package_seconds: number) =>
  package_seconds > 0
    ? `${package_seconds} seconds from the package and ${formatMoney(held)} are`
    : `${formatMoney(held)} is`

const MONEY_FACTS = new Set(['cost', 'price', 'held', 'free'])

function factsOf(step: LoggedStep): WrittenStep['facts'] {
  if (step.step === 'sent') return { gateway: step.gateway, ...sentFacts(step) }
  return plainFacts(step)
}

function plainFacts(step: object): WrittenStep['facts'] {
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
