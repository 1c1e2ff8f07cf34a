import { lookupTariffs } from '#contract/lookups.ts'
import { LookupPicker, type PickerProps } from './LookupPicker.tsx'

interface TariffPickerProps extends PickerProps {
  readonly kind?: 'SELL' | 'BUY'
}

export function TariffPicker({ kind, ...rest }: TariffPickerProps) {
  return <LookupPicker endpoint={lookupTariffs} {...(kind ? { narrow: { kind } } : {})} {...rest} />
}
