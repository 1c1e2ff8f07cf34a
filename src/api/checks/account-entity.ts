import type { UserType } from '#core/permission/permission.ts'

/** As the activity log names an account, in which the account above looks its changes up. */
export const ENTITY_OF_ACCOUNT: Readonly<Record<Exclude<UserType, 'ADMIN'>, string>> = {
  RESELLER: 'reseller',
  WHOLESALE: 'wholesale_client',
  RETAIL: 'retail_client',
  SETTLEMENT: 'settlement',
}
