import type { UserType } from '#core/permission/permission.ts'
import type { Choice } from '../ui/form/SelectField.tsx'

export const USER_TYPES: readonly Choice<UserType>[] = [
  { value: 'ADMIN', label: 'Admin' },
  { value: 'RESELLER', label: 'Reseller' },
  { value: 'WHOLESALE', label: 'Wholesale client' },
  { value: 'RETAIL', label: 'Retail client' },
  { value: 'SETTLEMENT', label: 'Settlement account' },
]
