import type { TimeWindow } from '#contract/time-windows.ts'
import type { Choice } from '../ui/form/SelectField.tsx'

export const STATUSES: readonly Choice<TimeWindow['status']>[] = [
  { value: 'active', label: 'Active' },
  { value: 'blocked', label: 'Blocked' },
]

const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** Monday is 1. */
export const weekdayName = (weekday: number): string => WEEKDAYS[weekday - 1] ?? ''
