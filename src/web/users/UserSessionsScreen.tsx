// The sessions of all users, and how to end one.
import { IconLogout } from '@tabler/icons-react'
import {
  endUserSession,
  listUserSessions,
  type UserSession,
} from '#contract/people/user-sessions.ts'
import { alert } from '../alerts/alerts.ts'
import * as column from '../columns/common-columns.tsx'
import { deviceOf } from '../fields/device.ts'
import { USER_TYPES } from '../fields/user-types.ts'
import { useChange } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { labelFor } from '../ui/form/labels.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { Badge } from '../ui/values/Badge.tsx'

const COLUMNS: readonly GridColumn<UserSession>[] = [
  {
    id: 'username',
    header: 'Username',
    width: 200,
    sort: 'username',
    cell: (row, name) => (
      <>
        {name} {row.is_current && <Badge tone="success">this session</Badge>}
      </>
    ),
    name: (row) => row.username,
  },
  {
    id: 'type',
    header: 'Type',
    width: 150,
    sort: 'type',
    cell: (row) => labelFor(USER_TYPES, row.type),
  },
  column.text('account_name', 'Account', 170),
  {
    id: 'user_agent',
    header: 'Device',
    width: 190,
    cell: (row) => <span title={row.user_agent}>{deviceOf(row.user_agent)}</span>,
  },
  column.mono('ip', 'Address', 130),
  column.time('created_at', 'Since', 160, { sort: true }),
  column.time('last_active_at', 'Last active', 160, { sort: true }),
  column.time('expires_at', 'Ends', 160, { hidden: true }),
]

export default function UserSessionsScreen() {
  const list = useListScreen(listUserSessions, { every_ms: 10_000 })
  const mayEnd = useMay('sessions.delete')
  const end = useChange(endUserSession, { also: ['users'], done: 'Session ended.' })
  const ask = async ({ id, username, user_agent, ip }: UserSession) => {
    const sure = await alert.confirm(`${deviceOf(user_agent)} at ${ip} has to log in again.`, {
      title: `End the session of ${username}?`,
      yes: 'End session',
      no: 'Keep',
      dangerous: true,
    })
    if (sure) end.mutate({ params: { id } })
  }
  return (
    <ListPage
      title="Sessions"
      name="user-sessions"
      list={list}
      columns={COLUMNS}
      noun={['session', 'sessions']}
      {...(mayEnd && {
        actions: (row: UserSession) =>
          row.is_current
            ? []
            : [
                {
                  label: 'End session…',
                  icon: <IconLogout size={15} />,
                  danger: true,
                  onClick: () => void ask(row),
                },
              ],
      })}
      empty="No sessions."
      filters={
        <>
          <TextFilter label="User, account, address" search {...list.bind('q')} />
          <SelectFilter label="Type" choices={USER_TYPES} {...list.bind('type')} />
        </>
      }
    />
  )
}
