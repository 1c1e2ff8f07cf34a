// A form of few fields, in a dialog over the list that it belongs to.
import { Button } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import styles from '../ui/form/Form.module.css'
import { FieldLabels } from '../ui/form/field-labels.ts'
import { ConflictOf } from './ConflictDialog.tsx'
import { HistoryButton, type HistoryOf } from './history/History.tsx'
import type { EntityForm } from './use-entity-form.ts'

interface FormDialogProps {
  readonly title: string
  readonly form: EntityForm
  readonly onClose: () => void
  /** Only where one adds. */
  readonly addAnother?: boolean
  /** The history of the thing that is changed. */
  readonly history?: HistoryOf | undefined
  /** The word on the button. */
  readonly save?: string
  readonly width?: number
  readonly children: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const { title, form, onClose, save = 'Save', width = 560 } = props
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // The form on the page behind saves with the same keys.
    event.stopPropagation()
    form.submit()
  }
  return (
    <Dialog title={title} onClose={onClose} width={width}>
      <form
        ref={form.element}
        className={styles.dialog}
        noValidate
        aria-label={title}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault()
          // React hands the event on to the form of the page that opened this dialog.
          event.stopPropagation()
          form.submit()
        }}
      >
        {form.problem && (
          <div role="alert" className={styles.problem}>
            {form.problem}
          </div>
        )}
        <FieldLabels value={form.labels}>
          <div className={styles.fields}>{props.children}</div>
        </FieldLabels>
        <div className={styles.answers}>
          {props.history && <HistoryButton of={props.history} name={title} />}
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          {props.addAnother && (
            <Button variant="default" disabled={form.saving} onClick={() => form.submit(true)}>
              {save} and add another
            </Button>
          )}
          <Button type="submit" loading={form.saving}>
            {save}
          </Button>
        </div>
      </form>
      <ConflictOf form={form} />
    </Dialog>
  )
}
