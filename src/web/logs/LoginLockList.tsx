// Users, networks and browsers that cannot log in for a while.
import { IconLockOpen } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { deleteLoginLock, type LoginLock, listLoginLocks } from '#contract/people/login-locks.ts'
import { alert } from '../alerts/alerts.ts'
import * as column from '../columns/common-columns.tsx'
import { useChange } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { Ticking } from '../ui/values/Ticking.tsx'

const KINDS: readonly Choice<LoginLock['kind']>[] = [
  { value: 'USER', label: 'Username' },
  { value: 'NETWORK', label: 'Network' },
  { value: 'BROWSER', label: 'Browser of the user' },
]
const POLL_MS = 10_000

const COLUMNS: readonly GridColumn<LoginLock>[] = [
  {
    id: 'name',
    header: 'Username or network',
    width: 260,
    sort: 'name',
    cell: (row) => <span className="mono">{row.name}</span>,
    name: (row) => row.name,
  },
  column.choice('kind', 'Locked', 170, KINDS, { sort: true }),
  {
    id: 'left',
    header: 'Ends in',
    width: 100,
    align: 'end',
    cell: (row) => <Ticking until={row.locked_until} />,
  },
  column.time('locked_until', 'Until', 160, { sort: true }),
]

export function LoginLockList({ tabs }: { tabs: ReactNode }) {
  const list = useListScreen(listLoginLocks, { every_ms: POLL_MS })
  const mayLift = useMay('login_locks.delete')
  const lift = useChange(deleteLoginLock, { done: 'Login lock removed.' })
  const ask = async ({ id, name }: LoginLock) => {
    const sure = await alert.confirm('Login is allowed again immediately.', {
      title: `Unlock ${name}?`,
      yes: 'Unlock',
      no: 'Keep',
    })
    if (sure) lift.mutate({ params: { id } })
  }
  return (
    <ListPage
      title="Bans"
      name="login-locks"
      list={list}
      columns={COLUMNS}
      noun={['login lock', 'login locks']}
      {...(mayLift && {
        actions: (row: LoginLock) => [
          { label: 'Unlock…', icon: <IconLockOpen size={15} />, onClick: () => void ask(row) },
        ],
      })}
      empty="No login locks."
      filters={
        <>
          {tabs}
          <TextFilter label="Username or network" search {...list.bind('q')} />
          <SelectFilter label="Locked" choices={KINDS} {...list.bind('kind')} />
        </>
      }
    />
  )
}
