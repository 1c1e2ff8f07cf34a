// The foot of a form, which stays in sight: what saves, what takes back, and why nothing was saved.
import { Button, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode, RefObject } from 'react'
import { alert } from '../alerts/alerts.ts'
import styles from '../ui/form/Form.module.css'
import { count } from '../ui/values/format.ts'
import { focusField } from './field-elements.ts'
import type { EntityForm } from './use-entity-form.ts'

interface FormFooterProps {
  /** The id of the form that the first button sends. */
  readonly id: string
  readonly form: EntityForm
  readonly back: string
  readonly save: string
  readonly addAnother: boolean
  readonly note: ReactNode
  /** The place of a problem with its full text. */
  readonly problem: RefObject<HTMLElement | null>
}

export function FormFooter({ id, form, back, save, addAnother, note, problem }: FormFooterProps) {
  const navigate = useNavigate()
  const reset = async () => {
    const question = { title: 'Reset all changes?', yes: 'Reset', no: 'Cancel' }
    const changes = count(form.changed.size, 'field is', 'fields are')
    if (await alert.confirm(`${changes} reset to the saved values.`, question)) form.reset()
  }
  const showProblem = () => {
    problem.current?.scrollIntoView({ block: 'center' })
    problem.current?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.footer}>
      <Button type="submit" form={id} loading={form.saving}>
        {save}
      </Button>
      {addAnother && (
        <Button variant="default" disabled={form.saving} onClick={() => form.submit(true)}>
          Save and add another
        </Button>
      )}
      <Button variant="subtle" onClick={() => void navigate({ to: back })}>
        Cancel
      </Button>
      {form.changed.size > 0 && (
        <Button variant="subtle" disabled={form.saving} onClick={() => void reset()}>
          Reset
        </Button>
      )}
      {note}
      <span role="status" className={styles.attention}>
        {form.attention > 0 ? (
          <UnstyledButton
            className={styles.jump}
            onClick={() => focusField(form.element.current, Object.keys(form.errors)[0])}
          >
            {count(form.attention, 'field needs attention', 'fields need attention')}
          </UnstyledButton>
        ) : (
          form.problem && (
            <UnstyledButton className={styles.jump} onClick={showProblem}>
              Not saved: {form.problem}
            </UnstyledButton>
          )
        )}
      </span>
    </div>
  )
}

/** The footer of a form that the user may not save. */
export function ReadOnlyFooter({ back }: { back: string }) {
  const navigate = useNavigate()
  return (
    <div className={styles.footer}>
      <Button variant="default" onClick={() => void navigate({ to: back })}>
        Back
      </Button>
      <span className="muted">View only: changes need the right to edit.</span>
    </div>
  )
}
