import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { RecentAlerts } from '../alerts/RecentAlerts.tsx'
import type { Area } from '../navigation/area.ts'
import { Brand } from '../session/Brand.tsx'
import { useUser } from '../session/session.ts'
import { formatDecimal } from '../ui/values/format.ts'
import { Bell } from './bell/Bell.tsx'
import { Clock } from './Clock.tsx'
import styles from './TopBar.module.css'
import { UserMenu } from './UserMenu.tsx'

interface TopBarProps {
  readonly area: Area
  readonly onMenu: () => void
  readonly onSearch: () => void
}

export function TopBar({ area, onMenu, onSearch }: TopBarProps) {
  return (
    <header className={styles.bar}>
      <ActionIcon className={styles.burger} size={32} aria-label="Menu" onClick={onMenu}>
        <IconMenu2 size={18} />
      </ActionIcon>
      <Link to={area.home} className={styles.brand}>
        <Brand logoSize={24} />
      </Link>
      <UnstyledButton
        className={styles.search}
        onClick={onSearch}
        aria-label="Search… Ctrl K"
        aria-keyshortcuts="Control+K"
      >
        <IconSearch size={14} aria-hidden />
        <span>Search…</span>
        <kbd>Ctrl K</kbd>
      </UnstyledButton>
      <span className={styles.space} />
      <Counters />
      <Clock />
      <Bell />
      <RecentAlerts />
      <UserMenu area={area} />
    </header>
  )
}

function Counters() {
  const { calls } = useUser()
  return (
    <div className={styles.counters}>
      <span>
        <b>{formatDecimal(calls.active)}</b> active
      </span>
      <span>
        <b>{formatDecimal(calls.total)}</b> calls
      </span>
      <span>
        <b>{formatDecimal(Math.round(calls.duration / 60))}</b> min
      </span>
    </div>
  )
}
