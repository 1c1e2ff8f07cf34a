// Who may have records of calls sent out of the product, as the record feed does: they leave whole.
import type { FieldRight } from './field-rights.ts'
import type { Permission } from './permission.ts'

/** A user, as far as it sees calls. */
export interface Sight {
  readonly sees_everything: boolean
  readonly permissions: readonly Permission[]
  readonly field_rights: readonly FieldRight[]
  readonly masked_digits: number
}

const NEEDED: readonly Permission[] = ['call_records.view', 'call_records.export']
const MONEY: readonly FieldRight[] = ['sale', 'purchase', 'earnings']

/**
 * Whether the user sees all of all calls, with the money of both sides and whole numbers, and may
 * take them away as a file: then they may also be sent elsewhere.
 */
export const maySendCalls = (sight: Sight): boolean =>
  sight.sees_everything &&
  sight.masked_digits === 0 &&
  NEEDED.every((one) => sight.permissions.includes(one)) &&
  MONEY.every((one) => sight.field_rights.includes(one))
