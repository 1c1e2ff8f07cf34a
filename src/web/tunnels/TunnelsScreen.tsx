// The list of tunnels: the ways out of this machine, and whether they are there.
import { IconLock, IconLockOpen, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  deleteTunnel,
  listTunnels,
  type Tunnel,
  tunnelForm,
  updateTunnel,
} from '#contract/tunnels.ts'
import { getTunnelUses } from '#contract/uses.ts'
import { CREATED } from '../columns/account-columns.tsx'
import { useDelete } from '../forms/use-delete.tsx'
import { useSetStatus } from '../forms/use-set-status.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { useMay } from '../session/session.ts'
import { StatusDot } from '../ui/Badge.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { labelFor } from '../ui/form/labels.ts'
import { count, NONE } from '../ui/format.ts'
import type { GridColumn, RowAction } from '../ui/grid/column.ts'
import { PRESENCE, TUNNEL_KINDS, TUNNEL_STATUSES } from './tunnel-labels.ts'

const COLUMNS: readonly GridColumn<Tunnel>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 150,
    sort: 'name',
    name: (row) => row.name,
    cell: (row, name) => <Link to={paths.admin.tunnels.edit(row.id)}>{name}</Link>,
  },
  {
    id: 'kind',
    header: 'Kind',
    width: 100,
    sort: 'kind',
    cell: (row) => labelFor(TUNNEL_KINDS, row.kind),
  },
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
  {
    id: 'status',
    header: 'Status',
    width: 95,
    sort: 'status',
    cell: (row) => (
      <StatusDot tone={row.status === 'active' ? 'success' : 'danger'}>
        {labelFor(TUNNEL_STATUSES, row.status)}
      </StatusDot>
    ),
  },
  {
    id: 'used_by_count',
    header: 'Used by',
    width: 100,
    align: 'end',
    sort: 'used_by_count',
    cell: (row) =>
      row.used_by_count === 0 ? (
        <span className="muted">unused</span>
      ) : (
        <ListLink to={paths.admin.gateways.list} filters={{ tunnel_id: row.id }}>
          {count(row.used_by_count, 'gateway', 'gateways')}
        </ListLink>
      ),
  },
  {
    id: 'interface',
    header: 'Interface',
    width: 95,
    cell: (row) => row.interface || <span className="muted">any</span>,
  },
  {
    id: 'advertised_ip',
    header: 'Advertised address',
    width: 140,
    cell: (row) => row.advertised_ip ?? NONE,
    hidden: true,
  },
  {
    id: 'description',
    header: 'Description',
    width: 180,
    cell: (row) => row.description || NONE,
  },
  CREATED,
]

export default function TunnelsScreen() {
  const list = useListScreen(listTunnels, { every_ms: 10_000 })
  const navigate = useNavigate()
  const mayEdit = useMay('tunnels.edit')
  const remove = useDelete(deleteTunnel, 'tunnel', { uses: getTunnelUses })
  const setStatus = useSetStatus(updateTunnel, tunnelForm)
  const { tunnels } = paths.admin

  const edit = (row: Tunnel) => void navigate({ to: tunnels.edit(row.id) })
  const statusAction = (row: Tunnel): RowAction =>
    row.status === 'active'
      ? {
          label: 'Block',
          icon: <IconLock size={15} />,
          onClick: () =>
            void setStatus(row, {
              status: 'blocked',
              question: `Block ${row.name}?`,
              verb: 'Block',
              effect: 'Gateways using it get no new calls. Active calls continue.',
              done: 'is blocked',
              dangerous: true,
            }),
        }
      : {
          label: 'Activate',
          icon: <IconLockOpen size={15} />,
          onClick: () =>
            void setStatus(row, {
              status: 'active',
              question: `Activate ${row.name}?`,
              verb: 'Activate',
              effect: 'Gateways using it get calls again immediately.',
              done: 'is active',
            }),
        }
  const actionsOf = (row: Tunnel): RowAction[] => [
    { label: 'Edit', icon: <IconPencil size={15} />, onClick: () => edit(row) },
    statusAction(row),
    {
      label: 'Delete',
      icon: <IconTrash size={15} />,
      danger: true,
      onClick: () =>
        void remove(row, {
          effect: 'This cannot be undone.',
          block: row.status === 'active' ? statusAction(row).onClick : undefined,
        }),
    },
  ]

  return (
    <ListPage
      title="Tunnels"
      name="tunnels"
      list={list}
      columns={COLUMNS}
      noun={['tunnel', 'tunnels']}
      rowId={(row) => String(row.id)}
      add={mayEdit ? { label: 'Add tunnel', to: tunnels.add } : undefined}
      {...(mayEdit ? { onOpen: edit, actions: actionsOf } : {})}
      empty="No tunnels yet. A tunnel is a local interface or address for outgoing calls."
      filters={
        <>
          <TextFilter label="Search by name or address" search {...list.bind('q')} />
          <SelectFilter label="Kind" choices={TUNNEL_KINDS} {...list.bind('kind')} />
          <SelectFilter label="Status" choices={TUNNEL_STATUSES} {...list.bind('status')} />
        </>
      }
    />
  )
}
