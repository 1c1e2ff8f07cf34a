import { boundedMoney, type Sum } from '#core/money.ts'
import { useSees, useUser } from '../session/session.ts'
import { Chart } from '../ui/charts/Chart.tsx'
import type { Series } from '../ui/charts/plot.ts'
import { formatAmount, formatDecimal } from '../ui/values/format.ts'
import { callSeries } from './call-series.ts'
import type { Traffic } from './TrafficPanel.tsx'
import { useOpenRecords } from './use-open-records.ts'

const MILLION = 1_000_000

const amount = (units: number) => formatAmount(boundedMoney(Math.round(units * MILLION)), 2)
const units = (value: Sum | null | undefined) =>
  value === null || value === undefined ? null : Number(value) / MILLION
const percent = (value: number) => `${formatDecimal(Math.round(value * 10) / 10)} %`

/** The traffic of the operator in four charts with the same points in time. */
export function TrafficCharts({ points, note, unfinished }: Traffic) {
  const { currency } = useUser()
  const openRecords = useOpenRecords()
  const times = points.map((point) => point.bucket)
  const frame = { times, note, unfinished, onOpen: openRecords }
  const revenue: Series = {
    label: 'Revenue',
    tone: 'info',
    values: points.map((point) => units(point.revenue)),
  }
  const costs: readonly Series[] = [
    { label: 'Cost', tone: 'warning', values: points.map(({ cost }) => units(cost)) },
    {
      label: 'Margin',
      tone: 'success',
      filled: true,
      values: points.map(({ margin }) => units(margin)),
    },
  ]
  const money = [...(useSees('turnover') ? [revenue] : []), ...(useSees('margin') ? costs : [])]
  return (
    <>
      <Chart {...frame} title="Calls" series={callSeries(points)} />
      <Chart
        {...frame}
        title="ASR"
        format={percent}
        series={[
          {
            label: 'ASR',
            tone: 'info',
            values: points.map(({ asr }) => (asr === null ? null : asr * 100)),
          },
        ]}
      />
      <Chart
        {...frame}
        title="Minutes"
        format={(value) => formatDecimal(Math.round(value * 10) / 10)}
        series={[
          {
            label: 'Minutes',
            tone: 'info',
            filled: true,
            values: points.map(({ seconds }) => seconds / 60),
          },
        ]}
      />
      {money.length > 0 && (
        <Chart {...frame} title={`Money, ${currency}`} format={amount} series={money} />
      )}
    </>
  )
}
