import type { ReactNode } from 'react'
import type { Permission } from '#core/permission/permission.ts'
import { useUser } from '../session/session.ts'

interface NeedsProps {
  readonly permission: Permission | undefined
  readonly children: ReactNode
}

/** Shows a screen only with the permission, and names the missing permission otherwise. */
export function Needs({ permission, children }: NeedsProps) {
  const user = useUser()
  if (!permission || user.permissions.includes(permission)) return children
  return (
    <div
      role="alert"
      style={{ display: 'grid', justifyItems: 'center', gap: 8, padding: '18vh 16px' }}
    >
      <h1>You do not have permission for this page.</h1>
      <span className="muted">
        It needs <span className="mono">{permission}</span>. An administrator can grant it.
      </span>
    </div>
  )
}
