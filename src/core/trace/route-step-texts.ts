// The texts of the trace steps about gateways.

import { TRANSLATION_FIELDS, type TranslationField } from '../number/translation-fields.ts'
import { exclusionText, SKIP_REASONS } from '../routing/exclusions.ts'
import type { RoutePlanMode } from '../routing/route-plan.ts'
import type { LoadKind } from '../routing/snapshot.ts'
import type { LoggedStep } from '../routing/trace.ts'

type RouteStepName =
  | ('RULE' | 'DISABLED_RULE' | 'NO_RULE' | 'BLOCKED')
  | ('LIMIT' | 'GATEWAY' | 'SHORT_CALL_LOSS' | 'ORDER' | 'SHORTER_PREFIX' | 'SKIPPED' | 'SENT')

export type RouteStep = Extract<LoggedStep, { step: RouteStepName }>

export function routeText(step: RouteStep): string {
  switch (step.step) {
    case 'RULE': {
      const { plan, mode, candidates, prefix } = step
      const targets = candidates === 1 ? '1 target' : `${candidates} targets`
      return `${plan} (${MODE_LABELS[mode]}): ${targets} for ${prefixLabel(prefix)}.`
    }
    case 'DISABLED_RULE':
      return `${step.plan} has a rule for ${prefixLabel(step.prefix)}, but it is disabled.`
    case 'NO_RULE':
      return step.plan === null
        ? 'The client has no route plan.'
        : `${step.plan} has no matching rule.`
    case 'BLOCKED':
      return `${step.plan} blocks ${prefixLabel(step.prefix)}${step.reason && `: ${step.reason}`}.`
    case 'LIMIT': {
      const { kind, name, count, most, limit } = step
      const times = limit === 'CHANNELS' ? 'now' : 'per second'
      const calls = most === 1 ? 'call' : 'calls'
      return `${KINDS[kind]}${name && ` ${name}`} has ${count} of ${most} ${calls} ${times}.`
    }
    case 'GATEWAY':
      return step.exclusion
        ? `${step.gateway} is excluded: ${exclusionText(step.exclusion)}.`
        : `${step.gateway} is eligible.`
    case 'SHORT_CALL_LOSS': {
      const { gateway, seconds } = step
      const when = `for a call of ${seconds} seconds`
      return `${gateway} costs more than the sell price ${when}.`
    }
    case 'ORDER':
      return `Tried in this order: ${step.gateways.join(', ')}.`
    case 'SHORTER_PREFIX': {
      const { gateway, prefix, others } = step
      const first = `${gateway} is first only by its price for the shorter ${prefixLabel(prefix)}`
      return `${first}. A longer prefix sets the price of ${others.join(', ')}.`
    }
    case 'SKIPPED':
      return `${step.gateway} is not tried: ${SKIP_REASONS[step.reason]}.`
    case 'SENT':
      return `${step.gateway} is sent ${sentChanges(step)
        .map(([field, change]) => `${FIELD_LABELS[field]} ${change}`)
        .join(', ')}.`
  }
}

const MODE_LABELS: Readonly<Record<RoutePlanMode, string>> = {
  ORDERED: 'ordered',
  LCR: 'least cost',
  LCR_QUALITY: 'least cost and quality',
  QUALITY: 'best quality',
  PERCENT: 'percentage share',
  STATIC_THEN_LCR: 'static, then least cost',
}

const KINDS: Readonly<Record<LoadKind, string>> = {
  CLIENT: 'The client',
  CLIENT_IP: 'The IP entry',
  SIP_USER: 'The SIP user',
  RESELLER: 'The reseller',
  SETTLEMENT: 'The settlement account',
  GATEWAY: 'The gateway',
  TARGET: 'The target',
  NUMBER: 'The number',
}

export const FIELD_LABELS: Readonly<Record<TranslationField, string>> = {
  called_number: 'called number',
  caller_number: 'caller number',
  caller_name: 'caller name',
  pai: 'P-Asserted-Identity',
  diversion: 'Diversion',
}

/** Each text that the gateway gets other than the call has it, as `before → after`. */
export const sentChanges = ({ before, after }: RouteStep & { step: 'SENT' }) =>
  TRANSLATION_FIELDS.filter((field) => before[field] !== after[field]).map(
    (field) => [field, `${before[field]} → ${after[field]}`] as const,
  )

export const prefixLabel = (prefix: string) => `prefix ${prefix || '(all)'}`
