// Who is in which permission group, what that gives, and who may do a thing.
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { getAssignments, type Member, setAssignments } from '#contract/people/permission-groups.ts'
import styles from '../fields/PermissionMatrix.module.css'
import { Breadcrumb } from '../forms/Breadcrumb.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useMay, useUser } from '../session/session.ts'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { Badge } from '../ui/values/Badge.tsx'
import { count } from '../ui/values/format.ts'
import { EffectiveRights } from './EffectiveRights.tsx'
import { WhoMay } from './WhoMay.tsx'

type Assignments = AnswerOf<typeof getAssignments>

export default function AssignScreen() {
  const query = useOne(getAssignments, {})
  return (
    <div className="page">
      <Breadcrumb trail={[{ label: 'Permission groups', to: paths.admin.permissionGroups.list }]} />
      <Loaded query={query}>{(found) => <Assign assignments={found} />}</Loaded>
    </div>
  )
}

function Assign({ assignments }: { assignments: Assignments }) {
  const [changed, setChanged] = useState<ReadonlyMap<number, readonly number[]>>(new Map())
  const [shown, setShown] = useState<number>()
  const mayAssign = useMay('permission_groups.execute')
  const save = useChange(setAssignments, { also: ['users'], done: 'Groups assigned.' })
  // As they would be after Save.
  const users = assignments.users.map((user) => ({
    ...user,
    group_ids: [...(changed.get(user.id) ?? user.group_ids)],
  }))
  const toggle = (user: Member, group_id: number) => {
    const group_ids = user.group_ids.includes(group_id)
      ? user.group_ids.filter((id) => id !== group_id)
      : [...user.group_ids, group_id].sort((first, second) => first - second)
    const before = assignments.users.find(({ id }) => id === user.id)
    const next = new Map(changed)
    if (before?.group_ids.join() === group_ids.join()) next.delete(user.id)
    else next.set(user.id, group_ids)
    setChanged(next)
  }
  const submit = () => {
    const changes = [...changed].map(([user_id, ids]) => ({ user_id, group_ids: [...ids] }))
    save.mutate({ body: { changes } }, { onSuccess: () => setChanged(new Map()) })
  }
  const one = users.find(({ id }) => id === shown) ?? users[0]
  return (
    <>
      <div className="page-title">
        <h1>Assign permission groups</h1>
        {changed.size > 0 && (
          <>
            <span className="muted" role="status">
              {count(changed.size, 'user', 'users')} changed
            </span>
            <Button variant="subtle" onClick={() => setChanged(new Map())}>
              Undo
            </Button>
            <Button loading={save.isPending} onClick={submit} data-primary-action>
              Save
            </Button>
          </>
        )}
      </div>
      <ScrollBox label="Users and groups">
        <table className={styles.matrix} aria-label="Users and groups">
          <thead>
            <tr>
              <th scope="col">User</th>
              {assignments.groups.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {users.map((user) => (
              <UserRow
                key={user.id}
                user={user}
                groups={assignments.groups}
                mayAssign={mayAssign}
                onShow={() => setShown(user.id)}
                onToggle={(group_id) => toggle(user, group_id)}
              />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <div className={styles.beside}>
        {one && (
          <EffectiveRights
            user={one}
            users={users}
            groups={assignments.groups}
            onChoose={setShown}
          />
        )}
        <WhoMay users={users} groups={assignments.groups} />
      </div>
    </>
  )
}

interface UserRowProps {
  readonly user: Member
  readonly groups: Assignments['groups']
  readonly mayAssign: boolean
  readonly onShow: () => void
  readonly onToggle: (group_id: number) => void
}

function UserRow({ user, groups, mayAssign, onShow, onToggle }: UserRowProps) {
  const isSelf = useUser().id === user.id
  return (
    <tr>
      <th scope="row">
        <div className={styles.what}>
          <Button variant="subtle" size="compact-sm" onClick={onShow}>
            {user.username}
          </Button>
          {user.has_all_rights && <Badge tone="success">all rights</Badge>}
          {user.status !== 'active' && <Badge tone="danger">blocked</Badge>}
        </div>
      </th>
      {groups.map(({ id, name }) => (
        <td key={id}>
          <Checkbox
            aria-label={`${user.username} in ${name}`}
            checked={user.group_ids.includes(id)}
            disabled={!mayAssign || isSelf || user.has_all_rights}
            onChange={() => onToggle(id)}
          />
        </td>
      ))}
    </tr>
  )
}
