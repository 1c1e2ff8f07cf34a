// The layout of all three areas: top bar, side menu and the page.
import { useDisclosure } from '@mantine/hooks'
import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Area } from '../navigation/area.ts'
import { routeNameOf } from '../navigation/route-name.ts'
import { OnBehalf } from '../session/OnBehalf.tsx'
import { SignInAgain } from '../session/SignInAgain.tsx'
import { useCallCounters, useMay } from '../session/session.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { useReadOnly } from '../session/use-read-only.ts'
import { useFirstCallGuide } from '../storage/first-call-guide.ts'
import { recall, remember } from '../storage/vault.ts'
import { useNarrow } from '../ui/theme/use-narrow.ts'
import styles from './AdminLayout.module.css'
import { AlarmStrip } from './bell/AlarmStrip.tsx'
import { ConfirmUser } from './ConfirmUser.tsx'
import { SideMenu } from './SideMenu.tsx'
import { SpendBanner } from './SpendBanner.tsx'
import { StaleNotice } from './StaleNotice.tsx'
import { SwitchBanner } from './SwitchBanner.tsx'
import { TopBar } from './TopBar.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const MenuDrawer = lazy(async () => ({ default: (await import('./MenuDrawer.tsx')).MenuDrawer }))
const SearchPalette = lazy(async () => ({
  default: (await import('./search/SearchPalette.tsx')).SearchPalette,
}))
const KeyboardHelp = lazy(async () => ({
  default: (await import('./KeyboardHelp.tsx')).KeyboardHelp,
}))
const FirstCallBar = lazy(async () => ({
  default: (await import('./FirstCallBar.tsx')).FirstCallBar,
}))

export function AdminLayout({ area }: { area: Area }) {
  const place = useMatches({ select: (matches) => matches.at(-1)?.staticData.place })
  const path = useMatches({ select: (matches): string => matches.at(-1)?.fullPath ?? area.home })
  const isReadOnly = useReadOnly()
  usePageTitle(isReadOnly ? place?.title.replace(/^Edit /, 'View ') : place?.title)
  const counters = useCallCounters()
  const maySetUp = useMay('route_plans.view')
  const guide = useFirstCallGuide()
  const [collapsed, setCollapsed] = useState(() => recall('MENU') === 'narrow')
  const [drawer, setDrawer] = useDisclosure(false)
  const [search, setSearch] = useDisclosure(false)
  const [help, setHelp] = useDisclosure(false)
  const isNarrow = useNarrow()
  useShortcuts(area, { search: setSearch.open, help: setHelp.open })
  const collapse = (next: boolean) => {
    remember('MENU', next ? 'narrow' : 'wide')
    setCollapsed(next)
  }
  return (
    <div className={styles.layout}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <TopBar area={area} onMenu={setDrawer.open} onSearch={setSearch.open} />
      <div className={styles.below}>
        {!isNarrow && <SideMenu area={area} collapsed={collapsed} onCollapse={collapse} />}
        <main id="main" className={styles.main} data-route={place && routeNameOf(path)}>
          {counters.failing && <StaleNotice updated_at={counters.updated_at} />}
          <OnBehalf />
          <AlarmStrip />
          <SwitchBanner />
          <SpendBanner />
          {maySetUp && guide === 'shown' && (
            <Suspense fallback={null}>
              <FirstCallBar />
            </Suspense>
          )}
          <div className={styles.page}>
            <Outlet />
          </div>
        </main>
      </div>
      <Suspense fallback={null}>
        {isNarrow && drawer && <MenuDrawer area={area} onClose={setDrawer.close} />}
        {search && <SearchPalette area={area} onClose={setSearch.close} />}
        {help && <KeyboardHelp area={area} onClose={setHelp.close} />}
      </Suspense>
      <SignInAgain area={area} />
      <ConfirmUser />
    </div>
  )
}
