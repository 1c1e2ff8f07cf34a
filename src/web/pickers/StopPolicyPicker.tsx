import { lookupStopPolicies } from '#contract/lookups.ts'
import { LookupPicker, type PickerProps } from './LookupPicker.tsx'

export function StopPolicyPicker(props: PickerProps) {
  return <LookupPicker endpoint={lookupStopPolicies} {...props} />
}
