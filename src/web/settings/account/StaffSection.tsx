// The users of a client, and what they may do; resellers have these pages in their menu.
import { paths } from '../../navigation/paths.ts'
import { Link } from '../../session/Link.tsx'
import { useMayOpen } from '../../session/use-may-open.ts'
import { Section } from '../../ui/form/Section.tsx'
import styles from '../Settings.module.css'

const { users, permissionGroups, sessions, apiTokens } = paths.admin

const PAGES = [
  { label: 'Users', to: users.list },
  { label: 'Permission groups', to: permissionGroups.list },
  { label: 'Sessions of users', to: sessions },
  { label: 'API tokens of users', to: apiTokens },
]

export function StaffSection() {
  const mayOpen = useMayOpen()
  const pages = PAGES.filter(({ to }) => mayOpen(to))
  if (pages.length === 0) return null
  return (
    <Section title="Users" help="Further logins, with permissions by their groups." wide>
      <nav className={styles.row} aria-label="Users">
        {pages.map(({ label, to }) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
      </nav>
    </Section>
  )
}
