import { lookupGateways } from '#contract/lookups.ts'
import { LookupPicker, type PickedOf, type PickerProps } from './LookupPicker.tsx'

interface GatewayPickerProps extends PickerProps {
  readonly onPick?: (gateway: PickedOf<typeof lookupGateways>) => void
}

export function GatewayPicker(props: GatewayPickerProps) {
  return <LookupPicker endpoint={lookupGateways} {...props} />
}
