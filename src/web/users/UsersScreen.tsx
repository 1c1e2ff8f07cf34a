// The list of staff users: who they are, what gives them their rights, and when they were here
// last.

import { IconDevices, IconKey } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { deleteUser, listUsers, type User, updateUser } from '#contract/people/users.ts'
import { useResetUserFactor } from '../actions/use-reset-factor.tsx'
import { useRowActions } from '../actions/use-row-actions.tsx'
import { useStatusActions } from '../actions/use-status-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { STATUSES } from '../fields/statuses.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useMay, useSees, useUser } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { Badge } from '../ui/values/Badge.tsx'
import { formatDecimal, NONE } from '../ui/values/format.ts'
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx'

const { users, sessions } = paths.admin

const COLUMNS: readonly GridColumn<User>[] = [
  {
    id: 'username',
    header: 'Username',
    width: 150,
    sort: 'username',
    name: (row) => row.username,
    cell: (row, name) => <Link to={users.edit(row.id)}>{name}</Link>,
  },
  column.text('full_name', 'Name', 160, { sort: true }),
  {
    id: 'groups',
    header: 'Rights',
    width: 260,
    cell: (row) => {
      if (row.has_all_rights) return <Badge tone="success">all rights</Badge>
      return row.groups.map(({ name }) => name).join(', ') || <Badge tone="warning">none</Badge>
    },
  },
  column.status(95),
  {
    id: 'sessions_count',
    header: 'Sessions',
    width: 95,
    align: 'end',
    cell: (row) => (
      <ListLink to={sessions} filters={{ user_id: row.id }}>
        {formatDecimal(row.sessions_count)}
      </ListLink>
    ),
  },
  column.time('last_login_at', 'Last login', 160, { sort: true }),
  column.text('last_login_ip', 'From', 130),
  column.time('expires_at', 'Expires', 160),
  {
    id: 'allowed_networks',
    header: 'Allowed networks',
    width: 190,
    cell: (row) => row.allowed_networks.join(', ') || <span className="muted">any</span>,
  },
  column.text('timezone', 'Time zone', 130, { hidden: true }),
  column.text('email', 'E-mail', 180, { hidden: true }),
  column.text('phone', 'Phone', 130, { hidden: true }),
  {
    id: 'own_accounts',
    header: 'Own accounts',
    width: 180,
    hidden: true,
    cell: (row) => row.own_accounts.map(({ name }) => name).join(', ') || NONE,
  },
  column.time('password_changed_at', 'Password changed', 160, { hidden: true }),
  column.created,
]

const named = (row: User) => ({ ...row, name: row.username })

export default function UsersScreen() {
  const list = useListScreen(listUsers)
  const navigate = useNavigate()
  const { id: own_id } = useUser()
  const isOperator = useSees('operations')
  const mayReset = useMay('users.execute')
  const maySeeSessions = useMay('sessions.view')
  const [reset, setReset] = useState<User>()
  const resetFactor = useResetUserFactor()
  const status = useStatusActions<ReturnType<typeof named>>(updateUser, {
    block: 'All sessions of this user end, and it cannot log in.',
    activate: 'It can log in again.',
  })
  const rows = useRowActions<User>({
    noun: 'user',
    of: 'users',
    pages: users,
    always: (row) => [
      ...(maySeeSessions
        ? [
            {
              label: 'Sessions',
              icon: <IconDevices size={15} />,
              onClick: () => void navigate({ href: withSearch(sessions, { user_id: row.id }) }),
            },
          ]
        : []),
      ...(mayReset && row.id !== own_id
        ? [
            {
              label: 'Reset password…',
              icon: <IconKey size={15} />,
              onClick: () => setReset(row),
            },
          ]
        : []),
      ...(row.id === own_id ? [] : resetFactor(named(row))),
    ],
    more: (row) => (row.id === own_id ? [] : [status.action(named(row))]),
    remove: {
      endpoint: deleteUser,
      name: ({ username }) => username,
      effect: 'All its sessions end. What it has done stays in the activity log.',
      unless: ({ id }) => id === own_id,
    },
  })
  return (
    <>
      <ListPage
        title={isOperator ? 'Admin users' : 'Users'}
        name="users"
        list={list}
        columns={COLUMNS}
        noun={['user', 'users']}
        {...rows}
        empty="No users."
        filters={
          <>
            <TextFilter label="Search by name or e-mail" search {...list.bind('q')} />
            <SelectFilter label="Status" choices={STATUSES} {...list.bind('status')} />
          </>
        }
      />
      {reset && <ResetPasswordDialog user={reset} onClose={() => setReset(undefined)} />}
    </>
  )
}
