import type { ReactNode } from 'react'
import type { PlaceInfo } from '../navigation/area.ts'
import { mayEnter } from '../navigation/menu.ts'
import { useUser } from '../session/session.ts'
import { NotFoundScreen } from './NotFoundScreen.tsx'

interface NeedsProps {
  readonly place: PlaceInfo
  readonly children: ReactNode
}

/** Shows a screen only with the permission, and names the missing permission otherwise. */
export function Needs({ place, children }: NeedsProps) {
  const user = useUser()
  if (mayEnter(user, place)) return children
  // The rights of other users follow from their kind of account, so none can be granted.
  if (user.type !== 'ADMIN') return <NotFoundScreen />
  return (
    <div
      role="alert"
      style={{ display: 'grid', justifyItems: 'center', gap: 8, padding: '18vh 16px' }}
    >
      <h1>You do not have permission for this page.</h1>
      <span className="muted">
        It needs <span className="mono">{[place.needs].flat().join(' or ')}</span>. An administrator
        can grant it.
      </span>
    </div>
  )
}
