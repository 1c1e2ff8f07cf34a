// Shows what alerts.ts holds: notices in the corner, questions as dialogs.
import { Button, Notification, Portal, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { CopyText } from '../ui/CopyText.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import styles from './Alerts.module.css'
import { type Alert, closeAlert, currentAlerts, subscribeToAlerts } from './alerts.ts'

const SHOWN_AT_MOST = 4
const COLORS = { info: 'info', success: 'success', warning: 'warning', error: 'danger' } as const

const isQuestion = (one: Alert) => one.type === 'confirm' || one.type === 'prompt'

export function Alerts() {
  const alerts = useSyncExternalStore(subscribeToAlerts, currentAlerts)
  const notices = alerts.filter((one) => !isQuestion(one))
  const question = alerts.find(isQuestion)
  const more = notices.length - SHOWN_AT_MOST
  return (
    <>
      <Portal>
        <section className={styles.corner} aria-label="Notices">
          {notices.slice(-SHOWN_AT_MOST).map((one) => (
            <Notice key={one.id} alert={one} />
          ))}
          {more > 0 && <span className={styles.more}>+ {more} more</span>}
        </section>
      </Portal>
      {question && <Question key={question.id} alert={question} />}
    </>
  )
}

function Notice({ alert }: { alert: Alert }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held || alert.timeout <= 0) return
    const timer = setTimeout(() => closeAlert(alert.id), alert.timeout)
    return () => clearTimeout(timer)
  }, [held, alert])
  const hold = { onMouseEnter: () => setHeld(true), onFocus: () => setHeld(true) }
  const letGo = { onMouseLeave: () => setHeld(false), onBlur: () => setHeld(false) }
  const isError = alert.type === 'error'
  return (
    <Notification
      {...hold}
      {...letGo}
      role={isError ? 'alert' : 'status'}
      color={COLORS[alert.type as keyof typeof COLORS]}
      title={alert.title || undefined}
      withBorder
      onClose={() => closeAlert(alert.id)}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {alert.text}
      {isError && <CopyText text={alert.text} label="Copy the message" />}
    </Notification>
  )
}

function Question({ alert }: { alert: Alert }) {
  const [typed, setTyped] = useState('')
  const { options, type } = alert
  const needed = options.type_to_confirm
  const isPrompt = type === 'prompt'
  const accept = (event: FormEvent) => {
    event.preventDefault()
    closeAlert(alert.id, isPrompt ? typed : true)
  }
  return (
    <Dialog
      title={alert.title || (isPrompt ? 'Please answer' : 'Please confirm')}
      onClose={() => closeAlert(alert.id, null)}
    >
      <form onSubmit={accept} className={styles.question}>
        <p>{alert.text}</p>
        {(isPrompt || needed) && (
          <TextInput
            data-autofocus
            label={needed ? `Type ${needed} to go on` : 'Answer'}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
          />
        )}
        <div className={styles.answers}>
          <Button
            variant="default"
            data-autofocus={options.dangerous && !needed ? true : undefined}
            onClick={() => closeAlert(alert.id, isPrompt ? null : false)}
          >
            {options.no ?? (isPrompt ? 'Cancel' : 'No')}
          </Button>
          <Button
            type="submit"
            {...(options.dangerous ? { variant: 'outline', color: 'danger' } : {})}
            data-autofocus={!options.dangerous && !isPrompt && !needed ? true : undefined}
            disabled={needed !== undefined && typed !== needed}
          >
            {options.yes ?? (isPrompt ? 'OK' : 'Yes')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
