// A row of calls in a list of the largest: its figures, as far as the user sees them.
import type { TrafficReportRow } from '#contract/traffic/traffic-reports.ts'
import { useSees, useUser } from '../session/session.ts'
import { Amount } from '../ui/values/Amount.tsx'
import type { Bar } from '../ui/values/BarList.tsx'
import { formatDecimal, formatPercentOf } from '../ui/values/format.ts'
import { basisOf, isTooFew } from './figures.ts'

/** Grey when it rests on too little. */
export function Asr({ answered, calls }: { answered: number; calls: number }) {
  return (
    <span className={isTooFew(calls) ? 'muted' : undefined} title={basisOf(calls, 'calls')}>
      {formatPercentOf(calls > 0 ? answered / calls : null)}
    </span>
  )
}

export const minutesOf = ({ seconds }: { seconds: number }) =>
  formatDecimal(Math.round(seconds / 60))

interface Traffic extends Pick<TrafficReportRow, 'calls' | 'answered' | 'seconds'> {
  readonly revenue: TrafficReportRow['revenue'] | null
  readonly margin: TrafficReportRow['margin'] | null
}

/** The figures of calls that the user sees, the heads of their columns, and the longest first. */
export function useCallFigures() {
  const { currency } = useUser()
  const seesRevenue = useSees('turnover')
  const seesMargin = useSees('margin')
  const money = (key: string, value: Traffic['revenue']) => (
    <Amount key={key} value={value} currency={currency} places={2} />
  )
  return {
    sort: seesRevenue ? ('-revenue' as const) : ('-calls' as const),
    heads: [
      ...['Calls', 'Minutes', 'ASR'],
      ...(seesRevenue ? ['Revenue'] : []),
      ...(seesMargin ? ['Margin'] : []),
    ],
    barOf: (row: Traffic): Omit<Bar, 'key' | 'label'> => ({
      value: seesRevenue ? Number(row.revenue) : row.calls,
      figures: [
        formatDecimal(row.calls),
        minutesOf(row),
        <Asr key="asr" answered={row.answered} calls={row.calls} />,
        ...(seesRevenue ? [money('revenue', row.revenue)] : []),
        ...(seesMargin ? [money('margin', row.margin)] : []),
      ],
    }),
  }
}
