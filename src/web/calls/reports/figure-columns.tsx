// The figures of a traffic report: their headers, what they mean, and how they are written.
import type { ReactNode } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { seesField } from '#contract/field-rights.ts'
import {
  type getTrafficReportTotals,
  listTrafficReport,
} from '#contract/traffic/traffic-reports.ts'
import { FAULT_SIDES, type FaultSide } from '#core/call/fault-side.ts'
import type { FieldRight } from '#core/permission/field-rights.ts'
import { Amount, Price } from '../../ui/values/Amount.tsx'
import {
  formatDecimal,
  formatDuration,
  formatPercentOf,
  formatShare,
  NONE,
} from '../../ui/values/format.ts'
import { FAULT_LABELS, faultMeaning } from '../call-labels.ts'
import type { Figure } from './calls-behind.ts'
import { chargedWord } from './report-kinds.ts'

export type ReportFigures = AnswerOf<typeof getTrafficReportTotals>

/** A row and the totals have the same figures. */
type Shown = (figures: Omit<ReportFigures, 'from_at' | 'to_at' | 'zone' | 'kept_by'>) => ReactNode

interface FigureColumn {
  readonly id: string
  readonly header: string
  readonly help?: string
  readonly width: number
  readonly show: Shown
  readonly hidden?: true
  /** Not hidden in reports by the result of calls. */
  readonly ofResults?: true
  /** Read beside the rows that are sorted. */
  readonly unsorted?: true
}

const share = (value: number | null): string => formatPercentOf(value).replace('-', '−')
/** Above ten times as much, the period that it is compared with had nearly no calls. */
const CHANGE_MAX = 10
const change = (value: number | null): string => {
  if (value === null) return NONE
  if (value > CHANGE_MAX) return `> +${share(CHANGE_MAX)}`
  return `${value > 0 ? '+' : ''}${share(value)}`
}
const minutes = (seconds: number | null): string =>
  seconds === null ? NONE : formatDecimal(Math.round(seconds / 6) / 10)
const decimal = (value: number | null): string => (value === null ? NONE : formatDecimal(value))
const pdd = (ms: number | null): string => (ms === null ? NONE : `${(ms / 1000).toFixed(1)} s`)

type MoneyField = 'revenue' | 'cost' | 'margin' | 'charged'
const money = (name: MoneyField): Shown =>
  function MoneyOf(figures) {
    return <Amount value={figures[name]} currency={figures.currency} places={2} />
  }
const rate = (name: 'sold_rate' | 'bought_rate'): Shown =>
  function RateOf(figures) {
    return <Price value={figures[name]} currency={figures.currency} />
  }

const NO_PEAK = 'Known for hours, days or months, of all or by client, with at most 50,000 calls'
const peak = (value: number | null): ReactNode =>
  value === null ? <span title={NO_PEAK}>{NONE}</span> : formatDecimal(value)

const FAULT_FIGURES = {
  SWITCH: 'switch_faults',
  CLIENT: 'client_faults',
  SETTLEMENT: 'settlement_faults',
  USER: 'user_faults',
} as const satisfies Readonly<Record<FaultSide, Figure>>

const oneDecimal = (value: number | null): string => (value === null ? NONE : value.toFixed(1))
const wholeMs = (ms: number | null): string => (ms === null ? NONE : `${Math.round(ms)} ms`)

const MOS = 'Mean opinion score of the media, 1 to 4.4: the mean of calls, by their worse direction'
const LOSS = 'Lost packets: the mean of calls, by their worse direction'
const JITTER = 'Variation of the delay of packets: the mean of calls, by their worse direction'
const ROUND_TRIP = 'Round trip between the relay and the farther side: the mean of calls'
const ASR = 'Answer-seizure ratio: the share of calls that were answered'
const NER = 'Network effectiveness ratio: the share that reached the called party, also if busy'
const ACD = 'Average call duration: of answered calls'
const PDD = 'Post-dial delay: the time until it rang or was answered'

const faultColumn = (side: FaultSide): FigureColumn => {
  const id = FAULT_FIGURES[side]
  return {
    ...{ id, header: `Fault: ${FAULT_LABELS[side]}`, help: faultMeaning(side), width: 110 },
    ...{ show: (row) => decimal(row[id]), hidden: true, ofResults: true },
  }
}

