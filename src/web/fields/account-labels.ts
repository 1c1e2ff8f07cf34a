import type { WholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { StatusChoice } from '../ui/values/StatusLabel.tsx'

/** The fields that clients, resellers and settlement accounts share in a list. */
export type Account = Pick<
  WholesaleClient,
  | 'id'
  | 'version'
  | 'name'
  | 'status'
  | 'billing_type'
  | 'username'
  | 'company'
  | 'country_iso2'
  | 'vat_percent'
  | 'active_calls'
>

export const ACCOUNT_STATUSES: readonly StatusChoice<Account['status']>[] = [
  { value: 'active', label: 'Active', tone: 'success' },
  { value: 'blocked', label: 'Blocked', tone: 'danger' },
  { value: 'closed', label: 'Closed', tone: 'neutral' },
]

export const BILLING_TYPES: readonly Choice<Account['billing_type']>[] = [
  { value: 'PREPAID', label: 'Prepaid' },
  { value: 'POSTPAID', label: 'Postpaid' },
]

export const BILLING_CYCLES: readonly Choice<WholesaleClient['billing_cycle']>[] = [
  { value: 'BY_HAND', label: 'By hand' },
  { value: 'DAY', label: 'Every day' },
  { value: 'WEEK', label: 'Every week' },
  { value: 'HALF_MONTH', label: 'Twice a month' },
  { value: 'MONTH', label: 'Every month' },
]

export const SPEND_LIMITS = {
  title: 'Spending limits',
  help: 'Calls over a limit are refused or cut. Amounts incl. VAT.',
} as const
