// The list of route plans.

import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { getRoutePlanUses } from '#contract/console/uses.ts'
import {
  deleteRoutePlan,
  getRoutePlan,
  listRoutePlans,
  type RoutePlan,
  updateRoutePlan,
} from '#contract/routing/route-plans.ts'
import { useRowActions } from '../actions/use-row-actions.tsx'
import { useStatusActions } from '../actions/use-status-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { STATUSES } from '../fields/statuses.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { GatewayGroupPicker, GatewayPicker, RoutePlanPicker } from '../pickers/pickers.tsx'
import { Link } from '../session/Link.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { labelFor } from '../ui/form/labels.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { Badge } from '../ui/values/Badge.tsx'
import { count, NONE } from '../ui/values/format.ts'
import { CopyPlanDialog } from './CopyPlanDialog.tsx'
import { planValues } from './plan-values.ts'
import { PLAN_MODE_CHOICES } from './route-plan-labels.ts'

const COLUMNS: readonly GridColumn<RoutePlan>[] = [
  column.name(220, paths.admin.routePlans.edit),
  {
    id: 'mode',
    header: 'Mode',
    width: 180,
    sort: 'mode',
    cell: (row) => <Badge>{labelFor(PLAN_MODE_CHOICES, row.mode)}</Badge>,
  },
  column.status(110),
  column.integer('rules_count', 'Rules', 90, { sort: true }),
  {
    id: 'used_by_count',
    header: 'Used by',
    width: 110,
    align: 'end',
    sort: 'used_by_count',
    cell: (row) => <UsedBy plan={row} />,
  },
  {
    id: 'parent_plan_name',
    header: 'Fallback plan',
    width: 180,
    cell: (row) =>
      row.parent_plan_id === null ? (
        NONE
      ) : (
        <Link to={paths.admin.routePlans.edit(row.parent_plan_id)}>{row.parent_plan_name}</Link>
      ),
  },
  column.integer('max_attempts', 'Max attempts', 150),
  column.text('name_for_resellers', 'Name for resellers', 150, { hidden: true }),
  column.text('description', 'Description', 240),
  column.created,
]

/** A link if all of them are of one kind; otherwise the form of the plan lists them. */
function UsedBy({ plan }: { plan: RoutePlan }) {
  const { id, used_by_count, wholesale_count, retail_count } = plan
  const { wholesaleClients, retailClients } = paths.admin
  if (used_by_count === 0) return <span className="muted">unused</span>
  const clients = count(used_by_count, 'client', 'clients')
  if (wholesale_count === used_by_count) {
    return <Link to={withSearch(wholesaleClients.list, { route_plan_id: id })}>{clients}</Link>
  }
  if (retail_count === used_by_count) {
    return <Link to={withSearch(retailClients.list, { route_plan_id: id })}>{clients}</Link>
  }
  return count(used_by_count, 'use', 'uses')
}

function effectOf({ rules_count }: RoutePlan): string {
  const rules = rules_count > 0 ? `Deletes ${count(rules_count, 'rule', 'rules')} too. ` : ''
  return `${rules}This cannot be undone.`
}

export default function RoutePlansScreen() {
  const list = useListScreen(listRoutePlans)
  const [copied, setCopied] = useState<RoutePlan>()
  const { block } = useStatusActions(
    updateRoutePlan,
    { block: 'Calls of its clients are refused; it is not used as a fallback plan.' },
    { get: getRoutePlan, valuesOf: planValues },
  )
  const mayAdd = useMay('route_plans.create')
  const copyAction = (row: RoutePlan) => ({
    label: 'Copy',
    icon: <IconCopy size={15} />,
    onClick: () => setCopied(row),
  })
  const rows = useRowActions<RoutePlan>({
    noun: 'route plan',
    of: 'route_plans',
    pages: paths.admin.routePlans,
    always: (row) => (mayAdd ? [copyAction(row)] : []),
    remove: {
      endpoint: deleteRoutePlan,
      uses: getRoutePlanUses,
      effect: effectOf,
      block,
    },
  })

  return (
    <>
      <ListPage
        name="route-plans"
        list={list}
        columns={COLUMNS}
        noun={['route plan', 'route plans']}
        {...rows}
        empty="No route plans yet. A plan sets which gateways carry which numbers."
        filters={
          <>
            <TextFilter label="Search by name" search {...list.bind('q')} />
            <SelectFilter label="Mode" choices={PLAN_MODE_CHOICES} {...list.bind('mode')} />
            <SelectFilter label="Status" choices={STATUSES} {...list.bind('status')} />
            <GatewayPicker {...asFilter('Gateway', list.bind('gateway_id'))} />
            <GatewayGroupPicker {...asFilter('Gateway group', list.bind('gateway_group_id'))} />
            <RoutePlanPicker {...asFilter('Fallback plan', list.bind('parent_plan_id'))} />
          </>
        }
      />
      {copied && <CopyPlanDialog plan={copied} onClose={() => setCopied(undefined)} />}
    </>
  )
}
