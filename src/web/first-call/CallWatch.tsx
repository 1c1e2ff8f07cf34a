// The calls of a client as they come, and INVITEs from addresses that no client has: the usual
// reason why a first call does not arrive.

import { listActiveCalls } from '#contract/calls/active-calls.ts'
import { type CallRecord, listCallRecords } from '#contract/calls/call-records.ts'
import { listAuthFailures } from '#contract/machine/auth-failures.ts'
import { useList } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useMay, useSees } from '../session/session.ts'
import type { Thing } from '../shell/first-call-steps.ts'
import { DateTime } from '../ui/values/DateTime.tsx'
import { formatDuration, formatExactAmount } from '../ui/values/format.ts'
import styles from './FirstCall.module.css'

const ACTIVE_MS = 1000
const ENDED_MS = 3000
const SHOWN = 3

const STATES = { ROUTING: 'is being routed', RINGING: 'rings', ANSWERED: 'is answered' } as const
const RESULTS: Readonly<Record<CallRecord['status'], string>> = {
  ANSWERED: 'answered',
  FAILED: 'failed',
  CANCELLED: 'cancelled by the caller',
  REJECTED: 'refused',
}

export function CallWatch({ client }: { client: Thing }) {
  const mayFollow = useMay('active_calls.view')
  const mayRead = useMay('call_records.view')
  const active = useList(
    listActiveCalls,
    { query: { account_id: client.id, limit: SHOWN } },
    { every_ms: ACTIVE_MS, enabled: mayFollow },
  )
  const ended = useList(
    listCallRecords,
    { query: { account_id: [client.id], limit: SHOWN, type: 'all', range: '1h' } },
    { every_ms: ENDED_MS, enabled: mayRead },
  )
  const calls = active.data?.rows ?? []
  const records = ended.data?.rows ?? []
  return (
    <div className={styles.make}>
      <h2>Calls of {client.name}, last hour</h2>
      {calls.length + records.length === 0 && <p className="muted">Waiting for a call…</p>}
      <ul aria-label={`Calls of ${client.name}`}>
        {calls.map(({ call_id, called_number, state, gateway_name }) => (
          <li key={call_id}>
            <Link to={paths.admin.activeCalls}>
              <span className="mono">{called_number}</span>
            </Link>{' '}
            {STATES[state]}
            {gateway_name && ` by ${gateway_name}`}
          </li>
        ))}
        {records.map((record) => (
          <Ended key={record.call_id} record={record} kind={client.kind} />
        ))}
      </ul>
      <Strangers />
    </div>
  )
}

interface EndedProps {
  readonly record: CallRecord
  readonly kind: Thing['kind']
}

function Ended({ record, kind }: EndedProps) {
  const seesSale = useSees('sale')
  const { call_id, started_at, called_number, dialled_number, status, sip_code } = record
  const list = paths.admin.callRecords(kind === 'retail_client' ? 'retail' : 'wholesale')
  return (
    <li>
      <DateTime at={started_at} />{' '}
      <ListLink to={list} filters={{ range: '1h', call: call_id }}>
        <span className="mono">{called_number || dialled_number}</span>
      </ListLink>{' '}
      {RESULTS[status]}
      {status === 'ANSWERED'
        ? `, ${formatDuration(Math.round(record.duration_ms / 1000), 'minutes')}`
        : sip_code !== null && ` with ${sip_code} ${record.sip_reason}`}
      {status === 'ANSWERED' &&
        seesSale &&
        `, charged ${formatExactAmount(record.sell_amount)} ${record.sell_currency}`}
    </li>
  )
}

/** INVITEs of the last hour that no client has sent. */
function Strangers() {
  const may = useMay('auth_failures.view')
  const { data } = useList(
    listAuthFailures,
    { query: { kind: 'INVITE', range: '1h', sort: '-last_at', limit: SHOWN } },
    { every_ms: ENDED_MS, enabled: may },
  )
  if (!data || data.rows.length === 0) return null
  return (
    <p>
      Refused, because no client has their address or password:{' '}
      {data.rows.map(({ id, source_ip, count }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <span className="mono">{source_ip ?? 'many addresses'}</span> ({count})
        </span>
      ))}
      . <Link to={paths.admin.authFailures}>Auth failures</Link>
    </p>
  )
}
