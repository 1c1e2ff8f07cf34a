import type { WholesaleClient } from '#contract/wholesale-clients.ts'
import type { Tone } from '../ui/Badge.tsx'
import type { Choice } from '../ui/form/SelectField.tsx'

/** What clients, resellers and settlement accounts have in common in a list. */
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

export const ACCOUNT_STATUSES: readonly Choice<Account['status']>[] = [
  { value: 'active', label: 'Active' },
  { value: 'blocked', label: 'Blocked' },
  { value: 'closed', label: 'Closed' },
]

export const ACCOUNT_TONES: Readonly<Record<Account['status'], Tone>> = {
  active: 'success',
  blocked: 'danger',
  closed: 'neutral',
}

export const BILLING_TYPES: readonly Choice<Account['billing_type']>[] = [
  { value: 'PREPAID', label: 'Prepaid' },
  { value: 'POSTPAID', label: 'Postpaid' },
]

/** What a profile holds before anything is typed. */
export const NEW_PROFILE = {
  name: '',
  company: '',
  address: '',
  country_iso2: '',
  tax_number: '',
  noc_email: '',
  billing_email: '',
  rates_email: '',
  phone: '',
  notes: '',
  status: 'active',
  channel_limit: null,
  cps_limit: null,
  username: '',
} as const
