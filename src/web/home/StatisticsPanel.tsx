// Traffic of a chosen time range in figures, charts and lists of the largest; each leads to the
// calls behind it.
import type { ReactNode } from 'react'
import {
  getTrafficReportTotals,
  listTrafficReport,
  type ReportGroup,
  type TrafficReportRow,
} from '#contract/traffic/traffic-reports.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { useAddress } from '../lists/use-address.ts'
import { paths } from '../navigation/paths.ts'
import { countryName } from '../pickers/countries.ts'
import { useSees } from '../session/session.ts'
import { ChartGroup } from '../ui/charts/shared-point.tsx'
import { PresetTabs } from '../ui/PresetTabs.tsx'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { Amount } from '../ui/values/Amount.tsx'
import { BarList } from '../ui/values/BarList.tsx'
import {
  formatAmount,
  formatDecimal,
  formatDuration,
  formatPercentOf,
  formatShare,
  NONE,
} from '../ui/values/format.ts'
import { StatTile, StatTiles } from '../ui/values/StatTile.tsx'
import styles from './Home.module.css'
import { withQuietTimes } from './quiet-times.ts'
import { TrafficCharts } from './TrafficCharts.tsx'

const POLL = { every_ms: 60_000, keepsLast: true }
const MOST = 10
const POINTS_MAX = 1000

/** The unit of a point of the charts, and whether the range is over. */
const RANGES = {
  today: { label: 'Today', unit: 'hour', isOver: false },
  yesterday: { label: 'Yesterday', unit: 'hour', isOver: true },
  '7d': { label: '7 days', unit: 'day', isOver: false },
  '30d': { label: '30 days', unit: 'day', isOver: false },
  this_month: { label: 'This month', unit: 'day', isOver: false },
  last_month: { label: 'Last month', unit: 'day', isOver: true },
} as const
type Range = keyof typeof RANGES
const USUAL: Range = '7d'
const CHOICES = Object.entries(RANGES).map(([value, { label }]) => ({ value, label }))
const isRange = (name: string | undefined): name is Range =>
  name !== undefined && Object.hasOwn(RANGES, name)

const records = paths.admin.callRecords('all')

export function StatisticsPanel({ tabs }: { tabs: ReactNode }) {
  const { address, write } = useAddress()
  const range = isRange(address.range) ? address.range : USUAL
  return (
    <div className="page-scroll">
      {tabs}
      <div className="page-title">
        <h1>Statistics</h1>
      </div>
      <ScrollBox label="Time ranges">
        <PresetTabs
          label="Time range"
          choices={CHOICES}
          value={range}
          onChange={(next) => write({ range: next === USUAL ? undefined : next })}
        />
      </ScrollBox>
      <Totals range={range} />
      <Charts range={range} />
      <div className={styles.lists}>
        <Largest range={range} group="country" title="Countries" />
        <Largest range={range} group="destination" title="Destinations" />
        <Largest range={range} group="sip_code" title="SIP codes" />
        <Largest range={range} group="refusal" title="Refusals" />
      </div>
    </div>
  )
}

function Totals({ range }: { range: Range }) {
  const totals = useOne(getTrafficReportTotals, { query: { range } }, POLL)
  const seesRevenue = useSees('turnover')
  const seesMargin = useSees('margin')
  return (
    <Loaded query={totals}>
      {(sums) => (
        <StatTiles label="Totals" maxColumns={7}>
          <StatTile
            label="Calls"
            value={
              <ListLink to={records} filters={{ range }}>
                {formatDecimal(sums.calls)}
              </ListLink>
            }
          />
          <StatTile
            label="Answered"
            value={
              <ListLink to={records} filters={{ range, status: 'ANSWERED' }}>
                {formatDecimal(sums.answered)}
              </ListLink>
            }
            note={`ASR ${formatPercentOf(sums.asr)}`}
          />
          <StatTile
            label="Minutes"
            value={formatDecimal(Math.round(sums.seconds / 60))}
            note={`ACD ${formatDuration(sums.acd_seconds, 'minutes')}`}
          />
          {seesRevenue && (
            <StatTile label="Revenue" value={formatAmount(sums.revenue, 2)} unit={sums.currency} />
          )}
          {seesMargin && (
            <>
              <StatTile label="Cost" value={formatAmount(sums.cost, 2)} unit={sums.currency} />
              <StatTile
                label="Margin"
                value={formatAmount(sums.margin, 2)}
                unit={sums.currency}
                {...(sums.margin_percent !== null && {
                  note: `${formatShare(sums.margin_percent)} of revenue`,
                })}
              />
            </>
          )}
        </StatTiles>
      )}
    </Loaded>
  )
}

function Charts({ range }: { range: Range }) {
  const { unit, isOver } = RANGES[range]
  const query = { range, group: [unit], sort: 'time' as const, limit: POINTS_MAX }
  const report = useOne(listTrafficReport, { query }, POLL)
  const totals = useOne(getTrafficReportTotals, { query: { range } }, POLL)
  return (
    <Loaded query={totals}>
      {(period) => (
        <Loaded query={report}>
          {(rows) => (
            <ChartGroup>
              <div className={styles.charts}>
                <TrafficCharts
                  points={withQuietTimes(rows, unit, period)}
                  note={`1 ${unit}`}
                  unfinished={!isOver}
                />
              </div>
            </ChartGroup>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

type Grouping = Extract<ReportGroup, 'country' | 'destination' | 'sip_code' | 'refusal'>

function Largest({ range, group, title }: { range: Range; group: Grouping; title: string }) {
  const query = { range, group: [group], sort: '-calls' as const, limit: MOST }
  const report = useOne(listTrafficReport, { query }, POLL)
  const money = [
    ...(useSees('turnover') ? [['Revenue', 'revenue'] as const] : []),
    ...(useSees('margin') ? [['Margin', 'margin'] as const] : []),
  ]
  return (
    <Loaded query={report}>
      {(rows) => (
        <BarList
          title={title}
          columns={[title, 'Calls', 'ASR', 'Minutes', ...money.map(([head]) => head)]}
          empty="No calls in this time range."
          bars={rows.map((row) => ({
            key: String(row[group]),
            label: <Named row={row} group={group} range={range} />,
            value: row.calls,
            figures: [
              formatDecimal(row.calls),
              formatPercentOf(row.asr),
              formatDecimal(Math.round(row.seconds / 60)),
              ...money.map(([, field]) => (
                <Amount key={field} value={row[field]} currency={row.currency} places={2} />
              )),
            ],
          }))}
        />
      )}
    </Loaded>
  )
}

interface NamedProps {
  readonly row: TrafficReportRow
  readonly group: Grouping
  readonly range: Range
}

/** Countries have no call records of their own: they lead to their destinations. */
function Named({ row, group, range }: NamedProps) {
  const value = row[group]
  if (!value) return <span className="muted">{NONE}</span>
  if (group === 'country') {
    return (
      <ListLink
        to={paths.admin.trafficReport('summary')}
        filters={{ group: 'destination', country: value, range }}
      >
        {countryName(String(value))}
      </ListLink>
    )
  }
  return (
    <ListLink to={records} filters={{ [group]: value, range }}>
      {String(value)}
    </ListLink>
  )
}
