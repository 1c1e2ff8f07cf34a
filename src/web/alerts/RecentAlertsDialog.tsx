// Alerts that were shown in the corner and are gone, newest first.
import { SideDialog } from '../ui/Dialog.tsx'
import { useKit } from '../ui/Kit.tsx'
import { useStore } from '../ui/store.ts'
import { Badge } from '../ui/values/Badge.tsx'
import { formatTime } from '../ui/values/format.ts'
import { AlertText } from './AlertText.tsx'
import { type Alert, recentAlerts } from './alerts.ts'
import styles from './RecentAlerts.module.css'

const KINDS = {
  info: ['info', 'Notice'],
  success: ['success', 'Done'],
  warning: ['warning', 'Warning'],
  error: ['danger', 'Error'],
} as const

export function RecentAlertsDialog({ onClose }: { onClose: () => void }) {
  return (
    <SideDialog title="Recent alerts" onClose={onClose} width={420}>
      <List />
    </SideDialog>
  )
}

function List() {
  const recent = useStore(recentAlerts)
  if (recent.length === 0) return <p className={styles.none}>No alerts yet.</p>
  return (
    <ul className={styles.list}>
      {recent.map((one) => (
        <Item key={one.id} alert={one} />
      ))}
    </ul>
  )
}

function Item({ alert }: { alert: Alert }) {
  const { timeZone } = useKit()
  const [tone, word] = KINDS[alert.type as keyof typeof KINDS]
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <Badge tone={tone}>{word}</Badge>
        <time className={styles.time}>{formatTime(new Date(alert.shown_at), timeZone)}</time>
      </div>
      {alert.title && <b>{alert.title}</b>}
      <div>
        <AlertText alert={alert} />
      </div>
    </li>
  )
}
