// The list of permission groups.

import {
  deletePermissionGroup,
  listPermissionGroups,
  type PermissionGroup,
} from '#contract/people/permission-groups.ts'
import { useRowActions } from '../actions/use-row-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { costsOf, GROUP_SCOPES } from '../fields/permission-labels.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useSees, useUser } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { count } from '../ui/values/format.ts'

const { permissionGroups, users } = paths.admin

function Restrictions({ row }: { row: PermissionGroup }) {
  const { type } = useUser()
  const words = [
    row.refuses_export && 'no export',
    row.requires_second_factor && 'second factor',
    row.hides_prices && 'prices hidden',
    row.hides_costs && `${costsOf(type)} hidden`,
    row.masked_digits > 0 && `last ${count(row.masked_digits, 'digit', 'digits')} masked`,
  ]
    .filter(Boolean)
    .join(', ')
  return words || '–'
}

const COLUMNS: readonly GridColumn<PermissionGroup>[] = [
  column.name(170, permissionGroups.edit),
  {
    id: 'members_count',
    header: 'Users',
    width: 80,
    align: 'end',
    sort: 'members_count',
    cell: (row) => (
      <ListLink to={users.list} filters={{ group_id: row.id }}>
        {row.members_count}
      </ListLink>
    ),
  },
  column.integer('permissions_count', 'Permissions', 115),
  column.choice('scope', 'Scope', 190, GROUP_SCOPES, { sort: true }),
  {
    id: 'accounts',
    header: 'Accounts',
    width: 180,
    cell: (row) => row.accounts.map(({ name }) => name).join(', ') || '–',
  },
  {
    id: 'restrictions',
    header: 'Restrictions',
    width: 260,
    cell: (row) => <Restrictions row={row} />,
  },
  column.text('description', 'Description', 220),
  column.created,
]

export default function PermissionGroupsScreen() {
  const list = useListScreen(listPermissionGroups)
  const seesScopes = useSees('operations')
  const rows = useRowActions<PermissionGroup>({
    noun: 'permission group',
    of: 'permission_groups',
    pages: permissionGroups,
    remove: {
      endpoint: deletePermissionGroup,
      effect: 'A group with users cannot be deleted.',
    },
  })
  return (
    <ListPage
      title="Permission groups"
      name="permission-groups"
      list={list}
      columns={COLUMNS}
      noun={['group', 'groups']}
      {...rows}
      tools={<Link to={permissionGroups.assign}>Assign users</Link>}
      empty="No permission groups yet. A group has the permissions that several users share."
      filters={
        <>
          <TextFilter label="Search by name" search {...list.bind('q')} />
          {seesScopes && (
            <SelectFilter label="Scope" choices={GROUP_SCOPES} {...list.bind('scope')} />
          )}
        </>
      }
    />
  )
}
