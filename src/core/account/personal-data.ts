// The parts of the personal data of an account, and what its erasure does with each (ADR-0051).

/** MASKED: the last digits of its numbers go. KEPT: it is part of the books, or of a signed log. */
export type ErasureEffect = 'ERASED' | 'MASKED' | 'KEPT'

/** In the order in which they are listed. */
export const PERSONAL_DATA = {
  PROFILE: 'ERASED',
  LOGIN: 'ERASED',
  SESSION: 'ERASED',
  IP_ADDRESS: 'ERASED',
  ADDRESS_REQUEST: 'ERASED',
  SIP_USER: 'ERASED',
  MESSAGE: 'ERASED',
  PAYMENT: 'KEPT',
  INVOICE: 'KEPT',
  ACTIVITY: 'KEPT',
  CALL: 'MASKED',
} as const satisfies Readonly<Record<string, ErasureEffect>>

export type PersonalDataPart = keyof typeof PERSONAL_DATA

export const PERSONAL_DATA_PARTS = Object.keys(PERSONAL_DATA) as readonly PersonalDataPart[]

/** The name of an account whose own name is erased. */
export const erasedName = (account_id: number): string => `Erased account ${account_id}`
