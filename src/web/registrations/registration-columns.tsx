import type { Registration } from '#contract/accounts/registrations.ts'
import * as column from '../columns/common-columns.tsx'
import { paths } from '../navigation/paths.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { Badge } from '../ui/values/Badge.tsx'
import { NONE } from '../ui/values/format.ts'
import { Ticking } from '../ui/values/Ticking.tsx'

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
  column.link(
    'client_name',
    'Client',
    130,
    (row) => paths.admin.retailClients.edit(row.account_id),
    { sort: true },
  ),
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
  column.time('registered_at', 'Since', 160, { sort: true, hidden: true }),
]
