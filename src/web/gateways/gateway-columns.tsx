import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Gateway } from '#contract/gateways.ts'
import { CALLS, CPS, CREATED } from '../columns/account-columns.tsx'
import { paths } from '../navigation/paths.ts'
import { MEDIA_MODES } from '../pickers/MediaFields.tsx'
import { StatusDot } from '../ui/Badge.tsx'
import { labelFor } from '../ui/form/labels.ts'
import { formatDecimal, formatDuration, formatPercentOf, NONE } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { judgedText, Lock, Ping, Registration, secondsOf } from './GatewayState.tsx'
import {
  ATTEMPTS_THAT_SAY_SOMETHING,
  GATEWAY_EFFECTS,
  GATEWAY_STATUSES,
  GATEWAY_TONES,
} from './gateway-labels.ts'

export const COLUMNS: readonly GridColumn<Gateway>[] = [
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
          <StatusDot tone={GATEWAY_TONES[row.status]}>
            {labelFor(GATEWAY_STATUSES, row.status)}
          </StatusDot>
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
    header: 'PDD 1 h',
    width: 75,
    align: 'end',
    cell: (row) => (row.pdd_ms_hour === null ? NONE : secondsOf(row.pdd_ms_hour)),
  },
  {
    id: 'attempts_today',
    header: 'Attempts today',
    width: 125,
    align: 'end',
    sort: 'attempts_today',
    cell: (row) => formatDecimal(row.attempts_today),
    hidden: true,
  },
  {
    id: 'asr',
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
  {
    id: 'priority',
    header: 'Priority',
    width: 85,
    align: 'end',
    sort: 'priority',
    cell: (row) => formatDecimal(row.priority),
    hidden: true,
  },
  {
    id: 'settlement_name',
    header: 'Settlement account',
    width: 150,
    sort: 'settlement_name',
    name: (row) => row.settlement_name,
    filter: ({ settlement_id }) => ['settlement_id', settlement_id],
    cell: (row, name) => <Link to={paths.admin.settlements.edit(row.settlement_id)}>{name}</Link>,
  },
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
  {
    id: 'used_by_count',
    header: 'Used by',
    width: 85,
    align: 'end',
    cell: (row) =>
      row.used_by_count === 0 ? (
        <span className="muted">unused</span>
      ) : (
        formatDecimal(row.used_by_count)
      ),
  },
  CPS,
  {
    id: 'digits',
    header: 'Digits',
    width: 120,
    cell: (row) => digitsOf(row) || NONE,
    hidden: true,
  },
  {
    id: 'codecs',
    header: 'Codecs',
    width: 180,
    cell: (row) => row.codecs.join(', '),
    hidden: true,
  },
  {
    id: 'media_mode',
    header: 'Media',
    width: 140,
    cell: (row) => labelFor(MEDIA_MODES, row.media_mode),
    hidden: true,
  },
  {
    id: 'description',
    header: 'Description',
    width: 200,
    cell: (row) => row.description || NONE,
    hidden: true,
  },
  CREATED,
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
  const isThin = attempts < ATTEMPTS_THAT_SAY_SOMETHING
  return (
    <span className={isThin ? 'muted' : undefined}>{formatPercentOf(answered / attempts)}</span>
  )
}
