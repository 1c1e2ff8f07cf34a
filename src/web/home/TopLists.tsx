// The largest of today by what the tabs choose. Names lead to the calls behind the figures.
import { lazy, Suspense } from 'react'
import { ListLink } from '../lists/ListLink.tsx'
import { useAddress } from '../lists/use-address.ts'
import { paths } from '../navigation/paths.ts'
import { useMay, useSees, useUser } from '../session/session.ts'
import { Loading } from '../ui/Loading.tsx'
import { PresetTabs } from '../ui/PresetTabs.tsx'
import { Amount } from '../ui/values/Amount.tsx'
import { BarList } from '../ui/values/BarList.tsx'
import { formatDecimal } from '../ui/values/format.ts'
import { Asr, minutesOf, useCallFigures } from './call-bars.tsx'
import type { HomeFigures } from './figures.ts'
import styles from './Home.module.css'

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
  return (
    <div className={styles.tabbed}>
      <PresetTabs
        label="Top today"
        choices={choices}
        value={top}
        onChange={(next) => write({ top: next === 'clients' ? undefined : next })}
      />
      <Suspense fallback={<Loading />}>
        <Top top={top} figures={figures} />
      </Suspense>
    </div>
  )
}

function Top({ top, figures }: { top: string; figures: HomeFigures }) {
  switch (top) {
    case 'gateways':
      return <Gateways gateways={figures.top_gateways} />
    case 'destinations':
      return <TopReported group="destination" title="Top destinations today" />
    case 'countries':
      return <TopReported group="country" title="Top countries today" />
    default:
      return <Clients clients={figures.top_clients} />
  }
}

function Clients({ clients }: { clients: HomeFigures['top_clients'] }) {
  const { heads, barOf } = useCallFigures()
  return (
    <BarList
      title="Top clients today"
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

function Gateways({ gateways }: { gateways: HomeFigures['top_gateways'] }) {
  const { currency } = useUser()
  const seesMargin = useSees('margin')
  return (
    <BarList
      title="Top gateways today"
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
