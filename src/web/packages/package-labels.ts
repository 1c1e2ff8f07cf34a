// How packages and what is left of them are said, on every screen that shows them.
import type { PackageSubscription } from '#contract/packages/package-subscriptions.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import { formatDuration } from '../ui/values/format.ts'
import type { StatusChoice } from '../ui/values/StatusLabel.tsx'

export const PACKAGE_CYCLES: readonly Choice<PackageSubscription['cycle']>[] = [
  { value: 'ONCE', label: 'Once' },
  { value: 'DAY', label: 'Daily' },
  { value: 'WEEK', label: 'Weekly' },
  { value: 'MONTH', label: 'Monthly' },
]

export const SUBSCRIPTION_STATES: readonly StatusChoice<PackageSubscription['state']>[] = [
  { value: 'ACTIVE', label: 'Active', tone: 'success' },
  { value: 'PAUSED', label: 'Paused', tone: 'warning' },
  { value: 'ENDED', label: 'Ended', tone: 'neutral' },
]

export const PAUSE_LABELS: Readonly<
  Record<NonNullable<PackageSubscription['pause_reason']>, string>
> = {
  BALANCE_LOW: 'balance too low',
  PACKAGE_BLOCKED: 'package blocked',
  CLIENT_NOT_ACTIVE: 'client not active',
  CURRENCY_DIFFERS: 'other currency',
  PARENT_DIFFERS: 'other parent',
}

export const prefixesLabel = (prefixes: readonly string[]): string =>
  prefixes.length === 0 ? 'all numbers' : prefixes.join(', ')

/** 00:04:00 of 00:10:00. */
export const leftLabel = (left: number, of: number): string =>
  `${formatDuration(left)} of ${formatDuration(of)}`
