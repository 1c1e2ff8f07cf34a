// The kinds of tariffs that a user may choose: without the right to see purchases, none is bought.
import type { Tariff } from '#contract/tariffs/tariffs.ts'
import { useSees } from '../session/session.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import { TARIFF_KIND_CHOICES } from './tariff-labels.ts'

export function useTariffKinds(): readonly Choice<Tariff['kind']>[] {
  const seesPurchase = useSees('purchase')
  return TARIFF_KIND_CHOICES.filter(({ value }) => seesPurchase || value !== 'BUY')
}
