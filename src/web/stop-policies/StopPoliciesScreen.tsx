// The list of stop policies.
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { deleteStopPolicy, listStopPolicies, type StopPolicy } from '#contract/stop-policies.ts'
import { getStopPolicyUses } from '#contract/uses.ts'
import { CREATED } from '../columns/account-columns.tsx'
import { useDelete } from '../forms/use-delete.tsx'
import { ListLink } from '../lists/ListLink.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { useMay } from '../session/session.ts'
import { Badge } from '../ui/Badge.tsx'
import { TextFilter } from '../ui/filters.tsx'
import { count, formatDecimal, NONE } from '../ui/format.ts'
import type { GridColumn, RowAction } from '../ui/grid/column.ts'

const COLUMNS: readonly GridColumn<StopPolicy>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 240,
    sort: 'name',
    name: (row) => row.name,
    cell: (row, name) => (
      <>
        <Link to={paths.admin.stopPolicies.edit(row.id)}>{name}</Link>{' '}
        {row.is_default && <Badge tone="primary">default</Badge>}
      </>
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
    width: 130,
    align: 'end',
    sort: 'used_by_count',
    cell: (row) => <Users row={row} />,
  },
  {
    id: 'description',
    header: 'Description',
    width: 420,
    cell: (row) => row.description || NONE,
  },
  CREATED,
]

/** Gateways without a policy use the default, so the list has no filter for them. */
function Users({ row }: { row: StopPolicy }) {
  if (row.used_by_count === 0) return <span className="muted">unused</span>
  const text = count(row.used_by_count, 'gateway', 'gateways')
  if (row.is_default) return text
  return (
    <ListLink to={paths.admin.gateways.list} filters={{ stop_policy_id: row.id }}>
      {text}
    </ListLink>
  )
}

export default function StopPoliciesScreen() {
  const list = useListScreen(listStopPolicies)
  const navigate = useNavigate()
  const mayEdit = useMay('stop_policies.edit')
  const remove = useDelete(deleteStopPolicy, 'stop policy', { uses: getStopPolicyUses })
  const { stopPolicies } = paths.admin
  const edit = (row: StopPolicy) => void navigate({ to: stopPolicies.edit(row.id) })

  const actionsOf = (row: StopPolicy): RowAction[] => [
    { label: 'Edit', icon: <IconPencil size={15} />, onClick: () => edit(row) },
    ...(row.is_default
      ? []
      : [
          {
            label: 'Delete',
            icon: <IconTrash size={15} />,
            danger: true,
            onClick: () => void remove(row, { effect: 'This cannot be undone.' }),
          },
        ]),
  ]

  return (
    <ListPage
      title="Stop policies"
      name="stop-policies"
      list={list}
      columns={COLUMNS}
      noun={['stop policy', 'stop policies']}
      rowId={(row) => String(row.id)}
      add={mayEdit ? { label: 'Add stop policy', to: stopPolicies.add } : undefined}
      {...(mayEdit ? { onOpen: edit, actions: actionsOf } : {})}
      empty="No stop policies."
      filters={<TextFilter label="Search by name" search {...list.bind('q')} />}
    />
  )
}
