import type { ComparesWith, Comparison, Unit } from '#core/alarm/conditions.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { StatusChoice } from '../ui/values/StatusLabel.tsx'

export const RULE_STATUSES: readonly StatusChoice<'active' | 'paused'>[] = [
  { value: 'active', label: 'Active', tone: 'success' },
  { value: 'paused', label: 'Paused', tone: 'neutral' },
]

export const COMPARISON_CHOICES: readonly Choice<Comparison>[] = [
  { value: 'BELOW', label: 'Below' },
  { value: 'ABOVE', label: 'Above' },
]

export const COMPARED_CHOICES: readonly Choice<ComparesWith>[] = [
  { value: 'BOUND', label: 'A fixed bound' },
  { value: 'SAME_HOUR', label: 'Its usual value of the hour' },
]

/** Behind the number of a bound. */
export const UNIT_LABELS: Readonly<Record<Unit, string>> = {
  STATE: '',
  PERCENT: '%',
  MOS: '',
  SECONDS: 'seconds',
  MILLISECONDS: 'ms',
  COUNT: '',
  DAYS: 'days',
  MONEY: 'of its currency',
}
