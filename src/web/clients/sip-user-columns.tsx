import type { SipUser } from '#contract/sip-users.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { StatusDot } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { labelFor } from '../ui/form/labels.ts'
import { formatDecimal, NONE } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { SIP_USER_STATUSES } from './sip-labels.ts'

/** Whether it is registered, and with how many phones. */
function Registered({ user: { id, contacts, max_contacts } }: { user: SipUser }) {
  if (contacts === 0) return <StatusDot tone="neutral">Not registered</StatusDot>
  return (
    <ListLink to={paths.admin.registrations} filters={{ sip_user_id: id }}>
      <StatusDot tone="success">
        {max_contacts === 1 ? 'Registered' : `${contacts} of ${max_contacts}`}
      </StatusDot>
    </ListLink>
  )
}

export const SIP_USER_COLUMNS: readonly GridColumn<SipUser>[] = [
  {
    id: 'username',
    header: 'Username',
    width: 120,
    sort: 'username',
    cell: (row) => <span className="mono">{row.username}</span>,
  },
  {
    id: 'number',
    header: 'Number',
    width: 135,
    sort: 'number',
    cell: (row) => (row.number ? <span className="mono">{row.number}</span> : NONE),
  },
  {
    id: 'display_name',
    header: 'Display name',
    width: 150,
    sort: 'display_name',
    cell: (row) => row.display_name || NONE,
  },
  {
    id: 'contacts',
    header: 'Max registrations',
    width: 130,
    sort: 'contacts',
    cell: (row) => <Registered user={row} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: 100,
    sort: 'status',
    cell: (row) => (
      <StatusDot tone={row.status === 'active' ? 'success' : 'danger'}>
        {labelFor(SIP_USER_STATUSES, row.status)}
      </StatusDot>
    ),
  },
  {
    id: 'channel_limit',
    header: 'Channels',
    width: 90,
    align: 'end',
    cell: (row) => (row.channel_limit === null ? NONE : formatDecimal(row.channel_limit)),
  },
  {
    id: 'allowed_networks',
    header: 'Networks',
    width: 160,
    cell: (row) => row.allowed_networks.join(', ') || 'everywhere',
    hidden: true,
  },
  {
    id: 'allowed_callers',
    header: 'Other caller numbers',
    width: 160,
    cell: (row) => row.allowed_callers.join(', ') || NONE,
    hidden: true,
  },
  {
    id: 'description',
    header: 'Description',
    width: 180,
    cell: (row) => row.description || NONE,
    hidden: true,
  },
  {
    id: 'created_at',
    header: 'Created',
    width: 160,
    sort: 'created_at',
    cell: (row) => <DateTime at={row.created_at} />,
    hidden: true,
  },
]
