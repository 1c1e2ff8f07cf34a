// The gateways with their state, those in trouble first, then those with the most calls.

import { type Gateway, listGateways } from '#contract/routing/gateways.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useUser } from '../session/session.ts'
import { BarList } from '../ui/values/BarList.tsx'
import { formatDecimal, formatDuration, formatPercentOf, NONE } from '../ui/values/format.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { Lock, Ping, Registration } from './GatewayState.tsx'
import { GATEWAY_STATUSES } from './gateway-labels.ts'

const POLL_MS = 10_000
const MOST = 12

/** Those that do not answer come first of more gateways than one page has. */
const CALL = { query: { sort: 'ping_state', limit: 100 } } as const

export function GatewayHealth() {
  const { type } = useUser()
  const gateways = useOne(listGateways, CALL, { every_ms: POLL_MS })
  const isAdmin = type === 'ADMIN'
  const { list } = isAdmin ? paths.admin.gateways : { list: paths.client.gateways }
  return (
    <Loaded query={gateways}>
      {(rows) => (
        <BarList
          title="Gateway health"
          tools={
            <ListLink to={list} filters={{}}>
              All gateways
            </ListLink>
          }
          columns={['Gateway', 'State', 'Calls', 'ASR 1 h', 'ACD 1 h']}
          empty="No gateways."
          bars={rows
            .filter(({ status }) => status !== 'blocked')
            .toSorted((a, b) => rankOf(a) - rankOf(b) || b.active_calls - a.active_calls)
            .slice(0, MOST)
            .map((row) => ({
              key: String(row.id),
              label: isAdmin ? (
                <Link to={paths.admin.gateways.edit(row.id)}>{row.name}</Link>
              ) : (
                <ListLink to={paths.client.callRecords} filters={{ gateway_id: row.id }}>
                  {row.name}
                </ListLink>
              ),
              ...(row.active_calls > 0 && { value: row.active_calls }),
              figures: [
                <State key="state" row={row} />,
                formatDecimal(row.active_calls),
                row.attempts_hour === 0
                  ? NONE
                  : formatPercentOf(row.answered_hour / row.attempts_hour),
                formatDuration(row.acd_hour_seconds, 'minutes'),
              ],
            }))}
        />
      )}
    </Loaded>
  )
}

const isKeptAway = (row: Gateway): boolean =>
  row.lock_state !== 'OPEN' || row.paused_until !== null || Boolean(row.broken_limit)

function rankOf(row: Gateway): number {
  const isUnreachable = row.ping_state === 'DOWN' || row.registration_state === 'FAILED'
  if (isUnreachable || row.lock_state === 'LOCKED') return 0
  return isKeptAway(row) ? 1 : 2
}

/** The worst of what is known. */
function State({ row }: { row: Gateway }) {
  if (row.status !== 'active') return <StatusLabel choices={GATEWAY_STATUSES} value={row.status} />
  if (row.ping_state === 'DOWN') return <Ping row={row} />
  if (isKeptAway(row)) return <Lock row={row} />
  return row.registration_state === 'FAILED' ? <Registration row={row} /> : <Ping row={row} />
}
