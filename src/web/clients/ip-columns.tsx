// The columns of the IP list, on its own page and on the page of a client.
import { Tooltip } from '@mantine/core'
import type { ClientIp } from '#contract/ip-list.ts'
import { Badge, StatusDot } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { NONE } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { wideNetwork } from './source.ts'

function Address({ ip }: { ip: string }) {
  const warning = wideNetwork(ip)
  return (
    <>
      <span className="mono">{ip}</span>{' '}
      {warning && (
        <Tooltip label={warning}>
          <span>
            <Badge tone="warning">wide</Badge>
          </span>
        </Tooltip>
      )}
    </>
  )
}

export const ADDRESS: GridColumn<ClientIp> = {
  id: 'ip',
  header: 'Address',
  width: 180,
  sort: 'ip',
  cell: (row) => <Address ip={row.ip} />,
}

export const IP_COLUMNS: readonly GridColumn<ClientIp>[] = [
  {
    id: 'port',
    header: 'Port',
    width: 80,
    align: 'end',
    cell: (row) => row.port ?? <span className="muted">any</span>,
  },
  {
    id: 'transport',
    header: 'Transport',
    width: 90,
    cell: (row) => row.transport ?? <span className="muted">any</span>,
  },
  {
    id: 'tech_prefix',
    header: 'Tech prefix',
    width: 110,
    sort: 'tech_prefix',
    cell: (row) => (row.tech_prefix ? <span className="mono">{row.tech_prefix}</span> : NONE),
  },
  {
    id: 'status',
    header: 'Status',
    width: 100,
    sort: 'status',
    cell: (row) => (
      <StatusDot tone={row.status === 'active' ? 'success' : 'danger'}>
        {row.status === 'active' ? 'Active' : 'Blocked'}
      </StatusDot>
    ),
  },
  {
    id: 'description',
    header: 'Description',
    width: 220,
    cell: (row) => row.description || NONE,
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
