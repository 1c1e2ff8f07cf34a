// The list of gateway groups.

import { getGatewayGroupUses } from '#contract/console/uses.ts'
import {
  deleteGatewayGroup,
  type GatewayGroup,
  getGatewayGroup,
  listGatewayGroups,
  updateGatewayGroup,
} from '#contract/routing/gateway-groups.ts'
import { useRowActions } from '../actions/use-row-actions.tsx'
import { useStatusActions } from '../actions/use-status-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { STATUSES } from '../fields/statuses.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { GatewayPicker } from '../pickers/pickers.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { count, formatDecimal } from '../ui/values/format.ts'
import { groupValues } from './group-values.ts'

const COLUMNS: readonly GridColumn<GatewayGroup>[] = [
  column.name(220, paths.admin.gatewayGroups.edit),
  column.status(110),
  column.integer('members_count', 'Gateways', 100, { sort: true }),
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
  column.usedBy(110, (row) => count(row.used_by_count, 'rule', 'rules')),
  column.text('description', 'Description', 320),
  column.created,
]

export default function GatewayGroupsScreen() {
  const list = useListScreen(listGatewayGroups)
  const status = useStatusActions<GatewayGroup>(
    updateGatewayGroup,
    {
      block:
        'Rules send no calls to its gateways through this group; other rules are not affected.',
      activate: 'Rules send calls to its gateways again immediately.',
    },
    { get: getGatewayGroup, valuesOf: groupValues },
  )
  const rows = useRowActions<GatewayGroup>({
    noun: 'gateway group',
    of: 'gateway_groups',
    pages: paths.admin.gatewayGroups,
    more: (row) => [status.action(row)],
    remove: {
      endpoint: deleteGatewayGroup,
      uses: getGatewayGroupUses,
      effect: 'Its gateways are kept. This cannot be undone.',
      block: status.block,
    },
  })

  return (
    <ListPage
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
