import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import {
  IconChevronDown,
  IconHelp,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Area } from '../navigation/area.ts'
import { logOut } from '../session/log-out.ts'
import { setScheme, useScheme } from '../session/scheme.ts'
import { useUser } from '../session/session.ts'
import { useBrandLinks } from '../session/use-brand-links.ts'
import styles from './UserMenu.module.css'

export function UserMenu({ area }: { area: Area }) {
  const user = useUser()
  const navigate = useNavigate()
  const scheme = useScheme()
  const links = useBrandLinks()
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <Menu position="bottom-end" shadow="md" width={200}>
      <Menu.Target>
        <UnstyledButton className={styles.user}>
          <span className={styles.name}>{user.username}</span>{' '}
          <span className={styles.type}>{user.type}</span>
          <VisuallyHidden> user menu</VisuallyHidden>
          <IconChevronDown className={styles.chevron} size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.username} · <span className={styles.type}>{user.type}</span>
        </Menu.Label>
        <Menu.Item
          leftSection={<IconSettings size={15} />}
          onClick={() => void navigate({ to: area.settings })}
        >
          Settings
        </Menu.Item>
        <Menu.Item
          leftSection={other === 'dark' ? <IconMoon size={15} /> : <IconSun size={15} />}
          onClick={() => setScheme(other)}
        >
          {other === 'dark' ? 'Dark mode' : 'Light mode'}
        </Menu.Item>
        {links.length > 0 && <Menu.Divider />}
        {links.map(({ href, label }) => (
          <Menu.Item
            key={label}
            component="a"
            href={href}
            rel="noreferrer"
            leftSection={<IconHelp size={15} />}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void logOut()}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
