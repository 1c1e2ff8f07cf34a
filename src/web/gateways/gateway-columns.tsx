import { Tooltip } from '@mantine/core'
import type { Gateway } from '#contract/routing/gateways.ts'
import { CALLS, CPS } from '../columns/account-columns.tsx'
import * as column from '../columns/common-columns.tsx'
import { MEDIA } from '../columns/media-columns.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { formatDecimal, formatDuration, formatPercentOf, NONE } from '../ui/values/format.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { judgedText, Lock, Ping, Registration, secondsOf } from './GatewayState.tsx'
import { GATEWAY_EFFECTS, GATEWAY_STATUSES, MIN_ATTEMPTS } from './gateway-labels.ts'

export const GATEWAY_COLUMNS: readonly GridColumn<Gateway>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 125,
    sort: 'name',
    name: (row) => row.name,
    cell: (row, name) => <Link to={paths.admin.gateways.edit(row.id)}>{name}</Link>,
  },
  {
    id: 'status',
    header: 'Status',
    width: 105,
    sort: 'status',
    cell: (row) => (
      <Tooltip label={GATEWAY_EFFECTS[row.status]}>
        <span>
          <StatusLabel choices={GATEWAY_STATUSES} value={row.status} />
        </span>
      </Tooltip>
    ),
  },
  {
    id: 'ping_state',
    header: 'Ping',
    width: 100,
    sort: 'ping_state',
    cell: (row) => <Ping row={row} />,
  },
  { ...CALLS, width: 70 },
  {
    id: 'asr_hour',
    fields: ['attempts_hour', 'answered_hour'],
    header: 'ASR 1 h',
    width: 120,
    align: 'end',
    sort: 'asr_hour',
    cell: (row) => (
      <>
        <Asr attempts={row.attempts_hour} answered={row.answered_hour} />
        {row.attempts_hour > 0 && (
          <span className="muted"> of {formatDecimal(row.attempts_hour)}</span>
        )}
      </>
    ),
  },
  {
    id: 'acd_hour_seconds',
    header: 'ACD 1 h',
    width: 75,
    align: 'end',
    cell: (row) => formatDuration(row.acd_hour_seconds, 'minutes'),
  },
  {
    id: 'pdd_hour',
    fields: ['pdd_ms_hour'],
    header: 'PDD 1 h',
    width: 75,
    align: 'end',
    cell: (row) => (row.pdd_ms_hour === null ? NONE : secondsOf(row.pdd_ms_hour)),
  },
  column.integer('attempts_today', 'Attempts today', 125, { sort: true, hidden: true }),
  {
    id: 'asr',
    fields: ['attempts_today', 'answered_today'],
    header: 'ASR today',
    width: 90,
    align: 'end',
    cell: (row) => <Asr attempts={row.attempts_today} answered={row.answered_today} />,
    hidden: true,
  },
  {
    id: 'judged',
    fields: [
      'judged_calls',
      'judged_asr',
      'judged_acd_seconds',
      'judged_pdd_ms',
      'judged_short_call_ratio',
    ],
    header: 'Quality figures',
    width: 330,
    cell: judgedText,
    hidden: true,
  },
  column.integer('priority', 'Priority', 85, { sort: true, hidden: true }),
  column.link(
    'settlement_name',
    'Settlement account',
    150,
    (row) => paths.admin.settlements.edit(row.settlement_id),
    { sort: true, filter: ({ settlement_id }) => ['settlement_id', settlement_id] },
  ),
  {
    id: 'host',
    header: 'Address',
    width: 170,
    sort: 'host',
    cell: (row) => <span className="mono">{addressOf(row)}</span>,
  },
  {
    id: 'lock_state',
    header: 'Lock',
    width: 85,
    sort: 'lock_state',
    cell: (row) => <Lock row={row} />,
  },
  {
    id: 'registration_state',
    header: 'Registration',
    width: 110,
    cell: (row) => <Registration row={row} />,
  },
  column.usedBy(85, (row) => formatDecimal(row.used_by_count), {}),
  CPS,
  {
    id: 'digits',
    fields: ['strip_digits', 'prepend'],
    header: 'Digits',
    width: 120,
    cell: (row) => digitsOf(row) || NONE,
    hidden: true,
  },
  ...MEDIA,
  column.text('description', 'Description', 200, { hidden: true }),
  column.created,
]

function addressOf({ host, port, transport }: Gateway): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}/${transport.toLowerCase()}`
}

function digitsOf({ strip_digits, prepend }: Gateway): string {
  const parts = [strip_digits > 0 ? `−${strip_digits}` : '', prepend ? `+ ${prepend}` : '']
  return parts.filter(Boolean).join(', ')
}

function Asr({ attempts, answered }: { attempts: number; answered: number }) {
  if (attempts === 0) return NONE
  const isThin = attempts < MIN_ATTEMPTS
  return (
    <span className={isThin ? 'muted' : undefined}>{formatPercentOf(answered / attempts)}</span>
  )
}
