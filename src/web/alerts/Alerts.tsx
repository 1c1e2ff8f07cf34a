// The notices among what alerts.ts holds, in the corner.
import { Button, Notification, Portal } from '@mantine/core'
import { useStore } from '../ui/store.ts'
import { CopyText } from '../ui/values/CopyText.tsx'
import styles from './Alerts.module.css'
import { AlertText } from './AlertText.tsx'
import { type Alert, closeAlert, currentAlerts, isQuestion } from './alerts.ts'
import { useDismissal } from './use-dismissal.ts'

const SHOWN_AT_MOST = 4
const COLORS = { info: 'info', success: 'success', warning: 'warning', error: 'danger' } as const

export function Alerts() {
  const alerts = useStore(currentAlerts)
  const notices = alerts.filter((one) => !isQuestion(one))
  const more = notices.length - SHOWN_AT_MOST
  return (
    <Portal>
      <section className={styles.corner} aria-label="Notifications">
        {notices.slice(-SHOWN_AT_MOST).map((one) => (
          <Notice key={one.id} alert={one} />
        ))}
        {more > 0 && <span className={styles.more}>+ {more} more</span>}
      </section>
    </Portal>
  )
}

function Notice({ alert }: { alert: Alert }) {
  const holding = useDismissal(alert)
  const isError = alert.type === 'error'
  const { action } = alert.options
  const act = () => {
    closeAlert(alert.id)
    action?.onClick()
  }
  return (
    <Notification
      {...holding}
      role={isError ? 'alert' : 'status'}
      color={COLORS[alert.type as keyof typeof COLORS]}
      title={alert.title || undefined}
      withBorder
      onClose={() => closeAlert(alert.id)}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <AlertText alert={alert} />
      {action && (
        <div>
          <Button variant="light" size="compact-sm" mt={6} onClick={act}>
            {action.label}
          </Button>
        </div>
      )}
      {isError && <CopyText text={alert.text} label="Copy message" />}
    </Notification>
  )
}
