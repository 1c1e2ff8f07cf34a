import { lookupUsers } from '#contract/lookups.ts'
import type { UserType } from '#core/permission/permission.ts'
import { LookupPicker, type PickerProps } from './LookupPicker.tsx'

interface AccountPickerProps extends PickerProps {
  readonly type?: UserType
}

/** A client, a reseller or a settlement account; its id is that of the account. */
export function AccountPicker({ type, ...rest }: AccountPickerProps) {
  return <LookupPicker endpoint={lookupUsers} {...(type ? { narrow: { type } } : {})} {...rest} />
}
