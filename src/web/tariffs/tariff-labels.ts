import type { Tariff } from '#contract/tariffs/tariffs.ts'
import type { Choice } from '../ui/form/SelectField.tsx'

export const TARIFF_KIND_CHOICES: readonly Choice<Tariff['kind']>[] = [
  { value: 'SELL', label: 'Sell' },
  { value: 'BUY', label: 'Buy' },
  { value: 'RESELLER_COST', label: 'Reseller cost' },
]

export const tariffKindLabel = (kind: Tariff['kind']): string =>
  TARIFF_KIND_CHOICES.find((choice) => choice.value === kind)?.label ?? kind

export const ROUNDING_CHOICES: readonly Choice<Tariff['rounding_mode']>[] = [
  { value: 'UP', label: 'Up' },
  { value: 'DOWN', label: 'Down' },
  { value: 'HALF_UP', label: 'Half up' },
]
