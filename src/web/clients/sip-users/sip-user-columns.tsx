import type { SipUser } from '#contract/accounts/sip-users.ts'
import * as column from '../../columns/common-columns.tsx'
import { ListLink } from '../../lists/ListLink.tsx'
import { paths } from '../../navigation/paths.ts'
import type { GridColumn } from '../../ui/grid/column.ts'
import { StatusDot } from '../../ui/values/Badge.tsx'
import { NONE } from '../../ui/values/format.ts'

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
  column.mono('username', 'Username', 120, { sort: true }),
  {
    id: 'number',
    header: 'Number',
    width: 135,
    sort: 'number',
    cell: (row) => (row.number ? <span className="mono">{row.number}</span> : NONE),
  },
  column.text('display_name', 'Display name', 150, { sort: true }),
  {
    id: 'contacts',
    header: 'Max registrations',
    width: 130,
    sort: 'contacts',
    cell: (row) => <Registered user={row} />,
  },
  column.status(100),
  column.integer('channel_limit', 'Channels', 90),
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
  column.text('description', 'Description', 180, { hidden: true }),
  column.created,
]
