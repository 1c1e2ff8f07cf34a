import type { LossPolicy } from '#core/account/reseller.ts'
import type { Choice } from '../ui/form/SelectField.tsx'

export const LOSS_POLICY_CHOICES: readonly Choice<LossPolicy>[] = [
  { value: 'BLOCK', label: 'Refuse' },
  { value: 'WARN', label: 'Routing log warning' },
  { value: 'ALLOW', label: 'Allow' },
]
