import { lookupResellers } from '#contract/lookups.ts'
import { LookupPicker, type PickerProps } from './LookupPicker.tsx'

interface ResellerPickerProps extends PickerProps {
  /** Of this level only; 1 is the top. */
  readonly level?: number
}

export function ResellerPicker({ level, ...rest }: ResellerPickerProps) {
  return (
    <LookupPicker endpoint={lookupResellers} {...(level ? { narrow: { level } } : {})} {...rest} />
  )
}
