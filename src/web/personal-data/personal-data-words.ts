// The words of the page Personal data.
import type { ERASURE_STATES } from '#contract/accounts/personal-data.ts'
import type { ErasureEffect, PersonalDataPart } from '#core/account/personal-data.ts'
import type { StatusChoice } from '../ui/values/StatusLabel.tsx'

export const ERASURE_STATE_CHOICES: readonly StatusChoice<(typeof ERASURE_STATES)[number]>[] = [
  { value: 'WAITING', label: 'waiting', tone: 'neutral' },
  { value: 'ERASING', label: 'erasing', tone: 'info' },
  { value: 'DONE', label: 'done', tone: 'success' },
]

export const PART_WORDS: Readonly<Record<PersonalDataPart, string>> = {
  PROFILE: 'Name, address, tax number, contacts, notes, tags',
  LOGIN: 'Logins and staff',
  SESSION: 'Sessions, with IP addresses',
  IP_ADDRESS: 'IP addresses',
  ADDRESS_REQUEST: 'Address requests',
  SIP_USER: 'SIP users and their registrations',
  MESSAGE: 'Mails and notifications',
  PAYMENT: 'Payments',
  INVOICE: 'Invoices, with the address on them',
  ACTIVITY: 'Activities of its users',
  CALL: 'Attempts of its calls',
}

export const EFFECT_WORDS: Readonly<Record<ErasureEffect, string>> = {
  ERASED: 'erased',
  MASKED: 'numbers masked, the rest erased',
  KEPT: 'kept',
}
