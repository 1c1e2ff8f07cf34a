import { lookupTariffs } from '#contract/lookups.ts'
import type { Tariff } from '#contract/tariffs.ts'
import { LookupPicker, type PickerProps } from './LookupPicker.tsx'

interface TariffPickerProps extends PickerProps {
  readonly kind?: Tariff['kind']
}

export function TariffPicker({ kind, ...rest }: TariffPickerProps) {
  return <LookupPicker endpoint={lookupTariffs} {...(kind ? { narrow: { kind } } : {})} {...rest} />
}
