import { lookupTimeWindows } from '#contract/lookups.ts'
import { LookupPicker, type PickerProps } from './LookupPicker.tsx'

export function TimeWindowPicker(props: PickerProps) {
  return <LookupPicker endpoint={lookupTimeWindows} {...props} />
}
