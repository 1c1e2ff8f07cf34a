// The bell in the top bar: how many lines are not read; the lines are loaded when they are wanted.
import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useMay } from '../../session/session.ts'
import styles from './Bell.module.css'
import { useAlarmCounts } from './use-alarm-counts.ts'

const BellDialog = lazy(async () => ({ default: (await import('./BellDialog.tsx')).BellDialog }))

/** More than these are written as 99+. */
const SHOWN_MAX = 99

export function Bell() {
  const may = useMay('alarms.view')
  const counts = useAlarmCounts()
  const [isOpen, set] = useDisclosure(false)
  if (!may) return null
  const unread = counts?.unread ?? 0
  const shown = unread > SHOWN_MAX ? `${SHOWN_MAX}+` : String(unread)
  const label = unread === 0 ? 'Notifications' : `Notifications, ${shown} unread`
  return (
    <>
      <span className={styles.bell}>
        <ActionIcon
          size={32}
          aria-label={label}
          aria-haspopup="dialog"
          title={label}
          onClick={set.open}
        >
          <IconBell size={18} />
        </ActionIcon>
        {unread > 0 && (
          <span
            className={styles.unread}
            data-tone={(counts?.critical ?? 0) > 0 ? 'danger' : 'primary'}
            aria-hidden
          >
            {shown}
          </span>
        )}
      </span>
      {isOpen && (
        <Suspense fallback={null}>
          <BellDialog onClose={set.close} />
        </Suspense>
      )}
    </>
  )
}
