import type { RoutePlan } from '#contract/route-plans.ts'
import type { Choice } from '../ui/form/SelectField.tsx'

export const MODES: readonly Choice<RoutePlan['mode']>[] = [
  { value: 'ORDERED', label: 'Ordered' },
  { value: 'LCR', label: 'Least cost' },
]

export const STATUSES: readonly Choice<RoutePlan['status']>[] = [
  { value: 'active', label: 'Active' },
  { value: 'blocked', label: 'Blocked' },
]

/** The empty prefix stands for every number that no other rule fits. */
export const prefixName = (prefix: string): string => prefix || 'default'
