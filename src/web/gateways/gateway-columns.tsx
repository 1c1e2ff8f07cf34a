import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Gateway } from '#contract/gateways.ts'
import { CALLS, CPS, CREATED } from '../accounts/account-columns.tsx'
import { paths } from '../areas/paths.ts'
import { MEDIA_MODES } from '../pickers/MediaFields.tsx'
import { StatusDot } from '../ui/Badge.tsx'
import { wordFor } from '../ui/form/words.ts'
import { formatDecimal, formatPercentOf, NONE } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import {
  ATTEMPTS_THAT_SAY_SOMETHING,
  GATEWAY_EFFECTS,
  GATEWAY_STATUSES,
  GATEWAY_TONES,
} from './gateway-words.ts'

export const COLUMNS: readonly GridColumn<Gateway>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 160,
    sort: 'name',
    cell: (row) => <Link to={paths.admin.gateways.edit(row.id)}>{row.name}</Link>,
  },
  {
    id: 'settlement_name',
    header: 'Carrier',
    width: 140,
    sort: 'settlement_name',
    cell: (row) => (
      <Link to={paths.admin.settlements.edit(row.settlement_id)}>{row.settlement_name}</Link>
    ),
  },
  {
    id: 'host',
    header: 'Address',
    width: 195,
    sort: 'host',
    cell: (row) => <span className="mono">{addressOf(row)}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    width: 120,
    sort: 'status',
    cell: (row) => (
      <Tooltip label={GATEWAY_EFFECTS[row.status]}>
        <span>
          <StatusDot tone={GATEWAY_TONES[row.status]}>
            {wordFor(GATEWAY_STATUSES, row.status)}
          </StatusDot>
        </span>
      </Tooltip>
    ),
  },
  CALLS,
  {
    id: 'attempts_today',
    header: 'Attempts today',
    width: 125,
    align: 'end',
    sort: 'attempts_today',
    cell: (row) => formatDecimal(row.attempts_today),
  },
  {
    id: 'answered_today',
    header: 'Answered today',
    width: 130,
    align: 'end',
    cell: (row) => formatDecimal(row.answered_today),
  },
  { id: 'asr', header: 'ASR today', width: 90, align: 'end', cell: (row) => <Asr row={row} /> },
  {
    id: 'used_by_count',
    header: 'Used by',
    width: 85,
    align: 'end',
    cell: (row) =>
      row.used_by_count === 0 ? (
        <span className="muted">no rule</span>
      ) : (
        `${formatDecimal(row.used_by_count)} ${row.used_by_count === 1 ? 'rule' : 'rules'}`
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
    cell: (row) => wordFor(MEDIA_MODES, row.media_mode),
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

function Asr({ row: { attempts_today, answered_today } }: { row: Gateway }) {
  if (attempts_today === 0) return NONE
  const isThin = attempts_today < ATTEMPTS_THAT_SAY_SOMETHING
  return (
    <span className={isThin ? 'muted' : undefined}>
      {formatPercentOf(answered_today / attempts_today)}
    </span>
  )
}
