import {
  IconArrowBarToLeft,
  IconArrowBarToRight,
  IconBell,
  IconBroadcast,
  IconChevronRight,
  IconFileText,
  IconHome,
  IconPhone,
  IconPhoneOff,
  IconReceipt,
  IconReportAnalytics,
  IconRoute,
  IconRouter,
  IconSettings,
  IconTags,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useState } from 'react'
import type { Area } from '../navigation/area.ts'
import { entriesOf, isGroup, type MenuGroup, type MenuItem, menuOf } from '../navigation/menu.ts'
import { useUser } from '../session/session.ts'
import styles from './SideMenu.module.css'

const ICONS: Readonly<Record<string, typeof IconHome>> = {
  Home: IconHome,
  Clients: IconUsers,
  Tariffs: IconTags,
  'Tariff Rates': IconTags,
  'Route Plan': IconRoute,
  Terminations: IconRouter,
  Gateways: IconRouter,
  Calls: IconPhone,
  'Failed Calls': IconPhoneOff,
  Resellers: IconUsersGroup,
  Monitor: IconBroadcast,
  'Active Calls': IconBroadcast,
  Account: IconReceipt,
  Reports: IconReportAnalytics,
  Logs: IconFileText,
  Notifications: IconBell,
  Settings: IconSettings,
}

interface SideMenuProps {
  readonly area: Area
  readonly collapsed: boolean
  readonly onCollapse?: (collapsed: boolean) => void
  readonly onNavigate?: () => void
}

export function SideMenu({ area, collapsed, onCollapse, onNavigate }: SideMenuProps) {
  const user = useUser()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const panel = useRouterState({ select: ({ location }) => panelOf(location.search) })
  const groups = menuOf(area, user)
  const current = currentOf(area, groups, path, panel)
  return (
    <nav className={styles.menu} data-collapsed={collapsed || undefined} aria-label="Main menu">
      <ul>
        {groups.map((group) => (
          <Group
            key={group.label}
            group={group}
            current={current}
            collapsed={collapsed}
            onExpand={() => onCollapse?.(false)}
            onNavigate={onNavigate}
          />
        ))}
      </ul>
      {onCollapse && (
        <button
          type="button"
          className={styles.collapse}
          aria-label={collapsed ? 'Expand menu' : 'Collapse menu'}
          onClick={() => onCollapse(!collapsed)}
        >
          {collapsed ? <IconArrowBarToRight size={16} /> : <IconArrowBarToLeft size={16} />}
        </button>
      )}
    </nav>
  )
}

const panelOf = (search: Readonly<Record<string, unknown>>): string | undefined =>
  typeof search.panel === 'string' ? search.panel : undefined

/** The entry whose address is the longest beginning of the path; the home page has panels. */
function currentOf(
  area: Area,
  groups: readonly MenuGroup[],
  path: string,
  panel: string | undefined,
): MenuItem | undefined {
  const items = groups.flatMap(entriesOf)
  if (path === area.home) {
    const shown = items.find(({ to }) => to === `${area.home}?panel=${panel}`)
    return shown ?? items.find(({ to }) => to === area.home)
  }
  return items
    .filter(({ to }) => to !== area.home && (path === to || path.startsWith(`${to}/`)))
    .sort((a, b) => b.to.length - a.to.length)[0]
}

interface GroupProps {
  readonly group: MenuGroup
  readonly current: MenuItem | undefined
  readonly collapsed: boolean
  readonly onExpand: () => void
  readonly onNavigate: (() => void) | undefined
}

/** A submenu is a group without an icon. */
function Group(props: GroupProps) {
  const { group, current, collapsed, onExpand, onNavigate } = props
  const holdsCurrent = current !== undefined && entriesOf(group).includes(current)
  const [opened, setOpened] = useState(holdsCurrent)
  const Icon = ICONS[group.label]
  const icon = Icon && <Icon size={17} stroke={1.6} aria-hidden />
  const only = group.items.length === 1 ? group.items[0] : undefined
  // A group whose only entry has its name is that entry.
  if (only && !isGroup(only) && only.label === group.label) {
    return (
      <li>
        <Entry
          item={only}
          isCurrent={only === current}
          onNavigate={onNavigate}
          collapsed={collapsed}
          icon={icon}
        />
      </li>
    )
  }
  const shown = (opened || holdsCurrent) && !collapsed
  return (
    <li>
      <button
        type="button"
        className={styles.entry}
        aria-expanded={shown}
        title={collapsed ? group.label : undefined}
        data-holds-current={holdsCurrent || undefined}
        onClick={() => {
          if (collapsed) onExpand()
          setOpened(collapsed || !shown)
        }}
      >
        {icon}
        <span className={styles.label}>{group.label}</span>
        <IconChevronRight size={14} className={styles.chevron} aria-hidden />
      </button>
      {shown && (
        <ul className={styles.inner}>
          {group.items.map((item) =>
            isGroup(item) ? (
              <Group key={item.label} {...props} group={item} />
            ) : (
              <li key={item.label}>
                <Entry item={item} isCurrent={item === current} onNavigate={onNavigate} />
              </li>
            ),
          )}
        </ul>
      )}
    </li>
  )
}

interface EntryProps {
  readonly item: MenuItem
  readonly isCurrent: boolean
  readonly onNavigate: (() => void) | undefined
  readonly collapsed?: boolean
  readonly icon?: ReactNode
}

function Entry({ item, isCurrent, onNavigate, collapsed, icon }: EntryProps) {
  const router = useRouter()
  // The router's own link would call every link to the home page current on all pages below it.
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onNavigate?.()
    void router.navigate({ to: item.to })
  }
  return (
    <a
      href={item.to}
      className={styles.entry}
      title={collapsed ? item.label : undefined}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={follow}
      onMouseEnter={() => void router.preloadRoute({ to: item.to })}
    >
      {icon}
      <span className={styles.label}>{item.label}</span>
    </a>
  )
}
