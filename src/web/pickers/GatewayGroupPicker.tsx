import { lookupGatewayGroups } from '#contract/lookups.ts'
import { LookupPicker, type PickedOf, type PickerProps } from './LookupPicker.tsx'

interface GatewayGroupPickerProps extends PickerProps {
  readonly onPick?: (group: PickedOf<typeof lookupGatewayGroups>) => void
}

export function GatewayGroupPicker(props: GatewayGroupPickerProps) {
  return <LookupPicker endpoint={lookupGatewayGroups} {...props} />
}
