// The button of the user's menu; the menu itself is loaded when it is wanted.
import { lazy, Suspense, useState } from 'react'
import type { Area } from '../navigation/area.ts'
import { UserButton } from './UserButton.tsx'

const OpenUserMenu = lazy(async () => ({
  default: (await import('./OpenUserMenu.tsx')).OpenUserMenu,
}))

export function UserMenu({ area }: { area: Area }) {
  const [isWanted, setWanted] = useState(false)
  const button = <UserButton aria-haspopup="menu" onClick={() => setWanted(true)} />
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <OpenUserMenu area={area} />
    </Suspense>
  )
}
