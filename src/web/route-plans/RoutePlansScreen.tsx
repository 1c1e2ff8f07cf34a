// The list of route plans.
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  deleteRoutePlan,
  getRoutePlan,
  listRoutePlans,
  type RoutePlan,
  routePlanForm,
  updateRoutePlan,
} from '#contract/route-plans.ts'
import { getRoutePlanUses } from '#contract/uses.ts'
import { useDelete } from '../forms/use-delete.tsx'
import { blocking, useSetStatus } from '../forms/use-set-status.ts'
import { send } from '../http/client.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { GatewayGroupPicker } from '../pickers/GatewayGroupPicker.tsx'
import { GatewayPicker } from '../pickers/GatewayPicker.tsx'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { RoutePlanPicker } from '../pickers/RoutePlanPicker.tsx'
import { useMay } from '../session/session.ts'
import { Badge, StatusDot } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { labelFor } from '../ui/form/labels.ts'
import { count, formatDecimal, NONE } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { CopyPlanDialog } from './CopyPlanDialog.tsx'
import { planValues } from './plan-values.ts'
import { MODES, STATUSES } from './route-plan-labels.ts'

const COLUMNS: readonly GridColumn<RoutePlan>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 220,
    sort: 'name',
    name: (row) => row.name,
    cell: (row, name) => <Link to={paths.admin.routePlans.edit(row.id)}>{name}</Link>,
  },
  {
    id: 'mode',
    header: 'Mode',
    width: 180,
    sort: 'mode',
    cell: (row) => <Badge>{labelFor(MODES, row.mode)}</Badge>,
  },
  {
    id: 'status',
    header: 'Status',
    width: 110,
    sort: 'status',
    cell: (row) => (
      <StatusDot tone={row.status === 'active' ? 'success' : 'danger'}>
        {labelFor(STATUSES, row.status)}
      </StatusDot>
    ),
  },
  {
    id: 'rules_count',
    header: 'Rules',
    width: 90,
    align: 'end',
    sort: 'rules_count',
    cell: (row) => formatDecimal(row.rules_count),
  },
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
  {
    id: 'max_attempts',
    header: 'Max attempts',
    width: 150,
    align: 'end',
    cell: (row) => formatDecimal(row.max_attempts),
  },
  {
    id: 'description',
    header: 'Description',
    width: 240,
    cell: (row) => row.description || NONE,
  },
  {
    id: 'created_at',
    header: 'Created',
    width: 160,
    sort: 'created_at',
    hidden: true,
    cell: (row) => <DateTime at={row.created_at} />,
  },
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

const BLOCK_EFFECT = 'Calls of its clients are refused; it is not used as a fallback plan.'

export default function RoutePlansScreen() {
  const list = useListScreen(listRoutePlans)
  const navigate = useNavigate()
  const mayEdit = useMay('route_plans.edit')
  const remove = useDelete(deleteRoutePlan, 'route plan', { uses: getRoutePlanUses })
  const setStatus = useSetStatus(updateRoutePlan, routePlanForm, async ({ id }) => {
    const plan = await send(getRoutePlan, { params: { id } })
    return { version: plan.version, values: planValues(plan) }
  })
  const [copied, setCopied] = useState<RoutePlan>()
  const { routePlans } = paths.admin
  const edit = (row: RoutePlan) => void navigate({ to: routePlans.edit(row.id) })

  const actionsOf = (row: RoutePlan) => [
    { label: 'Edit', icon: <IconPencil size={15} />, onClick: () => edit(row) },
    { label: 'Copy', icon: <IconCopy size={15} />, onClick: () => setCopied(row) },
    {
      label: 'Delete',
      icon: <IconTrash size={15} />,
      danger: true,
      onClick: () =>
        void remove(row, {
          effect: effectOf(row),
          block:
            row.status === 'active'
              ? () => void setStatus(row, blocking(row.name, BLOCK_EFFECT))
              : undefined,
        }),
    },
  ]

  return (
    <>
      <ListPage
        title="Route plans"
        name="route-plans"
        list={list}
        columns={COLUMNS}
        noun={['route plan', 'route plans']}
        rowId={(row) => String(row.id)}
        {...(mayEdit ? { onOpen: edit, actions: actionsOf } : {})}
        add={mayEdit ? { label: 'Add route plan', to: routePlans.add } : undefined}
        empty="No route plans yet. A plan sets which gateways carry which numbers."
        filters={
          <>
            <TextFilter label="Search by name" search {...list.bind('q')} />
            <SelectFilter label="Mode" choices={MODES} {...list.bind('mode')} />
            <SelectFilter label="Status" choices={STATUSES} {...list.bind('status')} />
            <GatewayPicker
              aria-label="Gateway"
              placeholder="Gateway"
              {...asFilter(list.bind('gateway_id'))}
            />
            <GatewayGroupPicker
              aria-label="Gateway group"
              placeholder="Gateway group"
              {...asFilter(list.bind('gateway_group_id'))}
            />
            <RoutePlanPicker
              aria-label="Fallback plan"
              placeholder="Fallback plan"
              {...asFilter(list.bind('parent_plan_id'))}
            />
          </>
        }
      />
      {copied && <CopyPlanDialog plan={copied} onClose={() => setCopied(undefined)} />}
    </>
  )
}
