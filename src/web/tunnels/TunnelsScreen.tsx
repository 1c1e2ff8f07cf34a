// The list of tunnels: the ways out of this machine, and whether they are there.

import { getTunnelUses } from '#contract/console/uses.ts'
import { deleteTunnel, listTunnels, type Tunnel, updateTunnel } from '#contract/machine/tunnels.ts'
import { useRowActions } from '../actions/use-row-actions.tsx'
import { useStatusActions } from '../actions/use-status-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { STATUSES } from '../fields/statuses.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { StatusDot } from '../ui/values/Badge.tsx'
import { count } from '../ui/values/format.ts'
import { PRESENCE, TUNNEL_KINDS } from './tunnel-labels.ts'

const COLUMNS: readonly GridColumn<Tunnel>[] = [
  column.name(150, paths.admin.tunnels.edit),
  column.choice('kind', 'Kind', 100, TUNNEL_KINDS, { sort: true }),
  {
    id: 'local_ip',
    header: 'Local address',
    width: 170,
    sort: 'local_ip',
    cell: (row) => <span className="mono">{`${row.local_ip}:${row.sip_port}`}</span>,
  },
  {
    id: 'presence',
    header: 'Interface state',
    width: 225,
    cell: (row) => (
      <StatusDot tone={PRESENCE[row.presence].tone}>{PRESENCE[row.presence].word}</StatusDot>
    ),
  },
  column.status(95),
  column.usedBy(100, (row) => (
    <ListLink to={paths.admin.gateways.list} filters={{ tunnel_id: row.id }}>
      {count(row.used_by_count, 'gateway', 'gateways')}
    </ListLink>
  )),
  {
    id: 'interface',
    header: 'Interface',
    width: 95,
    cell: (row) => row.interface || <span className="muted">any</span>,
  },
  column.text('advertised_ip', 'Advertised address', 140, { hidden: true }),
  column.text('description', 'Description', 180),
  column.created,
]

export default function TunnelsScreen() {
  const list = useListScreen(listTunnels, { every_ms: 10_000 })
  const status = useStatusActions<Tunnel>(updateTunnel, {
    block: 'Gateways using it get no new calls. Active calls continue.',
    activate: 'Gateways using it get calls again immediately.',
  })
  const rows = useRowActions<Tunnel>({
    noun: 'tunnel',
    of: 'tunnels',
    pages: paths.admin.tunnels,
    more: (row) => [status.action(row)],
    remove: {
      endpoint: deleteTunnel,
      uses: getTunnelUses,
      effect: 'This cannot be undone.',
      block: status.block,
    },
  })

  return (
    <ListPage
      name="tunnels"
      list={list}
      columns={COLUMNS}
      noun={['tunnel', 'tunnels']}
      {...rows}
      empty="No tunnels yet. A tunnel is a local interface or address for outgoing calls."
      filters={
        <>
          <TextFilter label="Search by name or address" search {...list.bind('q')} />
          <SelectFilter label="Kind" choices={TUNNEL_KINDS} {...list.bind('kind')} />
          <SelectFilter label="Status" choices={STATUSES} {...list.bind('status')} />
        </>
      }
    />
  )
}
