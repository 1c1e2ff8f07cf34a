// The sentences of those steps of a trace that tell how a call found its gateways.
import type { RoutePlanMode } from './route-plan.ts'
import type { LoadKind } from './switchboard.ts'
import type { LoggedStep } from './trace.ts'
import { TRANSLATION_FIELDS } from './translation.ts'

type RouteStepName =
  | ('rule' | 'blocked rule' | 'no rule' | 'block')
  | ('limit' | 'gateway' | 'risk' | 'order' | 'skipped' | 'sent')

export type RouteStep = Extract<LoggedStep, { step: RouteStepName }>

export function routeWords(step: RouteStep): string {
  switch (step.step) {
    case 'rule': {
      const { plan, mode, candidates, prefix } = step
      const targets = candidates === 1 ? '1 target' : `${candidates} targets`
      return `${plan} (${MODE_WORDS[mode]}): ${targets} for ${prefixWords(prefix)}.`
    }
    case 'blocked rule':
      return `${step.plan} has a rule for ${prefixWords(step.prefix)}, but it is disabled.`
    case 'no rule':
      return step.plan === null
        ? 'The client has no route plan.'
        : `${step.plan} has no matching rule.`
    case 'block':
      return `${step.plan} blocks ${prefixWords(step.prefix)}${step.reason && `: ${step.reason}`}.`
    case 'limit': {
      const { kind, name, count, most, limit } = step
      const times = limit === 'channels' ? 'now' : 'per second'
      return `${KINDS[kind]}${name && ` ${name}`} has ${count} of ${most} calls ${times}.`
    }
    case 'gateway':
      return step.dropped
        ? `${step.gateway} is excluded: ${step.dropped}.`
        : `${step.gateway} is eligible.`
    case 'risk': {
      const { gateway, seconds } = step
      const when = `for a call of ${seconds} seconds`
      return `${gateway} costs more than the sell price ${when}.`
    }
    case 'order':
      return `Tried in this order: ${step.gateways.join(', ')}.`
    case 'skipped':
      return `${step.gateway} is not tried: ${step.reason}.`
    case 'sent':
      return `${step.gateway} is sent ${Object.entries(sentFacts(step))
        .map(([field, change]) => `${field} ${change}`)
        .join(', ')}.`
  }
}

const MODE_WORDS: Readonly<Record<RoutePlanMode, string>> = {
  ORDERED: 'ordered',
  LCR: 'least cost',
  LCR_QUALITY: 'least cost and quality',
  QUALITY: 'best quality',
  PERCENT: 'percentage share',
  STATIC_THEN_LCR: 'static, then least cost',
}

const KINDS: Readonly<Record<LoadKind, string>> = {
  client: 'The client',
  client_ip: 'The IP entry',
  sip_user: 'The SIP user',
  reseller: 'The reseller',
  settlement: 'The settlement account',
  gateway: 'The gateway',
  target: 'The target',
  number: 'The number',
}

/** Each text that the gateway gets other than the call has it, as `before → after`. */
export function sentFacts({ before, after }: RouteStep & { step: 'sent' }): Record<string, string> {
  const changed = TRANSLATION_FIELDS.filter((field) => before[field] !== after[field])
  return Object.fromEntries(changed.map((field) => [field, `${before[field]} → ${after[field]}`]))
}

export const prefixWords = (prefix: string) => `prefix ${prefix || '(all)'}`
