import { lookupPackages } from '#contract/lookups.ts'
import { LookupPicker, type PickedOf, type PickerProps } from './LookupPicker.tsx'

export type PackageOption = PickedOf<typeof lookupPackages>

interface PackagePickerProps extends PickerProps {
  /** Only those that are sold in it. */
  readonly currency: string
  readonly onPick?: (option: PackageOption) => void
}

export function PackagePicker({ currency, ...rest }: PackagePickerProps) {
  return <LookupPicker endpoint={lookupPackages} narrow={{ currency }} {...rest} />
}
