// The steps of a trace as text. Only those that the user may read are turned into text.
import { formatMoney, formatRate, type Money, type Rate } from '../money.ts'
import { GATEWAY_EXCLUSIONS } from '../routing/exclusions.ts'
import { REFUSALS } from '../routing/refusal.ts'
import type { DescribedStep, Fact, LoggedStep, OrderFact } from '../routing/trace.ts'
import { orderText } from './order-labels.ts'
import { FIELD_LABELS, prefixLabel, routeText, sentChanges } from './route-step-texts.ts'

/**
 * The step as it is shown: a result, a sentence, and its inputs as decimal text. Expected amounts
 * are in the system currency under its current name.
 */
export const describeStep = (step: LoggedStep, system_currency: string): DescribedStep => ({
  step: step.step,
  result: resultOf(step),
  text: textOf(step, system_currency),
  facts: factsOf(step),
})

function resultOf(step: LoggedStep): DescribedStep['result'] {
  switch (step.step) {
    case 'CALLER':
    case 'NUMBER':
    case 'RATE':
    case 'PACKAGES':
    case 'RULE':
    case 'ORDER':
    case 'PAYER':
    case 'RESERVATION':
      return 'OK'
    case 'TRANSLATION':
    case 'SHORT_CALL_LOSS':
    case 'SHORTER_PREFIX':
    case 'SENT':
    case 'NO_RULE':
      return 'INFO'
    case 'DISABLED_RULE':
    case 'SKIPPED':
    case 'LIMIT':
      return 'EXCLUDED'
    case 'NO_RATE':
    case 'BLOCKED':
    case 'REFUSED':
      return 'REFUSED'
    case 'LOSS':
      return step.policy === 'BLOCK' ? 'REFUSED' : 'INFO'
    case 'NUMBER_LIST':
      return step.action === 'ACCEPT' ? 'OK' : 'REFUSED'
    case 'ON_NET':
      return step.is_registered ? 'OK' : 'REFUSED'
    case 'GATEWAY':
      return step.exclusion ? 'EXCLUDED' : 'ELIGIBLE'
  }
}

function textOf(step: LoggedStep, system_currency: string): string {
  switch (step.step) {
    case 'CALLER': {
      const { username, source, client } = step
      return `${username === null ? source : `SIP user ${username}`} is ${client}.`
    }
    case 'NUMBER':
      return `Normalised called number: ${step.dialled_number} → ${step.called_number}.`
    case 'RATE': {
      const { party, rate, currency, prefix, tariff } = step
      const price = `${formatRate(rate)} ${currency} per minute`
      return `${party} pays ${price} for ${prefixLabel(prefix)} of ${tariff}.`
    }
    case 'NO_RATE':
      return `${step.tariff} of ${step.party} has no rate.`
    case 'LOSS': {
      const { party, seconds, cost, price } = step
      const [pays, gets] = [cost, price].map((amount) => amountIn(amount, system_currency))
      return `${party} pays ${pays} for a call of ${seconds} seconds and gets ${gets}.`
    }
    case 'TRANSLATION':
      return `${step.name}: ${FIELD_LABELS[step.field]} ${step.before} → ${step.after}.`
    case 'NUMBER_LIST':
      return `${step.list}: ${step.number} is ${step.action.toLowerCase()}ed.`
    case 'PACKAGES':
      return `The number is in ${step.packages.join(', then ')}.`
    case 'ON_NET': {
      const but = step.is_registered ? '' : ', not registered'
      return `${step.username} is one of our SIP users${but}.`
    }
    case 'PAYER': {
      const { party, free, held, currency, is_limit } = step
      const has = free === null ? 'has no limit' : `has ${amountIn(free, currency)} available`
      const limits = is_limit ? ', the limit for the call duration' : ''
      return `${party} ${has}: ${amountIn(held, currency)} is reserved${limits}.`
    }
    case 'RESERVATION':
      return `${reservedText(step)} reserved` + ` for the first ${step.granted_seconds} seconds.`
    case 'REFUSED': {
      const { text } = REFUSALS[step.refusal]
      const { party, exclusion } = step
      const why = party ?? (exclusion && GATEWAY_EXCLUSIONS[exclusion])
      return why ? `${text} (${why})` : text
    }
    default:
      return routeText(step)
  }
}

/** A log of an earlier version has no currency. */
const amountIn = (amount: Money, currency: string | undefined) =>
  currency ? `${formatMoney(amount)} ${currency}` : formatMoney(amount)

const reservedText = ({ held, currency, package_seconds }: LoggedStep & { step: 'RESERVATION' }) =>
  package_seconds > 0
    ? `${package_seconds} seconds from the package and ${amountIn(held, currency)} are`
    : `${amountIn(held, currency)} is`

const MONEY_FACTS: ReadonlySet<string> = new Set(['cost', 'price', 'held', 'free'])

function factsOf(step: LoggedStep): DescribedStep['facts'] {
  if (step.step === 'SENT')
    return { gateway: step.gateway, ...Object.fromEntries(sentChanges(step)) }
  return plainFacts(step)
}

function plainFacts(step: object): DescribedStep['facts'] {
  const facts: Record<string, Fact> = {}
  for (const [name, value] of Object.entries(step) as [string, unknown][]) {
    if (name === 'step') continue
    if (MONEY_FACTS.has(name) && value !== null) facts[name] = formatMoney(value as Money)
    else if (name === 'rate' && value !== null) facts[name] = formatRate(value as Rate)
    else if (name === 'ordered_by')
      facts[name] = value === null ? null : orderText(value as OrderFact[])
    else if (Array.isArray(value)) facts[name] = value.join(', ')
    else facts[name] = value as Fact
  }
  return facts
}
