// The login page, at every URL without a session. It does not use the router, which is loaded with
// the screens.
import { useEffect, useState } from 'react'
import { AREA_INFO, areaNameOf, redirectFor } from '../navigation/area-info.ts'
import { routeNameOf } from '../navigation/route-name.ts'
import { LoginForm } from './LoginForm.tsx'
import styles from './NarrowLayout.module.css'
import { NarrowLayout } from './NarrowLayout.tsx'
import { useBrandLinks } from './use-brand-links.ts'

export function LoginScreen({ onDone }: { onDone: () => Promise<void> }) {
  const area = useAreaOfAddress()
  const goOn = () => {
    const next = new URLSearchParams(location.search).get('next') ?? ''
    // Only a path of this console: an address from outside could lead anywhere.
    const isPath = /^\/(?!\/)/.test(next) && !next.includes('\\')
    history.pushState(null, '', isPath ? next : area.home)
    return onDone()
  }
  return (
    <NarrowLayout title={area.login_title} route={routeNameOf(area.login)}>
      <LoginForm key={area.name} user_type={area.user_type} onDone={goOn} />
      <BrandLinks />
    </NarrowLayout>
  )
}

function BrandLinks() {
  const links = useBrandLinks()
  if (links.length === 0) return null
  return (
    <nav className={styles.links} aria-label="Links">
      {links.map(({ href, label }) => (
        <a key={label} href={href} rel="noreferrer">
          {label}
        </a>
      ))}
    </nav>
  )
}

/** Also when one goes back to an address from before the end of a session. */
function useAreaOfAddress() {
  const [name, setName] = useState(() => areaNameOf(location.pathname))
  useEffect(() => {
    const arrive = () => {
      showLoginAddress()
      setName(areaNameOf(location.pathname))
    }
    arrive()
    addEventListener('popstate', arrive)
    return () => removeEventListener('popstate', arrive)
  }, [])
  return AREA_INFO[name]
}

/** After the login the requested page opens. */
function showLoginAddress(): void {
  const { pathname, search } = location
  const login = redirectFor(pathname, undefined)
  if (!login) return
  const isHome = pathname === AREA_INFO[areaNameOf(pathname)].home
  const next = isHome ? '' : `?${new URLSearchParams({ next: pathname + search })}`
  history.replaceState(null, '', login + next)
}
