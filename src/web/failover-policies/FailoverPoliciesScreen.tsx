// The list of failover policies.

import { getFailoverPolicyUses } from '#contract/console/uses.ts'
import {
  deleteFailoverPolicy,
  type FailoverPolicy,
  listFailoverPolicies,
} from '#contract/routing/failover-policies.ts'
import { useRowActions } from '../actions/use-row-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { ListLink } from '../lists/ListLink.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { Badge } from '../ui/values/Badge.tsx'
import { count } from '../ui/values/format.ts'

const COLUMNS: readonly GridColumn<FailoverPolicy>[] = [
  column.name(
    240,
    paths.admin.failoverPolicies.edit,
    (row) => row.is_default && <Badge tone="primary">default</Badge>,
  ),
  column.integer('rules_count', 'Rules', 90, { sort: true }),
  {
    id: 'used_by_count',
    header: 'Used by',
    width: 130,
    align: 'end',
    sort: 'used_by_count',
    cell: (row) => <Users row={row} />,
  },
  column.text('description', 'Description', 420),
  column.created,
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
  const rows = useRowActions<FailoverPolicy>({
    noun: 'failover policy',
    of: 'failover_policies',
    pages: paths.admin.failoverPolicies,
    remove: {
      endpoint: deleteFailoverPolicy,
      uses: getFailoverPolicyUses,
      effect: 'This cannot be undone.',
      unless: ({ is_default }) => is_default,
    },
  })

  return (
    <ListPage
      name="failover-policies"
      list={list}
      columns={COLUMNS}
      noun={['failover policy', 'failover policies']}
      {...rows}
      empty="No failover policies."
      filters={<TextFilter label="Search by name" search {...list.bind('q')} />}
    />
  )
}
