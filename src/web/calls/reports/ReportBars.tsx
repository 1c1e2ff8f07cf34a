// The largest rows of a traffic report without a time, as bars.
import type { ReactNode } from 'react'
import { listTrafficReport, type TrafficReportRow } from '#contract/traffic/traffic-reports.ts'
import type { FieldRight } from '#core/permission/field-rights.ts'
import { Loaded } from '../../forms/Loaded.tsx'
import { useOne } from '../../http/use-endpoint.ts'
import type { ListScreen } from '../../lists/use-list-screen.ts'
import { useUser } from '../../session/session.ts'
import { Amount } from '../../ui/values/Amount.tsx'
import { BarList } from '../../ui/values/BarList.tsx'
import { formatDecimal, formatPercentOf } from '../../ui/values/format.ts'
import { chargedWord } from './report-kinds.ts'
import { type Measure, useMeasure } from './use-measure.tsx'

type Row = TrafficReportRow

const MOST = 10

interface FigureOfBars {
  /** A field of the report, which also sorts by it. */
  readonly field: 'calls' | 'answered' | 'asr' | 'ner' | 'seconds' | MoneyField
  readonly label: string
  /** Without it every user of the report sees the figure. */
  readonly needs?: FieldRight
  readonly show: (row: Row) => ReactNode
}

type MoneyField = 'charged' | 'revenue' | 'cost' | 'margin'

const money = (field: MoneyField, label: string, needs: FieldRight): FigureOfBars => ({
  field,
  label,
  needs,
  show: (row) => <Amount value={row[field]} currency={row.currency} places={2} />,
})

/** The first that the user sees is the length of the bars. */
const FIGURES: Readonly<Record<Measure, readonly FigureOfBars[]>> = {
  calls: [
    { field: 'calls', label: 'Calls', show: ({ calls }) => formatDecimal(calls) },
    { field: 'answered', label: 'Answered', show: ({ answered }) => formatDecimal(answered) },
  ],
  quality: [
    { field: 'asr', label: 'ASR', show: ({ asr }) => formatPercentOf(asr) },
    { field: 'ner', label: 'NER', show: ({ ner }) => formatPercentOf(ner) },
  ],
  minutes: [
    {
      field: 'seconds',
      label: 'Minutes',
      show: ({ seconds }) => formatDecimal(Math.round(seconds / 6) / 10),
    },
  ],
  money: [
    money('charged', 'Charged', 'own_charges'),
    money('revenue', 'Revenue', 'turnover'),
    money('cost', 'Cost', 'margin'),
    money('margin', 'Margin', 'margin'),
  ],
}

interface ReportBarsProps {
  readonly list: ListScreen<typeof listTrafficReport>
  /** The header of the first column. */
  readonly header: string
  readonly empty: string
  readonly keyOf: (row: Row) => string
  /** The name of a row, which leads to its calls. */
  readonly nameOf: (row: Row) => ReactNode
}

export function ReportBars({ list, header, empty, keyOf, nameOf }: ReportBarsProps) {
  const { field_rights } = useUser()
  const { measure, titleIn, tabs } = useMeasure()
  const figures = FIGURES[measure].filter(({ needs }) => !needs || field_rights.includes(needs))
  const [{ field } = { field: 'calls' as const }] = figures
  const query = { ...list.filters, sort: `-${field}` as const, limit: MOST }
  const largest = useOne(listTrafficReport, { query }, { ...list.live, keepsLast: true })
  return (
    <Loaded query={largest}>
      {(rows) => (
        <BarList
          title={titleIn(rows[0]?.currency ?? '')}
          tools={tabs}
          columns={[
            header,
            ...figures.map(({ label }) => label.replace('Charged', chargedWord(field_rights))),
          ]}
          empty={empty}
          bars={rows.map((row) => ({
            key: keyOf(row),
            label: nameOf(row),
            ...((row[field] ?? 0) > 0 && { value: Number(row[field]) }),
            figures: figures.map(({ show }) => show(row)),
          }))}
        />
      )}
    </Loaded>
  )
}
