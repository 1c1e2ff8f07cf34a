// The columns of the IP list, on its own page and on the page of a client.

import { Tooltip } from '@mantine/core'
import type { ClientIp } from '#contract/accounts/ip-list.ts'
import { CPS } from '../../columns/account-columns.tsx'
import * as column from '../../columns/common-columns.tsx'
import { paths } from '../../navigation/paths.ts'
import { PrefixNames } from '../../pickers/PrefixNames.tsx'
import { Link } from '../../session/Link.tsx'
import type { GridColumn } from '../../ui/grid/column.ts'
import { Badge } from '../../ui/values/Badge.tsx'
import { NONE } from '../../ui/values/format.ts'
import { wideNetwork } from './source.ts'

export function Address({ ip }: { ip: string }) {
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
  column.status(100),
  column.text('description', 'Description', 220),
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
  column.integer('channel_limit', 'Channels', 90, { hidden: true }),
  CPS,
  {
    id: 'auth_username',
    header: 'Digest username',
    width: 120,
    cell: (row) => row.auth_username ?? <span className="muted">none</span>,
    hidden: true,
  },
  column.created,
]
