import type { Gateway } from '#contract/routing/gateways.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { Tone } from '../ui/values/Badge.tsx'
import type { StatusChoice } from '../ui/values/StatusLabel.tsx'

export const GATEWAY_STATUSES: readonly StatusChoice<Gateway['status']>[] = [
  { value: 'active', label: 'Active', tone: 'success' },
  { value: 'maintenance', label: 'Maintenance', tone: 'warning' },
  { value: 'blocked', label: 'Blocked', tone: 'danger' },
]

/** The meaning of a status for calls; the switch treats the last two alike, people do not. */
export const GATEWAY_EFFECTS: Readonly<Record<Gateway['status'], string>> = {
  active: 'Gets calls from route plans.',
  maintenance: 'No new calls during maintenance. Active calls continue.',
  blocked: 'No new calls until activated. Active calls continue.',
}

/** Answered of attempted calls; with fewer attempts the share is not meaningful. */
export const MIN_ATTEMPTS = 30

export const TRANSPORTS: readonly Choice<Gateway['transport']>[] = [
  { value: 'UDP', label: 'UDP' },
  { value: 'TCP', label: 'TCP' },
]

export const PING_STATES: readonly Choice<Gateway['ping_state']>[] = [
  { value: 'UP', label: 'Up' },
  { value: 'DOWN', label: 'Down' },
  { value: 'UNKNOWN', label: 'Unknown' },
]

export const PING_TONES: Readonly<Record<Gateway['ping_state'], Tone>> = {
  UP: 'success',
  DOWN: 'danger',
  UNKNOWN: 'neutral',
}

export const LOCK_STATES: readonly Choice<Gateway['lock_state']>[] = [
  { value: 'OPEN', label: 'Open' },
  { value: 'LOCKED', label: 'Locked' },
  { value: 'PROBING', label: 'Probing' },
]

export const REGISTRATION: Readonly<
  Record<Gateway['registration_state'], { word: string; tone: Tone }>
> = {
  OFF: { word: 'Not registered', tone: 'neutral' },
  TRYING: { word: 'Registering', tone: 'warning' },
  REGISTERED: { word: 'Registered', tone: 'success' },
  FAILED: { word: 'Refused', tone: 'danger' },
}

/** The reason for the lock of a gateway, or the limit that its calls break. */
export const REASONS: Readonly<Record<NonNullable<Gateway['lock_reason']>, string>> = {
  HAND: 'manually',
  ASR: 'ASR below limit',
  ACD: 'ACD below limit',
  PDD: 'PDD above limit',
  SHORT_CALLS: 'short calls above limit',
}

export const PAI_MODES: readonly Choice<Gateway['pai_mode']>[] = [
  { value: 'none', label: 'Not sent' },
  { value: 'build', label: 'From caller number' },
  { value: 'relay', label: 'Passed through, with Diversion' },
]

export const PRIVACY_MODES: readonly Choice<Gateway['privacy_mode']>[] = [
  { value: 'pass', label: 'Pass through, number included' },
  { value: 'hide', label: 'Enforce: no number sent' },
  { value: 'none', label: 'Ignore: number shown' },
]

export const QUALITY_ACTIONS: readonly Choice<Gateway['quality_action']>[] = [
  { value: 'ALARM', label: 'Show as poor' },
  { value: 'DEPRIORITISE', label: 'Try last' },
  { value: 'LOCK', label: 'Lock' },
]
