import { Link } from '@tanstack/react-router'
import type { Registration } from '#contract/registrations.ts'
import { paths } from '../navigation/paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { NONE } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { Ticking } from '../ui/Ticking.tsx'

export const REGISTRATION_COLUMNS: readonly GridColumn<Registration>[] = [
  {
    id: 'username',
    header: 'User',
    width: 130,
    sort: 'username',
    cell: (row) => (
      <>
        <span className="mono">{row.username}</span>{' '}
        {row.removal_asked && <Badge tone="warning">removing</Badge>}
      </>
    ),
  },
  {
    id: 'client_name',
    header: 'Client',
    width: 130,
    sort: 'client_name',
    name: (row) => row.client_name,
    cell: (row, name) => <Link to={paths.admin.retailClients.edit(row.account_id)}>{name}</Link>,
  },
  {
    id: 'number',
    header: 'Number',
    width: 125,
    cell: (row) => (row.number ? <span className="mono">{row.number}</span> : NONE),
  },
  {
    id: 'contact',
    header: 'Contact',
    width: 195,
    cell: (row) => (
      <span className="mono" title={row.contact}>
        {row.contact}
      </span>
    ),
  },
  {
    id: 'source_ip',
    header: 'Source',
    width: 145,
    sort: 'source_ip',
    cell: (row) => (
      <span className="mono">
        {row.source_ip}:{row.source_port}
      </span>
    ),
  },
  { id: 'transport', header: 'Transport', width: 85, cell: (row) => row.transport },
  {
    id: 'user_agent',
    header: 'User agent',
    width: 145,
    cell: (row) => <span title={row.user_agent}>{row.user_agent || NONE}</span>,
  },
  {
    id: 'expires_at',
    header: 'Expires in',
    width: 92,
    align: 'end',
    sort: 'expires_at',
    cell: (row) => <Ticking until={row.expires_at} />,
  },
  {
    id: 'registered_at',
    header: 'Since',
    width: 160,
    sort: 'registered_at',
    cell: (row) => <DateTime at={row.registered_at} />,
    hidden: true,
  },
]
