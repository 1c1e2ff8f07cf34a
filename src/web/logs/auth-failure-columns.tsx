import type { AuthFailure } from '#contract/machine/auth-failures.ts'
import * as column from '../columns/common-columns.tsx'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { Badge } from '../ui/values/Badge.tsx'
import { NONE } from '../ui/values/format.ts'

export const AUTH_FAILURE_KIND_CHOICES: readonly Choice<AuthFailure['kind']>[] = [
  { value: 'REGISTER', label: 'Registration' },
  { value: 'INVITE', label: 'Call' },
  { value: 'WEB', label: 'Console' },
]

/** The logs write it as a part of their own sentences. */
export const reasonLabel = (reason: string) => reason.charAt(0).toUpperCase() + reason.slice(1)

/** Text from outside: the tooltip has the whole text where the column cuts it. */
const untrustedText = (text: string) => (text ? <span title={text}>{text}</span> : NONE)

function Source({ failure }: { failure: AuthFailure }) {
  const { source_ip, source_port, banned_until } = failure
  if (source_ip === null) return <span className="muted">many</span>
  return (
    <>
      <span className="mono">
        {source_ip}
        {source_port !== null && `:${source_port}`}
      </span>{' '}
      {banned_until !== null && <Badge tone="danger">banned</Badge>}
    </>
  )
}

export const AUTH_FAILURE_COLUMNS: readonly GridColumn<AuthFailure>[] = [
  column.time('last_at', 'Last', 168, { sort: true }),
  column.choice('kind', 'Kind', 100, AUTH_FAILURE_KIND_CHOICES),
  {
    id: 'source_ip',
    header: 'Source',
    width: 200,
    sort: 'source_ip',
    cell: (row) => <Source failure={row} />,
  },
  {
    id: 'username',
    header: 'Username',
    width: 125,
    sort: 'username',
    cell: (row) =>
      row.username === '*' ? <span className="muted">many</span> : untrustedText(row.username),
  },
  {
    id: 'reason',
    header: 'Reason',
    width: 130,
    sort: 'reason',
    cell: (row) => reasonLabel(row.reason),
  },
  column.integer('count', 'Count', 70, { sort: true }),
  column.time('at', 'First', 168, { sort: true }),
  {
    id: 'user_agent',
    header: 'User agent',
    width: 130,
    cell: (row) => untrustedText(row.user_agent),
  },
  column.text('transport', 'Transport', 90, { hidden: true }),
  {
    id: 'from_uri',
    header: 'From',
    width: 200,
    cell: (row) => untrustedText(row.from_uri),
    hidden: true,
  },
  {
    id: 'to_uri',
    header: 'To',
    width: 200,
    cell: (row) => untrustedText(row.to_uri),
    hidden: true,
  },
  {
    id: 'request_uri',
    header: 'Request URI',
    width: 200,
    cell: (row) => untrustedText(row.request_uri),
    hidden: true,
  },
  {
    id: 'realm',
    header: 'Realm',
    width: 130,
    cell: (row) => untrustedText(row.realm),
    hidden: true,
  },
  {
    id: 'sip_code',
    header: 'Response',
    width: 80,
    align: 'end',
    cell: (row) => row.sip_code ?? NONE,
    hidden: true,
  },
  column.mono('sip_call_id', 'SIP Call-ID', 220, { hidden: true }),
]
