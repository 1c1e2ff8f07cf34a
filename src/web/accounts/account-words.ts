import type { Settlement } from '#contract/settlements.ts'
import type { WholesaleClient } from '#contract/wholesale-clients.ts'
import type { Tone } from '../ui/Badge.tsx'
import type { Choice } from '../ui/form/SelectField.tsx'

export type Account = WholesaleClient | Settlement

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
