// Which fields of a record a user sees. The contract names the right of a field, the session has
// the rights of the user, and the API leaves out what does not fit, in answers, files, filters and
// sort orders.
import type { UserType } from './permission.ts'

export const FIELD_RIGHTS = [
  /** The client and the resellers of a call, by name. */
  'clients',
  /** The call as it came in: numbers, address and headers of the caller, our response to it. */
  'caller_side',
  /** What the client pays. */
  'sale',
  /** The call as it was sent: gateway, settlement account, sent numbers, their response. */
  'settlement_side',
  /** What the settlement account gets. */
  'purchase',
  /** What the operator earns. */
  'earnings',
  /** How the operator works: route plans, refusals, configuration of gateways, staff and notes. */
  'operations',
] as const

export type FieldRight = (typeof FIELD_RIGHTS)[number]

const RIGHTS: Readonly<Record<UserType, readonly FieldRight[]>> = {
  ADMIN: FIELD_RIGHTS,
  RESELLER: ['clients', 'caller_side', 'sale'],
  WHOLESALE: ['caller_side', 'sale'],
  RETAIL: ['caller_side', 'sale'],
  SETTLEMENT: ['settlement_side', 'purchase'],
}

export const fieldRightsOf = (type: UserType): readonly FieldRight[] => RIGHTS[type]