/** Money is in sight before one has to scroll, at 1440 pixels. */
const FIGURES: readonly FigureColumn[] = [
  { id: 'calls', header: 'Calls', width: 80, show: (row) => decimal(row.calls) },
  { id: 'answered', header: 'Answered', width: 90, show: (row) => decimal(row.answered) },
  { id: 'asr', header: 'ASR', help: ASR, width: 80, show: (row) => share(row.asr) },
  {
    id: 'acd_seconds',
    header: 'ACD',
    help: ACD,
    width: 75,
    show: (row) => formatDuration(row.acd_seconds, 'minutes'),
  },
  { id: 'seconds', header: 'Minutes', width: 95, show: (row) => minutes(row.seconds) },
  { id: 'revenue', header: 'Revenue', width: 120, show: money('revenue') },
  { id: 'cost', header: 'Cost', width: 120, show: money('cost') },
  { id: 'margin', header: 'Margin', width: 120, show: money('margin') },
  {
    id: 'margin_percent',
    header: 'Margin %',
    width: 90,
    show: (row) => formatShare(row.margin_percent),
  },
  { id: 'charged', header: 'Charged', width: 120, show: money('charged') },
  { id: 'attempts', header: 'Attempts', width: 90, show: (row) => decimal(row.attempts) },
  { id: 'failed', header: 'Failed', width: 80, show: (row) => decimal(row.failed) },
  { id: 'short_calls', header: 'Short', width: 75, show: (row) => decimal(row.short_calls) },
  ...FAULT_SIDES.map(faultColumn),
  { id: 'mos', header: 'MOS', help: MOS, width: 75, show: (row) => oneDecimal(row.mos) },
  {
    id: 'loss_percent',
    header: 'Loss',
    help: LOSS,
    width: 75,
    show: ({ loss_percent }) => (loss_percent === null ? NONE : `${oneDecimal(loss_percent)} %`),
    hidden: true,
  },
  {
    id: 'jitter_ms',
    header: 'Jitter',
    help: JITTER,
    width: 80,
    show: (row) => wholeMs(row.jitter_ms),
    hidden: true,
  },
  {
    id: 'round_trip_ms',
    header: 'RTT',
    help: ROUND_TRIP,
    width: 80,
    show: (row) => wholeMs(row.round_trip_ms),
    hidden: true,
  },
  {
    id: 'one_way_calls',
    header: 'One-way',
    help: 'Answered calls in which one side sent no audio',
    width: 85,
    show: (row) => decimal(row.one_way_calls),
    hidden: true,
  },
  { id: 'ner', header: 'NER', help: NER, width: 80, show: (row) => share(row.ner) },
  { id: 'pdd_ms', header: 'PDD', help: PDD, width: 75, show: (row) => pdd(row.pdd_ms) },
  {
    id: 'billed_seconds',
    header: 'Billed minutes',
    width: 120,
    show: (row) => minutes(row.billed_seconds),
    hidden: true,
  },
  {
    id: 'bought_seconds',
    header: 'Bought minutes',
    width: 125,
    show: (row) => minutes(row.bought_seconds),
    hidden: true,
  },
  {
    id: 'sold_rate',
    header: 'Average sell rate',
    width: 140,
    show: rate('sold_rate'),
    hidden: true,
  },
  {
    id: 'bought_rate',
    header: 'Average buy rate',
    width: 140,
    show: rate('bought_rate'),
    hidden: true,
  },
  {
    id: 'clients',
    header: 'Clients',
    width: 80,
    show: (row) => decimal(row.clients),
    hidden: true,
  },
  {
    id: 'peak_channels',
    header: 'Peak channels',
    width: 115,
    show: (row) => peak(row.peak_channels),
    unsorted: true,
  },
  {
    id: 'peak_cps',
    header: 'Peak CPS',
    width: 90,
    show: (row) => peak(row.peak_cps),
    unsorted: true,
  },
  { id: 'calls_change', header: 'Calls +/−', width: 95, show: (row) => change(row.calls_change) },
  {
    id: 'seconds_change',
    header: 'Minutes +/−',
    width: 110,
    show: (row) => change(row.seconds_change),
    hidden: true,
  },
  {
    id: 'revenue_change',
    header: 'Revenue +/−',
    width: 115,
    show: (row) => change(row.revenue_change),
  },
  {
    id: 'margin_change',
    header: 'Margin +/−',
    width: 110,
    show: (row) => change(row.margin_change),
    hidden: true,
  },
  {
    id: 'charged_change',
    header: 'Charged +/−',
    width: 115,
    show: (row) => change(row.charged_change),
  },
]

/** The figures that a user sees (docs/domain/reports.md, V2). Settlements have no peaks (V1). */
export const figuresFor = (held: readonly FieldRight[]): readonly FigureColumn[] =>
  FIGURES.filter(
    ({ id, unsorted }) =>
      seesField(held, listTrafficReport, id) && (!unsorted || held.includes('caller_side')),
  ).map((figure) => ({ ...figure, header: figure.header.replace('Charged', chargedWord(held)) }))
