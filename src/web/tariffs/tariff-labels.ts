import type { Tariff } from '#contract/tariffs/tariffs.ts'
import type { Choice } from '../ui/form/SelectField.tsx'

export const KINDS: readonly Choice<Tariff['kind']>[] = [
  { value: 'SELL', label: 'Sell' },
  { value: 'BUY', label: 'Buy' },
  { value: 'RESELLER_COST', label: 'Reseller cost' },
]

export const kindLabel = (kind: Tariff['kind']): string =>
  KINDS.find((choice) => choice.value === kind)?.label ?? kind

export const ROUNDING_CHOICES: readonly Choice<Tariff['rounding_mode']>[] = [
  { value: 'UP', label: 'Up' },
  { value: 'DOWN', label: 'Down' },
  { value: 'HALF_UP', label: 'Half up' },
]
