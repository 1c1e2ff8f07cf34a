// The largest of today by what the tabs choose. Names lead to the calls behind the figures.
import type { ReactNode } from 'react'
import {
  listTrafficReport,
  type ReportGroup,
  type TrafficReportRow,
} from '#contract/traffic-reports.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { useAddress } from '../lists/use-address.ts'
import { paths } from '../navigation/paths.ts'
import { countryName } from '../pickers/countries.ts'
import { useMay, useSees, useUser } from '../session/session.ts'
import { Amount } from '../ui/Amount.tsx'
import { type Bar, BarList } from '../ui/BarList.tsx'
import { formatDecimal, formatPercentOf, NONE } from '../ui/format.ts'
import { PresetTabs } from '../ui/PresetTabs.tsx'
import { basisOf, type HomeFigures, isTooFew } from './figures.ts'

const records = paths.admin.callRecords('all')
const POLL = { every_ms: 60_000, keepsLast: true }
const MOST = 10
const RANGE = 'today'

const TABS = [
  { value: 'clients', label: 'Clients' },
  { value: 'gateways', label: 'Gateways' },
  { value: 'destinations', label: 'Destinations' },
  { value: 'countries', label: 'Countries' },
]

export function TopLists({ figures }: { figures: HomeFigures }) {
  const { address, write } = useAddress()
  const seesReports = useMay('traffic_reports.view')
  const choices = seesReports ? TABS : TABS.slice(0, 2)
  const top = choices.find(({ value }) => value === address.top)?.value ?? 'clients'
  const tabs = (
    <PresetTabs
      label="Top today"
      choices={choices}
      value={top}
      onChange={(next) => write({ top: next === 'clients' ? undefined : next })}
    />
  )
  switch (top) {
    case 'gateways':
      return <Gateways gateways={figures.top_gateways} tabs={tabs} />
    case 'destinations':
      return <Reported group="destination" title="Top destinations today" tabs={tabs} />
    case 'countries':
      return <Reported group="country" title="Top countries today" tabs={tabs} />
    default:
      return <Clients clients={figures.top_clients} tabs={tabs} />
  }
}

/** Grey when it rests on too little. */
function Asr({ answered, calls }: { answered: number; calls: number }) {
  return (
    <span className={isTooFew(calls) ? 'muted' : undefined} title={basisOf(calls, 'calls')}>
      {formatPercentOf(calls > 0 ? answered / calls : null)}
    </span>
  )
}

const minutesOf = ({ seconds }: { seconds: number }) => formatDecimal(Math.round(seconds / 60))

interface Traffic extends Pick<TrafficReportRow, 'calls' | 'answered' | 'seconds'> {
  readonly revenue: TrafficReportRow['revenue'] | null
  readonly margin: TrafficReportRow['margin'] | null
}

/** The figures of calls that the user sees, the heads of their columns, and the longest first. */
function useCallFigures() {
  const { currency } = useUser()
  const seesRevenue = useSees('turnover')
  const seesMargin = useSees('margin')
  const money = (value: Traffic['revenue']) => (
    <Amount key={String(value)} value={value} currency={currency} places={2} />
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
        ...(seesRevenue ? [money(row.revenue)] : []),
        ...(seesMargin ? [money(row.margin)] : []),
      ],
    }),
  }
}

function Clients({ clients, tabs }: { clients: HomeFigures['top_clients']; tabs: ReactNode }) {
  const { heads, barOf } = useCallFigures()
  return (
    <BarList
      title="Top clients today"
      tools={tabs}
      columns={['Client', ...heads]}
      empty="No calls today."
      bars={clients.map((client) => ({
        key: String(client.id),
        label: (
          <ListLink to={records} filters={{ account_id: client.id, range: RANGE }}>
            {client.name}
          </ListLink>
        ),
        ...barOf(client),
      }))}
    />
  )
}

interface GatewaysProps {
  readonly gateways: HomeFigures['top_gateways']
  readonly tabs: ReactNode
}

function Gateways({ gateways, tabs }: GatewaysProps) {
  const { currency } = useUser()
  const seesMargin = useSees('margin')
  return (
    <BarList
      title="Top gateways today"
      tools={tabs}
      columns={['Gateway', 'Attempts', 'Minutes', 'ASR', ...(seesMargin ? ['Cost'] : [])]}
      empty="No gateway attempts today."
      bars={gateways.map((gateway) => ({
        key: String(gateway.id),
        label: (
          <ListLink to={records} filters={{ gateway_id: gateway.id, range: RANGE }}>
            {gateway.name}
          </ListLink>
        ),
        value: gateway.seconds,
        figures: [
          formatDecimal(gateway.attempts),
          minutesOf(gateway),
          <Asr key="asr" answered={gateway.answered} calls={gateway.attempts} />,
          ...(seesMargin
            ? [<Amount key="cost" value={gateway.cost} currency={currency} places={2} />]
            : []),
        ],
      }))}
    />
  )
}

type Grouping = Extract<ReportGroup, 'country' | 'destination'>

interface ReportedProps {
  readonly group: Grouping
  readonly title: string
  readonly tabs: ReactNode
}

const KEYS: Readonly<Record<Grouping, { head: string; filter: string }>> = {
  destination: { head: 'Destination', filter: 'exact_destination' },
  country: { head: 'Country', filter: 'country' },
}

function Reported({ group, title, tabs }: ReportedProps) {
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
          tools={tabs}
          columns={[head, ...heads]}
          empty="No calls today."
          bars={rows.map((row) => {
            const value = row[group]
            return {
              key: String(value),
              label: (
                <ListLink to={records} filters={{ [filter]: value || 'none', range: RANGE }}>
                  {value ? nameOf(value) : NONE}
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
