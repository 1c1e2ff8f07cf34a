import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useUser } from '../session/session.ts'
import styles from './UserMenu.module.css'

export function UserButton(props: ComponentProps<'button'>) {
  const { username, type } = useUser()
  return (
    <UnstyledButton {...props} className={styles.user}>
      <span className={styles.name}>{username}</span> <span className={styles.type}>{type}</span>
      <VisuallyHidden> user menu</VisuallyHidden>
      <IconChevronDown className={styles.chevron} size={14} aria-hidden />
    </UnstyledButton>
  )
}
