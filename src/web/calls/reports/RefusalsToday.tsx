// Why calls were refused or ended today, the most frequent first; each leads to its calls.
import { listTrafficReport } from '#contract/traffic/traffic-reports.ts'
import { Loaded } from '../../forms/Loaded.tsx'
import { useOne } from '../../http/use-endpoint.ts'
import { ListLink } from '../../lists/ListLink.tsx'
import { useRecordsPath } from '../../session/use-records-path.ts'
import { BarList } from '../../ui/values/BarList.tsx'
import { formatDecimal, formatPercentOf } from '../../ui/values/format.ts'
import { refusalLabel } from '../call-labels.ts'

const POLL_MS = 60_000
const RANGE = 'today'
const MOST = 10
/** More than there are refusals. */
const LIMIT = 100

export function RefusalsToday() {
  const recordsPath = useRecordsPath()
  const report = useOne(
    listTrafficReport,
    { query: { range: RANGE, group: ['refusal'], sort: '-calls', limit: LIMIT } },
    { every_ms: POLL_MS },
  )
  return (
    <Loaded query={report}>
      {(rows) => {
        const all = rows.reduce((sum, { calls }) => sum + calls, 0)
        return (
          <BarList
            title="Refusals today"
            columns={['Refusal', 'Calls', 'Of all calls']}
            empty="No call was refused today."
            bars={rows
              .flatMap(({ refusal, calls }) => (refusal ? [{ refusal, calls }] : []))
              .slice(0, MOST)
              .map(({ refusal, calls }) => ({
                key: refusal,
                label: (
                  <ListLink to={recordsPath('all')} filters={{ refusal, range: RANGE }}>
                    {refusalLabel(refusal)}
                  </ListLink>
                ),
                value: calls,
                figures: [formatDecimal(calls), formatPercentOf(calls / all)],
              }))}
          />
        )
      }}
    </Loaded>
  )
}
