import type { CodeDeckEntry } from '#contract/tariffs/code-deck.ts'
import type { Choice } from '../ui/form/SelectField.tsx'

export const NETWORK_TYPES: readonly Choice<CodeDeckEntry['network_type']>[] = [
  { value: 'FIXED', label: 'Fixed' },
  { value: 'MOBILE', label: 'Mobile' },
  { value: 'PREMIUM', label: 'Premium' },
  { value: 'TOLL_FREE', label: 'Toll free' },
  { value: 'SATELLITE', label: 'Satellite' },
  { value: 'OTHER', label: 'Special services' },
]

export const SOURCES: readonly Choice<CodeDeckEntry['source']>[] = [
  { value: 'BUILT_IN', label: 'Built in' },
  { value: 'IMPORT', label: 'Import' },
  { value: 'MANUAL', label: 'Manual' },
]
