// Policies and services of firewall zones in words.
import type { FirewallZone } from '#contract/machine/firewall-zones.ts'
import type { ZoneService } from '#core/firewall/firewall-zone.ts'
import { labelFor } from '../ui/form/labels.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { Tone } from '../ui/values/Badge.tsx'

type Policy = FirewallZone['policy']

export const ZONE_POLICY_CHOICES: readonly Choice<Policy>[] = [
  { value: 'ALLOW', label: 'Allow' },
  { value: 'DENY', label: 'Deny' },
  { value: 'RATE_LIMIT', label: 'Rate limit' },
]

export const ZONE_SERVICE_CHOICES: readonly Choice<ZoneService>[] = [
  { value: 'SIP_REGISTER', label: 'SIP registrations' },
  { value: 'SIP_INVITE', label: 'SIP calls' },
  { value: 'WEB_ADMIN', label: 'Admin console' },
  { value: 'WEB_RESELLER', label: 'Reseller console' },
  { value: 'WEB_CLIENT', label: 'Client console' },
]

export const POLICY_TONES: Readonly<Record<Policy, Tone>> = {
  ALLOW: 'success',
  DENY: 'danger',
  RATE_LIMIT: 'warning',
}

interface Decided {
  readonly policy: Policy
  readonly requests_per_second: number | null
}

export function policyWords({ policy, requests_per_second }: Decided): string {
  if (policy === 'RATE_LIMIT') return `${requests_per_second} requests per second`
  return labelFor(ZONE_POLICY_CHOICES, policy)
}

export const serviceWords = (services: readonly ZoneService[]): string =>
  services.map((service) => labelFor(ZONE_SERVICE_CHOICES, service)).join(', ')
