import type { LossPolicy } from '#core/account/reseller.ts'
import type { Choice } from '../ui/form/SelectField.tsx'

export const LOSS_POLICY_CHOICES: readonly Choice<LossPolicy>[] = [
  { value: 'BLOCK', label: 'Refused' },
  { value: 'WARN', label: 'Noted in the routing log' },
  { value: 'ALLOW', label: 'Allowed' },
]
