// When the rates of an import take effect: as it is stored, and as it is typed.
import type { RateImport } from '#contract/rate-imports/rate-imports.ts'
import { formatPercent } from '#core/money.ts'
import type { Choice } from '../ui/form/SelectField.tsx'

export const EFFECTIVE: readonly Choice<RateImport['effective']>[] = [
  { value: 'AT_ONCE', label: 'Immediately' },
  { value: 'AT_TIME', label: 'At a time' },
  { value: 'NOTICE', label: 'Increases after notice, decreases immediately' },
]

type Stored = Pick<RateImport, 'effective' | 'starts_at' | 'notice_days' | 'large_percent'>
/** As it is typed. */
export type Effect = Omit<Stored, 'large_percent'> & { readonly large_percent: string }

export const effectOf = ({ effective, starts_at, notice_days, large_percent }: Stored): Effect => ({
  effective,
  starts_at,
  notice_days,
  large_percent: formatPercent(large_percent),
})
