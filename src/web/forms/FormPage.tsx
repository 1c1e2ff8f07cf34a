// The frame of every form: breadcrumb, sections, and a footer that stays in sight.
import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import styles from '../ui/form/Form.module.css'
import { Breadcrumb, type Crumb } from './Breadcrumb.tsx'
import type { EntityForm } from './use-entity-form.ts'

interface FormPageProps {
  readonly title: string
  readonly trail: readonly Crumb[]
  /** To what belongs to it and has pages of its own, such as the rates of a tariff. */
  readonly links?: readonly Crumb[]
  readonly form: EntityForm
  /** Where Cancel goes. */
  readonly back: string
  /** What the button says in place of Save. */
  readonly save?: string
  /** Only where one adds. */
  readonly addAnother?: boolean
  readonly children: ReactNode
  /** Under the fields and outside of the form: what is saved by itself. */
  readonly beside?: ReactNode
  /** In the footer, such as how much is not saved yet. */
  readonly note?: ReactNode
}

export function FormPage(props: FormPageProps) {
  const { title, trail, form, back, addAnother, children, beside, note } = props
  const id = useId()
  const navigate = useNavigate()
  // On the whole page: after a question was answered, no field has the focus.
  useHotkeys([['mod+Enter', () => form.submit()]], [])
  return (
    <div className={styles.form}>
      <form
        id={id}
        ref={form.element}
        className={styles.sections}
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault()
          form.submit()
        }}
      >
        <Breadcrumb trail={trail} />
        <div className="page-title">
          <h1>{title}</h1>
          {props.links?.map(({ label, to }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </div>
        {form.problem && (
          <div role="alert" className={styles.problem}>
            {form.problem}
          </div>
        )}
        {children}
      </form>
      {beside && <div className={styles.beside}>{beside}</div>}
      <div className={styles.footer}>
        <Button type="submit" form={id} loading={form.saving}>
          {props.save ?? 'Save'}
        </Button>
        {addAnother && (
          <Button variant="default" disabled={form.saving} onClick={() => form.submit(true)}>
            Save and add another
          </Button>
        )}
        <Button variant="subtle" onClick={() => void navigate({ to: back })}>
          Cancel
        </Button>
        {note}
        <span role="status" className={styles.attention}>
          {form.attention === 1 && '1 field needs attention'}
          {form.attention > 1 && `${form.attention} fields need attention`}
        </span>
      </div>
    </div>
  )
}
