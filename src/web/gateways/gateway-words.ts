import type { Gateway } from '#contract/gateways.ts'
import type { Tone } from '../ui/Badge.tsx'
import type { Choice } from '../ui/form/SelectField.tsx'

export const GATEWAY_STATUSES: readonly Choice<Gateway['status']>[] = [
  { value: 'active', label: 'Active' },
  { value: 'maintenance', label: 'Maintenance' },
  { value: 'blocked', label: 'Blocked' },
]

export const GATEWAY_TONES: Readonly<Record<Gateway['status'], Tone>> = {
  active: 'success',
  maintenance: 'warning',
  blocked: 'danger',
}

/** What a status means for calls; the switch treats the last two alike, people do not. */
export const GATEWAY_EFFECTS: Readonly<Record<Gateway['status'], string>> = {
  active: 'Route plans send calls to it.',
  maintenance: 'No new calls for now: it is being worked on. Running calls go on.',
  blocked: 'No new calls until somebody activates it. Running calls go on.',
}

/** Answered of attempted; below so many attempts the share says little (C62). */
export const ATTEMPTS_THAT_SAY_SOMETHING = 30
