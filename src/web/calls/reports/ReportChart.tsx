// A traffic report as a chart over time.
import type { ReactNode } from 'react'
import { listTrafficReport, type TrafficReportRow } from '#contract/traffic/traffic-reports.ts'
import { boundedMoney, type Sum } from '#core/money.ts'
import { wallText } from '#core/time/calendar.ts'
import { Loaded } from '../../forms/Loaded.tsx'
import { useOne } from '../../http/use-endpoint.ts'
import type { ListScreen } from '../../lists/use-list-screen.ts'
import { useUser } from '../../session/session.ts'
import type { Stretch } from '../../ui/charts/buckets.ts'
import { Chart } from '../../ui/charts/Chart.tsx'
import type { Series } from '../../ui/charts/plot.ts'
import { useKit } from '../../ui/Kit.tsx'
import { formatAmount, formatDecimal } from '../../ui/values/format.ts'
import { chargedWord, type TimeUnit } from './report-kinds.ts'
import { type Measure, useMeasure } from './use-measure.tsx'

type Row = TrafficReportRow

const MILLION = 1_000_000
/** A report of 13 months by the hour has more points than a screen. */
const POINTS_MAX = 1000

const units = (value: Sum | undefined) => (value === undefined ? null : Number(value) / MILLION)
const percent = (value: number | null) => (value === null ? null : value * 100)
const series = (
  rows: readonly Row[],
  label: string,
  tone: Series['tone'],
  value: (row: Row) => number | null,
  filled = false,
): Series => ({ label, tone, values: rows.map(value), ...(filled && { filled }) })

interface Drawn {
  readonly format?: (value: number) => string
  readonly series: (rows: readonly Row[], charged: string) => readonly Series[]
}

const MEASURES: Readonly<Record<Measure, Drawn>> = {
  calls: {
    series: (rows) => [
      series(rows, 'Calls', 'info', ({ calls }) => calls),
      series(rows, 'Answered', 'success', ({ answered }) => answered, true),
    ],
  },
  quality: {
    format: (value) => `${formatDecimal(Math.round(value * 10) / 10)} %`,
    series: (rows) => [
      series(rows, 'ASR', 'info', ({ asr }) => percent(asr)),
      series(rows, 'NER', 'success', ({ ner }) => percent(ner)),
    ],
  },
  minutes: {
    format: (value) => formatDecimal(Math.round(value * 10) / 10),
    series: (rows) => [series(rows, 'Minutes', 'info', ({ seconds }) => seconds / 60, true)],
  },
  money: {
    format: (value) => formatAmount(boundedMoney(Math.round(value * MILLION)), 2),
    series: (rows, charged_word) =>
      [
        series(rows, charged_word, 'info', ({ charged }) => units(charged), true),
        series(rows, 'Revenue', 'info', ({ revenue }) => units(revenue)),
        series(rows, 'Cost', 'warning', ({ cost }) => units(cost)),
        series(rows, 'Margin', 'success', ({ margin }) => units(margin), true),
        // Without what the user does not see.
      ].filter(({ values }) => values.some((value) => value !== null)),
  },
}

interface ReportChartProps {
  readonly list: ListScreen<typeof listTrafficReport>
  readonly unit: TimeUnit
  /** In which the hours, days and months begin. */
  readonly zone: string
  readonly onOpen: ((stretch: Stretch) => void) | undefined
}

/** Letters of the wall clock that all times of one hour, day or month have in common. */
const IN_COMMON: Readonly<Record<TimeUnit, number>> = { hour: 13, day: 10, month: 7 }

export function ReportChart({ list, unit, zone, onOpen }: ReportChartProps) {
  const { field_rights } = useUser()
  const { now } = useKit()
  const isNow = (time: string | null | undefined) => {
    const unitAt = (at_ms: number) => wallText(zone, at_ms).slice(0, IN_COMMON[unit])
    return typeof time === 'string' && unitAt(Date.parse(time)) === unitAt(now())
  }
  const { measure, titleIn, tabs } = useMeasure()
  const query = { ...list.filters, group: [unit], sort: 'time' as const, limit: POINTS_MAX }
  const points = useOne(listTrafficReport, { query }, { ...list.live, keepsLast: true })
  const drawn = MEASURES[measure]
  const chart = (rows: readonly Row[]): ReactNode => {
    const [{ currency = '' } = {}] = rows
    return (
      <Chart
        title={titleIn(currency)}
        times={rows.map(({ time }) => time ?? '')}
        series={drawn.series(rows, chargedWord(field_rights))}
        {...(drawn.format && { format: drawn.format })}
        unfinished={isNow(rows.at(-1)?.time)}
        tools={tabs}
        onOpen={onOpen}
      />
    )
  }
  return <Loaded query={points}>{chart}</Loaded>
}
