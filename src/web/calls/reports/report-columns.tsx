// The columns of a traffic report: its keys first, then the figures that its user may see.
import type { ReactNode } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { seesField } from '#contract/field-rights.ts'
import {
  type getTrafficReportTotals,
  listTrafficReport,
  type ReportGroup,
  type TrafficReportRow,
} from '#contract/traffic/traffic-reports.ts'
import type { FieldRight } from '#core/permission/field-rights.ts'
import * as column from '../../columns/common-columns.tsx'
import { countryName } from '../../pickers/countries.ts'
import type { GridColumn } from '../../ui/grid/column.ts'
import { Amount, Price } from '../../ui/values/Amount.tsx'
import {
  type DateLook,
  formatDate,
  formatDecimal,
  formatDuration,
  formatPercentOf,
  formatShare,
  NONE,
} from '../../ui/values/format.ts'
import { refusalLabel } from '../call-labels.ts'
import { sipLabel } from '../sip-codes.ts'
import type { Figure } from './calls-behind.ts'
import { chargedWord } from './report-kinds.ts'

type Row = TrafficReportRow
type Column = GridColumn<Row>
type Figures = AnswerOf<typeof getTrafficReportTotals>

/** A count leads to the calls behind it, where there is such a list. */
export type LinkOf = (row: Row, figure: Figure) => ReactNode

const DATE_STYLES = { hour: 'minute', day: 'day', month: 'month' } as const

const timeColumn = (unit: 'hour' | 'day' | 'month', header: string, look: DateLook): Column => ({
  id: 'time',
  header,
  width: 150,
  sort: 'time',
  cell: ({ time }) => (time === null ? NONE : formatDate(time, DATE_STYLES[unit], look)),
})

const nameColumn = (
  group: 'client' | 'reseller' | 'settlement' | 'gateway',
  header: string,
  none: string,
): Column => ({
  id: `${group}_name`,
  header,
  width: 190,
  sort: `${group}_name`,
  name: (row) => row[`${group}_name`] ?? none,
  cell: (row, name) =>
    row[`${group}_name`] === null ? <span className="muted">{none}</span> : name,
  fields: [`${group}_id`, `${group}_name`],
  filter: (row) => [group === 'client' ? 'account_id' : `${group}_id`, row[`${group}_id`]],
})

function keyColumn(group: ReportGroup, look: DateLook): Column {
  switch (group) {
    case 'hour':
      return timeColumn(group, 'Hour', look)
    case 'day':
      return timeColumn(group, 'Day', look)
    case 'month':
      return timeColumn(group, 'Month', look)
    case 'client':
      return nameColumn(group, 'Client', 'Unknown caller')
    case 'reseller':
      return nameColumn(group, 'Reseller', 'No reseller')
    case 'settlement':
      return nameColumn(group, 'Settlement', 'No carrier')
    case 'gateway':
      return nameColumn(group, 'Gateway', 'No gateway')
    case 'destination':
      return column.text('destination', 'Destination', 200, { sort: true })
    case 'country':
      return {
        ...column.text('country', 'Country', 180, { sort: true }),
        cell: ({ country }) => (country ? countryName(country) : NONE),
      }
    case 'prefix':
      return column.mono('prefix', 'Prefix', 120, { sort: true })
    case 'sip_code':
      return {
        id: 'sip_code',
        header: 'SIP code',
        width: 200,
        sort: 'sip_code',
        cell: ({ sip_code }) => (sip_code ? sipLabel(sip_code) : NONE),
      }
    case 'refusal':
      return {
        ...column.text('refusal', 'Refusal', 200, { sort: true }),
        cell: ({ refusal }) => (refusal ? refusalLabel(refusal) : NONE),
      }
    case 'codec':
      return column.text('codec', 'Codec', 110, { sort: true })
  }
}

/** A row and the totals have the same figures. */
type Shown = (figures: Omit<Figures, 'from_at' | 'to_at' | 'zone' | 'kept_by'>) => ReactNode

interface FigureColumn {
  readonly id: string
  readonly header: string
  readonly help?: string
  readonly width: number
  readonly show: Shown
  readonly hidden?: true
  /** Read beside the rows that are sorted. */
  readonly unsorted?: true
}

const share = (value: number | null): string => formatPercentOf(value).replace('-', '−')
const change = (value: number | null): string =>
  value === null ? NONE : `${value > 0 ? '+' : ''}${share(value)}`
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

const ASR = 'Answer-seizure ratio: the share of calls that were answered'
const NER = 'Network effectiveness ratio: the share that reached the called party, also if busy'
const ACD = 'Average call duration: of answered calls'
const PDD = 'Post-dial delay: the time until it rang or was answered'

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
const figuresFor = (held: readonly FieldRight[]): readonly FigureColumn[] =>
  FIGURES.filter(
    ({ id, unsorted }) =>
      seesField(held, listTrafficReport, id) && (!unsorted || held.includes('caller_side')),
  ).map((figure) => ({ ...figure, header: figure.header.replace('Charged', chargedWord(held)) }))

const LINKED = ['attempts', 'calls', 'answered', 'failed', 'short_calls'] as const

interface ReportColumns {
  readonly groups: readonly ReportGroup[]
  readonly held: readonly FieldRight[]
  readonly look: DateLook
  readonly linkOf: LinkOf
}

export function reportColumns({ groups, held, look, linkOf }: ReportColumns): Column[] {
  const ofTime = groups.some((group) => group in DATE_STYLES)
  const seen = figuresFor(held).filter(({ unsorted }) => ofTime || !unsorted)
  const figures = seen.map(({ id, header, help, width, show, hidden, unsorted }): Column => {
    const linked = LINKED.find((one) => one === id)
    const cell = linked ? (row: Row) => linkOf(row, linked) : show
    return {
      id,
      header,
      ...(help && { help }),
      width,
      align: 'end',
      cell,
      ...(!unsorted && { sort: id }),
      ...(hidden && { hidden }),
    }
  })
  return [...groups.map((group) => keyColumn(group, look)), ...figures]
}

/** The totals row: the same figures under the same columns. */
export function totalsOf(figures: Figures, held: readonly FieldRight[], first: string) {
  const shown = figuresFor(held).map(({ id, show }) => [id, show(figures)])
  return { ...Object.fromEntries(shown), [first]: 'Total' } as Record<string, ReactNode>
}
