import { lookupTunnels } from '#contract/lookups.ts'
import { LookupPicker, type PickerProps } from './LookupPicker.tsx'

export function TunnelPicker(props: PickerProps) {
  return <LookupPicker endpoint={lookupTunnels} {...props} />
}
