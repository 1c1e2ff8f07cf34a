import type { Package } from '#contract/packages.ts'
import type { Choice } from '../ui/form/SelectField.tsx'

export const PACKAGE_STATUSES: readonly Choice<Package['status']>[] = [
  { value: 'active', label: 'Active' },
  { value: 'blocked', label: 'Blocked' },
]
