// The dialog of a question.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { AlertText } from './AlertText.tsx'
import { type Alert, closeAlert } from './alerts.ts'
import styles from './Questions.module.css'
import { useDismissal } from './use-dismissal.ts'

export function Question({ alert }: { alert: Alert }) {
  const [typed, setTyped] = useState('')
  const holding = useDismissal(alert)
  const { options, type } = alert
  const needed = options.type_to_confirm
  const isPrompt = type === 'prompt'
  const accept = (event: FormEvent) => {
    event.preventDefault()
    closeAlert(alert.id, isPrompt ? typed : true)
  }
  return (
    <Dialog
      title={alert.title || (isPrompt ? 'Input required' : 'Confirm')}
      onClose={() => closeAlert(alert.id, null)}
    >
      <form onSubmit={accept} className={styles.question} {...holding}>
        <div className={styles.text}>
          <AlertText alert={alert} />
        </div>
        {options.details}
        {(isPrompt || needed) && (
          <TextInput
            data-autofocus
            label={needed ? `Type ${needed} to continue` : 'Answer'}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
          />
        )}
        <div className={styles.answers}>
          <Button
            variant="default"
            data-autofocus={(options.dangerous && !needed) || options.only_no ? true : undefined}
            onClick={() => closeAlert(alert.id, isPrompt ? null : false)}
          >
            {options.no ?? (isPrompt ? 'Cancel' : 'No')}
          </Button>
          {!options.only_no && (
            <Button
              type="submit"
              {...(options.dangerous ? { variant: 'outline', color: 'danger' } : {})}
              data-autofocus={!options.dangerous && !isPrompt && !needed ? true : undefined}
              disabled={needed !== undefined && typed !== needed}
            >
              {options.yes ?? (isPrompt ? 'OK' : 'Yes')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
