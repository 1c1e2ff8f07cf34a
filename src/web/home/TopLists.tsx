// The largest of today by what the tabs choose. Names lead to the calls behind the figures.
import { lazy, type ReactNode, Suspense } from 'react'
import { ListLink } from '../lists/ListLink.tsx'
import { useAddress } from '../lists/use-address.ts'
import { paths } from '../navigation/paths.ts'
import { useMay, useSees, useUser } from '../session/session.ts'
import { Amount } from '../ui/Amount.tsx'
import { BarList } from '../ui/BarList.tsx'
import { formatDecimal } from '../ui/format.ts'
import { PresetTabs } from '../ui/PresetTabs.tsx'
import { Asr, minutesOf, useCallFigures } from './call-bars.tsx'
import type { HomeFigures } from './figures.ts'

// The overview opens with the clients.
const TopReported = lazy(async () => ({
  default: (await import('./TopReported.tsx')).TopReported,
}))

const records = paths.admin.callRecords('all')
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
      return (
        <Suspense fallback={null}>
          <TopReported group="destination" title="Top destinations today" tabs={tabs} />
        </Suspense>
      )
    case 'countries':
      return (
        <Suspense fallback={null}>
          <TopReported group="country" title="Top countries today" tabs={tabs} />
        </Suspense>
      )
    default:
      return <Clients clients={figures.top_clients} tabs={tabs} />
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
