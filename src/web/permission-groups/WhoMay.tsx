// All users who may do a thing, and by which group.
import { Select } from '@mantine/core'
import { useState } from 'react'
import type { Member, PermissionGroup } from '#contract/people/permission-groups.ts'
import { permissionsOf } from '#core/permission/permission.ts'
import { PERMISSION_CHOICES } from '../fields/permission-labels.ts'
import { useUser } from '../session/session.ts'
import { originsOf, rightsOf } from './effective-rights.ts'

interface WhoMayProps {
  readonly users: readonly Member[]
  readonly groups: readonly PermissionGroup[]
}

export function WhoMay({ users, groups }: WhoMayProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const most = permissionsOf(useUser().type)
  const permission = most.find((one) => one === chosen)
  const able = permission
    ? users.filter((user) => rightsOf(user, groups, most).permissions.includes(permission))
    : []
  return (
    <section aria-label="Who can do this?">
      <Select
        label="Who can do this?"
        placeholder="Select a permission"
        searchable
        data={PERMISSION_CHOICES.filter(({ value }) => most.some((one) => one === value))}
        value={chosen}
        onChange={setChosen}
        nothingFoundMessage="No permission found"
      />
      {permission && able.length === 0 && <p>No user.</p>}
      {permission && able.length > 0 && (
        <ul aria-label="Users with this permission">
          {able.map((user) => (
            <li key={user.id}>
              {user.username}{' '}
              <span className="muted">{originsOf(permission, user, groups).join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
