// The sentences of those steps of a trace that tell how a call found its gateways.
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
      return `${plan} (${mode}): ${targets} for ${prefixWords(prefix)}.`
    }
    case 'blocked rule':
      return `${step.plan} has a rule for ${prefixWords(step.prefix)}, which is not active.`
    case 'no rule':
      return step.plan === null
        ? 'The client has no route plan.'
        : `${step.plan} has no rule that fits.`
    case 'block':
      return `${step.plan} blocks ${prefixWords(step.prefix)}${step.reason && `: ${step.reason}`}.`
    case 'limit': {
      const { kind, name, count, most, limit } = step
      const times = limit === 'channels' ? 'at once' : 'within a second'
      return `${KINDS[kind]}${name && ` ${name}`} has ${count} of ${most} calls ${times}.`
    }
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
    case 'skipped':
      return `${step.gateway} is not tried: ${step.reason}.`
    case 'sent':
      return `${step.gateway} gets ${Object.entries(sentFacts(step))
        .map(([field, change]) => `${field} ${change}`)
        .join(', ')}.`
  }
}

const KINDS: Readonly<Record<LoadKind, string>> = {
  client: 'The client',
  client_ip: 'The row of the IP list',
  sip_user: 'The telephone',
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
