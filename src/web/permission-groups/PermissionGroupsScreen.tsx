// The list of permission groups.
import { Link } from '@tanstack/react-router'
import {
  deletePermissionGroup,
  listPermissionGroups,
  type PermissionGroup,
} from '#contract/permission-groups.ts'
import { useOpen, useRowActions } from '../actions/use-row-actions.tsx'
import {
  CREATED,
  choiceColumn,
  countColumn,
  nameColumn,
  textColumn,
} from '../columns/common-columns.tsx'
import { ListLink } from '../lists/ListLink.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { count } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { GROUP_SCOPES } from './permission-labels.ts'

const { permissionGroups, users } = paths.admin

const restrictionsOf = (row: PermissionGroup): string =>
  [
    row.refuses_export && 'no export',
    row.masked_digits > 0 && `last ${count(row.masked_digits, 'digit', 'digits')} masked`,
  ]
    .filter(Boolean)
    .join(', ')

const COLUMNS: readonly GridColumn<PermissionGroup>[] = [
  nameColumn(170, permissionGroups.edit),
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
  countColumn('permissions_count', 'Permissions', 115),
  choiceColumn('scope', 'Scope', 190, GROUP_SCOPES, { sort: true }),
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
    cell: (row) => restrictionsOf(row) || '–',
  },
  textColumn('description', 'Description', 220),
  CREATED,
]

export default function PermissionGroupsScreen() {
  const list = useListScreen(listPermissionGroups)
  const rows = useRowActions<PermissionGroup>({
    of: 'permission_groups',
    add: { label: 'Add permission group', to: permissionGroups.add },
    edit: useOpen(permissionGroups.edit),
    remove: {
      endpoint: deletePermissionGroup,
      noun: 'permission group',
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
      empty="No permission groups yet. A group has the permissions that several admins share."
      filters={
        <>
          <TextFilter label="Search by name" search {...list.bind('q')} />
          <SelectFilter label="Scope" choices={GROUP_SCOPES} {...list.bind('scope')} />
        </>
      }
    />
  )
}
