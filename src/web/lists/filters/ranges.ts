import type { Choice } from '../../ui/form/SelectField.tsx'

/** The usual ranges of time of lists that grow; the server knows when each of them began. */
export const RANGES: readonly Choice[] = [
  { value: '15m', label: '15 minutes' },
  { value: '1h', label: '1 hour' },
  { value: '6h', label: '6 hours' },
  { value: '24h', label: '24 hours' },
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: 'this_month', label: 'This month' },
  { value: 'last_month', label: 'Last month' },
]

/** The ranges of reports: the shortest ones say little there. */
export const DAY_RANGES = RANGES.slice(RANGES.findIndex(({ value }) => value === '24h'))

export const ONE_YEAR: Choice = { value: '12_months', label: '12 months' }
