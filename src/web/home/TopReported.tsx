// The destinations or countries with the most traffic today, as the summary report has them.
import { listTrafficReport, type ReportGroup } from '#contract/traffic/traffic-reports.ts'
import { Unknown } from '../columns/Unknown.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { countryName } from '../pickers/countries.ts'
import { BarList } from '../ui/values/BarList.tsx'
import { useCallFigures } from './call-bars.tsx'

const records = paths.admin.callRecords('all')
const POLL = { every_ms: 60_000, keepsLast: true }
const MOST = 10
const RANGE = 'today'

type Grouping = Extract<ReportGroup, 'country' | 'destination'>

interface TopReportedProps {
  readonly group: Grouping
  readonly title: string
}

const KEYS: Readonly<Record<Grouping, { head: string; filter: string }>> = {
  destination: { head: 'Destination', filter: 'exact_destination' },
  country: { head: 'Country', filter: 'country' },
}

export function TopReported({ group, title }: TopReportedProps) {
  const { sort, heads, barOf } = useCallFigures()
  const report = useOne(
    listTrafficReport,
    { query: { range: RANGE, group: [group], sort, limit: MOST } },
    POLL,
  )
  const { head, filter } = KEYS[group]
  const nameOf = (value: string) => (group === 'country' ? countryName(value) : value)
  return (
    <Loaded query={report}>
      {(rows) => (
        <BarList
          title={title}
          columns={[head, ...heads]}
          empty="No calls today."
          bars={rows.map((row) => {
            const value = row[group]
            return {
              key: String(value),
              label: (
                <ListLink to={records} filters={{ [filter]: value || 'none', range: RANGE }}>
                  {value ? nameOf(value) : <Unknown of={group} />}
                </ListLink>
              ),
              ...barOf(row),
            }
          })}
        />
      )}
    </Loaded>
  )
}
