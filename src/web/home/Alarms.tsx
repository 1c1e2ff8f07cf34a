// The alarms of the switch, its gateways and its accounts, each leading to where it is looked into.

import { listAddressRequests } from '#contract/accounts/address-requests.ts'
import { listSpendWarnings } from '#contract/accounts/spend-warnings.ts'
import { systemInfo } from '#contract/machine/machine.ts'
import { listGateways } from '#contract/routing/gateways.ts'
import { useList, useOne } from '../http/use-endpoint.ts'
import { Link } from '../session/Link.tsx'
import { useMay } from '../session/session.ts'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { StatusDot } from '../ui/values/Badge.tsx'
import { BarList } from '../ui/values/BarList.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { alarmsOf } from './alarms.ts'

const POLL_MS = 10_000
/** Gateways that do not answer come first. */
const GATEWAYS = { query: { sort: 'ping_state', limit: 100 } } as const
/** Their number is enough. */
const OPEN = { query: { state: 'OPEN', limit: 1 } } as const

export function Alarms() {
  const every_ms = POLL_MS
  const may = {
    info: useMay('system.view'),
    gateways: useMay('gateways.view'),
    spending: useMay('spend_warnings.view'),
    requests: useMay('wholesale_clients.view'),
  }
  const details = { query: { details: 'true' } } as const
  const info = useOne(systemInfo, details, { every_ms, enabled: may.info })
  const gateways = useOne(listGateways, GATEWAYS, { every_ms, enabled: may.gateways })
  const spending = useOne(listSpendWarnings, {}, { every_ms, enabled: may.spending })
  const requests = useList(listAddressRequests, OPEN, { every_ms, enabled: may.requests })
  const all = [info, gateways, spending, requests]
  const failed = all.find(({ error, data }) => error && !data)
  if (failed) {
    return <Failure message={failed.error?.message ?? ''} onRetry={() => void failed.refetch()} />
  }
  if (all.some(({ isLoading }) => isLoading)) return <Loading />
  const alarms = alarmsOf({
    ...{ info: info.data, gateways: gateways.data, spending: spending.data },
    requests: requests.data?.page.total ?? 0,
  })
  return (
    <BarList
      title="Alarms"
      columns={['Of', 'Alarm', 'Since']}
      empty="No alarms."
      bars={alarms.map(({ tone, subject, text, since, to }) => ({
        key: `${subject} ${text}`,
        label: <Link to={to}>{subject}</Link>,
        figures: [
          <StatusDot key="text" tone={tone}>
            {text}
          </StatusDot>,
          <DateTime key="since" at={since} style="minute" />,
        ],
      }))}
    />
  )
}
