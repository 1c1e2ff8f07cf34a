// The menu of the user, opened by the button that UserMenu.tsx shows until it is wanted.
import { Menu } from '@mantine/core'
import {
  IconDownload,
  IconHelp,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Area } from '../navigation/area.ts'
import { pathFor } from '../navigation/area-info.ts'
import { paths } from '../navigation/paths.ts'
import { logOut } from '../session/log-out.ts'
import { setScheme, useScheme } from '../session/scheme.ts'
import { useUser } from '../session/session.ts'
import { useBrandLinks } from '../session/use-brand-links.ts'
import { UserButton } from './UserButton.tsx'
import styles from './UserMenu.module.css'

export function OpenUserMenu({ area }: { area: Area }) {
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  // The menu finds its button, and the focus on it, only once both are there.
  useEffect(() => setOpen(true), [])
  const navigate = useNavigate()
  const scheme = useScheme()
  const links = useBrandLinks()
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <Menu position="bottom-end" shadow="md" width={200} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <UserButton autoFocus />
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
        {user.on_behalf_of === null && (
          <Menu.Item
            leftSection={<IconDownload size={15} />}
            onClick={() => void navigate({ to: pathFor(user.type, paths.admin.exports) })}
          >
            Exports
          </Menu.Item>
        )}
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
