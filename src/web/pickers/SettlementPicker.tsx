import { AccountPicker } from './AccountPicker.tsx'
import type { PickerProps } from './LookupPicker.tsx'

export function SettlementPicker(props: PickerProps) {
  return <AccountPicker {...props} type="SETTLEMENT" />
}
