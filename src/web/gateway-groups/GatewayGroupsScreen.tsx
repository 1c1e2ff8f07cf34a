// The list of gateway groups.
import { IconLock, IconLockOpen, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  deleteGatewayGroup,
  type GatewayGroup,
  getGatewayGroup,
  listGatewayGroups,
  updateGatewayGroup,
} from '#contract/gateway-groups.ts'
import { getGatewayGroupUses } from '#contract/uses.ts'
import { alert } from '../alerts/alerts.ts'
import { CREATED } from '../columns/account-columns.tsx'
import { useDelete } from '../forms/use-delete.tsx'
import { messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { useChange } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { GatewayPicker } from '../pickers/GatewayPicker.tsx'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { useMay } from '../session/session.ts'
import { StatusDot } from '../ui/Badge.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { labelFor } from '../ui/form/labels.ts'
import { count, formatDecimal, NONE } from '../ui/format.ts'
import type { GridColumn, RowAction } from '../ui/grid/column.ts'
import { GROUP_STATUSES } from './group-values.ts'

const COLUMNS: readonly GridColumn<GatewayGroup>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 220,
    sort: 'name',
    name: (row) => row.name,
    cell: (row, name) => <Link to={paths.admin.gatewayGroups.edit(row.id)}>{name}</Link>,
  },
  {
    id: 'status',
    header: 'Status',
    width: 110,
    sort: 'status',
    cell: (row) => (
      <StatusDot tone={row.status === 'active' ? 'success' : 'danger'}>
        {labelFor(GROUP_STATUSES, row.status)}
      </StatusDot>
    ),
  },
  {
    id: 'members_count',
    header: 'Gateways',
    width: 100,
    align: 'end',
    sort: 'members_count',
    cell: (row) => formatDecimal(row.members_count),
  },
  {
    id: 'active_count',
    header: 'Active',
    width: 120,
    align: 'end',
    cell: (row) => (
      <span className={row.active_count === 0 ? 'danger' : undefined}>
        {formatDecimal(row.active_count)}
      </span>
    ),
  },
  {
    id: 'used_by_count',
    header: 'Used by',
    width: 110,
    align: 'end',
    sort: 'used_by_count',
    cell: (row) =>
      row.used_by_count === 0 ? (
        <span className="muted">unused</span>
      ) : (
        count(row.used_by_count, 'rule', 'rules')
      ),
  },
  {
    id: 'description',
    header: 'Description',
    width: 320,
    cell: (row) => row.description || NONE,
  },
  CREATED,
]

/** The list does not hold the gateways of a group, so they are read before it is written. */
function useSwitch() {
  const update = useChange(updateGatewayGroup, { errors: 'form' })
  return async ({ id, name }: GatewayGroup, status: GatewayGroup['status']): Promise<void> => {
    const isActive = status === 'active'
    const sure = await alert.confirm(
      isActive
        ? 'Rules send calls to its gateways again immediately.'
        : 'Rules send no calls to its gateways through this group; other rules are not affected.',
      {
        title: `${isActive ? 'Activate' : 'Block'} ${name}?`,
        yes: isActive ? 'Activate' : 'Block',
        no: 'Cancel',
        dangerous: !isActive,
      },
    )
    if (!sure) return
    try {
      const { version, description, members } = await send(getGatewayGroup, { params: { id } })
      await update.mutateAsync({
        params: { id },
        body: {
          name,
          description,
          status,
          version,
          members: members.map(({ gateway_id, priority, weight }) => ({
            gateway_id,
            priority,
            weight,
          })),
        },
      })
      alert.success(`${name} is ${isActive ? 'active' : 'blocked'}.`)
    } catch (error) {
      alert.error(messageOf(error), { title: `${name} was not changed` })
    }
  }
}

export default function GatewayGroupsScreen() {
  const list = useListScreen(listGatewayGroups)
  const navigate = useNavigate()
  const mayEdit = useMay('gateway_groups.edit')
  const remove = useDelete(deleteGatewayGroup, 'gateway group', { uses: getGatewayGroupUses })
  const setStatus = useSwitch()
  const { gatewayGroups } = paths.admin
  const edit = (row: GatewayGroup) => void navigate({ to: gatewayGroups.edit(row.id) })

  const actionsOf = (row: GatewayGroup): RowAction[] => [
    { label: 'Edit', icon: <IconPencil size={15} />, onClick: () => edit(row) },
    row.status === 'active'
      ? {
          label: 'Block',
          icon: <IconLock size={15} />,
          onClick: () => void setStatus(row, 'blocked'),
        }
      : {
          label: 'Activate',
          icon: <IconLockOpen size={15} />,
          onClick: () => void setStatus(row, 'active'),
        },
    {
      label: 'Delete',
      icon: <IconTrash size={15} />,
      danger: true,
      onClick: () =>
        void remove(row, {
          effect: 'Its gateways are kept. This cannot be undone.',
          block: row.status === 'active' ? () => void setStatus(row, 'blocked') : undefined,
        }),
    },
  ]

  return (
    <ListPage
      title="Gateway groups"
      name="gateway-groups"
      list={list}
      columns={COLUMNS}
      noun={['gateway group', 'gateway groups']}
      rowId={(row) => String(row.id)}
      add={mayEdit ? { label: 'Add gateway group', to: gatewayGroups.add } : undefined}
      {...(mayEdit ? { onOpen: edit, actions: actionsOf } : {})}
      empty="No gateway groups yet. A group bundles gateways as one target of a rule."
      filters={
        <>
          <TextFilter label="Search by name" search {...list.bind('q')} />
          <SelectFilter label="Status" choices={GROUP_STATUSES} {...list.bind('status')} />
          <GatewayPicker
            aria-label="Gateway"
            placeholder="Gateway"
            {...asFilter(list.bind('gateway_id'))}
          />
        </>
      }
    />
  )
}
