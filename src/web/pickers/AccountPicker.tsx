import { lookupUsers } from '#contract/lookups.ts'
import type { UserType } from '#core/permission/permission.ts'
import { LookupPicker, type PickerProps } from './LookupPicker.tsx'

interface AccountPickerProps extends PickerProps {
  readonly type?: UserType
  /** Only those to whom this kind of payment applies. */
  readonly payment?: 'RECHARGE' | 'PAYMENT_MADE'
}

/** A client, a reseller or a settlement account; its id is that of the account. */
export function AccountPicker({ type, payment, ...rest }: AccountPickerProps) {
  const narrow = { ...(type && { type }), ...(payment && { payment }) }
  return <LookupPicker endpoint={lookupUsers} narrow={narrow} {...rest} />
}
