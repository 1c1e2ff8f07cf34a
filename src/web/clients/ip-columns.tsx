// The columns of the IP list, on its own page and on the page of a client.
import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ClientIp } from '#contract/ip-list.ts'
import { paths } from '../navigation/paths.ts'
import { PrefixNames } from '../pickers/PrefixNames.tsx'
import { Badge, StatusDot } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { formatDecimal, NONE } from '../ui/format.ts'
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
    id: 'dst_prefixes',
    header: 'Called prefixes',
    width: 140,
    cell: (row) => <PrefixNames prefixes={row.dst_prefixes} none={NONE} />,
    hidden: true,
  },
  {
    id: 'src_prefixes',
    header: 'Caller prefixes',
    width: 140,
    cell: (row) => <PrefixNames prefixes={row.src_prefixes} none={NONE} />,
    hidden: true,
  },
  {
    id: 'tariff_name',
    header: 'Own tariff',
    width: 130,
    name: (row) => row.tariff_name,
    cell: (row, name) =>
      row.tariff_id === null ? (
        NONE
      ) : (
        <Link to={paths.admin.tariffRates(row.tariff_id).list}>{name}</Link>
      ),
    hidden: true,
  },
  {
    id: 'route_plan_name',
    header: 'Own route plan',
    width: 130,
    name: (row) => row.route_plan_name,
    cell: (row, name) =>
      row.route_plan_id === null ? (
        NONE
      ) : (
        <Link to={paths.admin.routePlans.edit(row.route_plan_id)}>{name}</Link>
      ),
    hidden: true,
  },
  {
    id: 'channel_limit',
    header: 'Channels',
    width: 90,
    align: 'end',
    cell: (row) => (row.channel_limit === null ? NONE : formatDecimal(row.channel_limit)),
    hidden: true,
  },
  {
    id: 'cps_limit',
    header: 'CPS limit',
    width: 90,
    align: 'end',
    cell: (row) => (row.cps_limit === null ? NONE : formatDecimal(row.cps_limit)),
    hidden: true,
  },
  {
    id: 'auth_username',
    header: 'Digest username',
    width: 120,
    cell: (row) => row.auth_username ?? <span className="muted">none</span>,
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
