// The list of gateway groups.
import {
  deleteGatewayGroup,
  type GatewayGroup,
  gatewayGroupForm,
  getGatewayGroup,
  listGatewayGroups,
  updateGatewayGroup,
} from '#contract/gateway-groups.ts'
import { getGatewayGroupUses } from '#contract/uses.ts'
import { useOpen, useRowActions } from '../actions/use-row-actions.tsx'
import { useStatusActions } from '../actions/use-status-actions.tsx'
import {
  CREATED,
  countColumn,
  nameColumn,
  statusColumn,
  textColumn,
  usedByColumn,
} from '../columns/common-columns.tsx'
import { STATUSES } from '../fields/statuses.ts'
import { send } from '../http/client.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { GatewayPicker } from '../pickers/pickers.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { count, formatDecimal } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { groupValues } from './group-values.ts'

const COLUMNS: readonly GridColumn<GatewayGroup>[] = [
  nameColumn(220, paths.admin.gatewayGroups.edit),
  statusColumn(110),
  countColumn('members_count', 'Gateways', 100, { sort: true }),
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
  usedByColumn(110, (row) => count(row.used_by_count, 'rule', 'rules')),
  textColumn('description', 'Description', 320),
  CREATED,
]

export default function GatewayGroupsScreen() {
  const list = useListScreen(listGatewayGroups)
  const { gatewayGroups } = paths.admin
  const status = useStatusActions<GatewayGroup, typeof gatewayGroupForm>(
    updateGatewayGroup,
    gatewayGroupForm,
    {
      block:
        'Rules send no calls to its gateways through this group; other rules are not affected.',
      activate: 'Rules send calls to its gateways again immediately.',
    },
    async ({ id }) => {
      const group = await send(getGatewayGroup, { params: { id } })
      return { version: group.version, values: groupValues(group) }
    },
  )
  const rows = useRowActions<GatewayGroup>({
    of: 'gateway_groups',
    add: { label: 'Add gateway group', to: gatewayGroups.add },
    edit: useOpen(gatewayGroups.edit),
    more: (row) => [status.action(row)],
    remove: {
      endpoint: deleteGatewayGroup,
      noun: 'gateway group',
      uses: getGatewayGroupUses,
      effect: 'Its gateways are kept. This cannot be undone.',
      block: status.block,
    },
  })

  return (
    <ListPage
      title="Gateway groups"
      name="gateway-groups"
      list={list}
      columns={COLUMNS}
      noun={['gateway group', 'gateway groups']}
      {...rows}
      empty="No gateway groups yet. A group bundles gateways as one target of a rule."
      filters={
        <>
          <TextFilter label="Search by name" search {...list.bind('q')} />
          <SelectFilter label="Status" choices={STATUSES} {...list.bind('status')} />
          <GatewayPicker {...asFilter('Gateway', list.bind('gateway_id'))} />
        </>
      }
    />
  )
}
