// The alarms that fire now, the worst first, and open requests for addresses.
import { listAddressRequests } from '#contract/accounts/address-requests.ts'
import { type Alarm, listAlarms } from '#contract/alarms/alarms.ts'
import { SEVERITY_TONES } from '../fields/alarm-labels.ts'
import { useList } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { paths, withSearch } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useMay } from '../session/session.ts'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { StatusDot } from '../ui/values/Badge.tsx'
import { BarList } from '../ui/values/BarList.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { count } from '../ui/values/format.ts'

const POLL_MS = 10_000
const SHOWN = 12
const FIRING = {
  query: { state: 'FIRING', is_snoozed: 'false', sort: 'severity', limit: SHOWN },
} as const
/** Their number is enough. */
const OPEN = { query: { state: 'OPEN', limit: 1 } } as const

export function Alarms() {
  const every_ms = POLL_MS
  const maySeeRequests = useMay('wholesale_clients.view')
  const alarms = useList(listAlarms, FIRING, { every_ms })
  const requests = useList(listAddressRequests, OPEN, { every_ms, enabled: maySeeRequests })
  const all = [alarms, requests]
  const failed = all.find(({ error, data }) => error && !data)
  if (failed) {
    return <Failure message={failed.error?.message ?? ''} onRetry={() => void failed.refetch()} />
  }
  if (all.some(({ isLoading }) => isLoading)) return <Loading />
  const total = alarms.data?.page.total ?? 0
  const open = requests.data?.page.total ?? 0
  return (
    <BarList
      title="Alarms"
      columns={['Subject', 'Alarm', 'Since']}
      empty="No alarms."
      tools={<Link to={paths.admin.alarms}>{total > SHOWN ? `All ${total}` : 'All alarms'}</Link>}
      bars={[...(alarms.data?.rows ?? []).map(barOf), ...(open > 0 ? [requestsBar(open)] : [])]}
    />
  )
}

const barOf = ({ id, subject_name, severity, sentence, began_at }: Alarm) => ({
  key: String(id),
  label: (
    <ListLink to={paths.admin.alarms} filters={{ alarm: id }}>
      {subject_name}
    </ListLink>
  ),
  figures: [
    <StatusDot key="text" tone={SEVERITY_TONES[severity]}>
      {sentence}
    </StatusDot>,
    <DateTime key="since" at={began_at} style="minute" />,
  ],
})

const requestsBar = (open: number) => ({
  key: 'requests',
  label: (
    <Link to={withSearch(paths.admin.wholesaleClients.list, { requests: 'OPEN' })}>IP list</Link>
  ),
  figures: [
    <StatusDot key="text" tone="warning">
      {count(open, 'request for an address', 'requests for addresses')}
    </StatusDot>,
    <DateTime key="since" at={null} />,
  ],
})
