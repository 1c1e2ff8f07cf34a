import type { Payment } from '#contract/payments.ts'
import type { Choice } from '../ui/form/SelectField.tsx'

export const METHODS: readonly Choice<Payment['method']>[] = [
  { value: 'bank', label: 'Bank transfer' },
  { value: 'cash', label: 'Cash' },
  { value: 'card', label: 'Card' },
  { value: 'crypto', label: 'Crypto' },
  { value: 'mobile_money', label: 'Mobile money' },
  { value: 'other', label: 'Other' },
]
