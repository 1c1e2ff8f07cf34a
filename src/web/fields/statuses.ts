import type { Choice } from '../ui/form/SelectField.tsx'

/** The statuses of all things that are either used or not. */
export const STATUSES: readonly Choice<'active' | 'blocked'>[] = [
  { value: 'active', label: 'Active' },
  { value: 'blocked', label: 'Blocked' },
]
