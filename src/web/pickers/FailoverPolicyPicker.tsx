import { lookupFailoverPolicies } from '#contract/lookups.ts'
import { LookupPicker, type PickerProps } from './LookupPicker.tsx'

export function FailoverPolicyPicker(props: PickerProps) {
  return <LookupPicker endpoint={lookupFailoverPolicies} {...props} />
}
