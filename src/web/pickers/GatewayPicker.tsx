import { lookupGateways } from '#contract/lookups.ts'
import { LookupPicker, type PickerProps } from './LookupPicker.tsx'

export function GatewayPicker(props: PickerProps) {
  return <LookupPicker endpoint={lookupGateways} {...props} />
}
