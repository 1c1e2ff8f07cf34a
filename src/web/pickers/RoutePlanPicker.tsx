import { lookupRoutePlans } from '#contract/lookups.ts'
import { LookupPicker, type PickerProps } from './LookupPicker.tsx'

export function RoutePlanPicker(props: PickerProps) {
  return <LookupPicker endpoint={lookupRoutePlans} {...props} />
}
