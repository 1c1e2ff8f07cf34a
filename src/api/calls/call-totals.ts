import type { CallTotals } from '#contract/calls/call-records.ts'
import { marginOf, marginPercentOf } from '#core/call/earnings.ts'
import type { Sum } from '#core/money.ts'

interface Sums {
  readonly calls: number
  readonly answered: number
  readonly duration_ms: number
  readonly revenue: Sum
  readonly cost: Sum
  readonly currency: string
}

/** The totals of calls, with the figures that follow from them. */
export const callTotalsOf = ({ duration_ms, ...sums }: Sums): CallTotals => ({
  ...sums,
  seconds: Math.round(duration_ms / 1000),
  asr: sums.calls > 0 ? sums.answered / sums.calls : null,
  acd_seconds: sums.answered > 0 ? duration_ms / 1000 / sums.answered : null,
  margin: marginOf(sums),
  margin_percent: marginPercentOf(sums),
})
