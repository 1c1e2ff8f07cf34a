// The figures of traffic, each once: additions, sums, rules and reports derive theirs (ADR-0020).
import { addSums, NO_SUM, type Sum, toSum } from '../money.ts'

/** A COUNT fits 32 bits for one row, a TIME does not; MONEY is a sum in millionths. */
export const TRAFFIC_FIGURES = {
  attempts: 'COUNT',
  effective_attempts: 'COUNT',
  attempt_pdd_ms: 'TIME',
  attempt_pdds: 'COUNT',
  calls: 'COUNT',
  answered: 'COUNT',
  short_calls: 'COUNT',
  effective_calls: 'COUNT',
  call_pdd_ms: 'TIME',
  call_pdds: 'COUNT',
  duration_ms: 'TIME',
  billed_seconds: 'TIME',
  buy_billed_seconds: 'TIME',
  /** Revenue and cost of the seller, in its currency, without VAT. */
  revenue: 'MONEY',
  cost: 'MONEY',
  /** Charges of the client and of the settlement account, with VAT. */
  charged: 'MONEY',
  bought: 'MONEY',
  /** Calls that were not answered or cut, by the side at fault. */
  switch_faults: 'COUNT',
  client_faults: 'COUNT',
  settlement_faults: 'COUNT',
  user_faults: 'COUNT',
  /** Calls whose media was measured, and sums of their worse direction: tenths, percent, ms. */
  quality_calls: 'COUNT',
  mos_sum: 'COUNT',
  loss_sum: 'COUNT',
  jitter_sum: 'TIME',
  round_trip_calls: 'COUNT',
  round_trip_sum: 'TIME',
  one_way_calls: 'COUNT',
} as const satisfies Readonly<Record<string, 'COUNT' | 'TIME' | 'MONEY'>>

export type TrafficFigure = keyof typeof TRAFFIC_FIGURES

export type TrafficFigures = {
  readonly [Figure in TrafficFigure]: (typeof TRAFFIC_FIGURES)[Figure] extends 'MONEY'
    ? Sum
    : number
}

export const TRAFFIC_FIGURE_NAMES = Object.keys(TRAFFIC_FIGURES) as readonly TrafficFigure[]

/** The value of a figure has the type that the table says: a sum for MONEY, or a number. */
const figuresBy = (figureOf: (figure: TrafficFigure) => number | Sum): TrafficFigures =>
  Object.fromEntries(
    TRAFFIC_FIGURE_NAMES.map((figure) => [figure, figureOf(figure)]),
  ) as unknown as TrafficFigures

export const NO_TRAFFIC: TrafficFigures = figuresBy((figure) =>
  TRAFFIC_FIGURES[figure] === 'MONEY' ? NO_SUM : 0,
)

export const addFigures = (one: TrafficFigures, other: TrafficFigures): TrafficFigures =>
  figuresBy((figure) => {
    const value = one[figure]
    return typeof value === 'bigint'
      ? addSums(value, other[figure] as Sum)
      : value + (other[figure] as number)
  })

export const negateFigures = (figures: TrafficFigures): TrafficFigures =>
  figuresBy((figure) => {
    const value = figures[figure]
    return typeof value === 'bigint' ? toSum(-value) : -value
  })
