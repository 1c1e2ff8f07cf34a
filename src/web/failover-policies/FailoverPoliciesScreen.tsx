// The list of failover policies.
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  deleteFailoverPolicy,
  type FailoverPolicy,
  listFailoverPolicies,
} from '#contract/failover-policies.ts'
import { getFailoverPolicyUses } from '#contract/uses.ts'
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

const COLUMNS: readonly GridColumn<FailoverPolicy>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 240,
    sort: 'name',
    name: (row) => row.name,
    cell: (row, name) => (
      <>
        <Link to={paths.admin.failoverPolicies.edit(row.id)}>{name}</Link>{' '}
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
function Users({ row }: { row: FailoverPolicy }) {
  if (row.used_by_count === 0) return <span className="muted">unused</span>
  const text = count(row.used_by_count, 'gateway', 'gateways')
  if (row.is_default) return text
  return (
    <ListLink to={paths.admin.gateways.list} filters={{ failover_policy_id: row.id }}>
      {text}
    </ListLink>
  )
}

export default function FailoverPoliciesScreen() {
  const list = useListScreen(listFailoverPolicies)
  const navigate = useNavigate()
  const mayEdit = useMay('failover_policies.edit')
  const remove = useDelete(deleteFailoverPolicy, 'failover policy', { uses: getFailoverPolicyUses })
  const { failoverPolicies } = paths.admin
  const edit = (row: FailoverPolicy) => void navigate({ to: failoverPolicies.edit(row.id) })

  const actionsOf = (row: FailoverPolicy): RowAction[] => [
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
      title="Failover policies"
      name="failover-policies"
      list={list}
      columns={COLUMNS}
      noun={['failover policy', 'failover policies']}
      rowId={(row) => String(row.id)}
      add={mayEdit ? { label: 'Add failover policy', to: failoverPolicies.add } : undefined}
      {...(mayEdit ? { onOpen: edit, actions: actionsOf } : {})}
      empty="No failover policies."
      filters={<TextFilter label="Search by name" search {...list.bind('q')} />}
    />
  )
}
