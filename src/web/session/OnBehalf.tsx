// The portal of another account, if the session has one open; its banner is loaded then.
import { lazy, Suspense, useEffect, useState } from 'react'
import { useUser } from './session.ts'

const PortalBanner = lazy(async () => ({
  default: (await import('./PortalBanner.tsx')).PortalBanner,
}))

export function OnBehalf() {
  const { on_behalf_of: portal } = useUser()
  const id = portal?.id
  const [opened] = useState(id)
  // The portal was opened or left in another tab, which has the same session.
  useEffect(() => {
    if (id !== opened) location.assign('/')
  }, [id, opened])
  if (!portal) return null
  return (
    <Suspense>
      <PortalBanner portal={portal} />
    </Suspense>
  )
}
