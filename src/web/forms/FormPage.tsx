// The frame of every form: breadcrumb, sections, and a footer that stays in sight.

import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from '../session/Link.tsx'
import { useUser } from '../session/session.ts'
import { useReadOnly } from '../session/use-read-only.ts'
import styles from '../ui/form/Form.module.css'
import { FieldLabels } from '../ui/form/field-labels.ts'
import { FormCurrency } from '../ui/form/form-currency.ts'
import { ReadOnly } from '../ui/form/read-only.ts'
import { Breadcrumb, type Crumb } from './Breadcrumb.tsx'
import { ConflictOf } from './ConflictDialog.tsx'
import { FormFooter, ReadOnlyFooter } from './FormFooter.tsx'
import { HistoryButton, type HistoryOf } from './history/History.tsx'
import { SectionIndex } from './SectionIndex.tsx'
import type { EntityForm } from './use-entity-form.ts'

/** The hash of a URL that leads to content beside the form. */
export const NEXT = 'next'

interface FormPageProps {
  readonly title: string
  readonly trail: readonly Crumb[]
  /** To what belongs to it and has pages of its own, such as the rates of a tariff. */
  readonly links?: readonly Crumb[]
  readonly form: EntityForm
  /** The history of the thing that is changed; absent where one adds. */
  readonly history?: HistoryOf
  /** The currency of amounts in a form without a choice of it; empty where currencies differ. */
  readonly currency?: string
  /** Where Cancel goes. */
  readonly back: string
  /** The label of the button instead of Save. */
  readonly save?: string
  /** Only where one adds. */
  readonly addAnother?: boolean
  readonly children: ReactNode
  /** Below the form: content that is saved separately. */
  readonly beside?: ReactNode
  /** In the footer, such as how much is not saved yet. */
  readonly note?: ReactNode
}

export function FormPage(props: FormPageProps) {
  const { title, trail, form, back, save = 'Save', addAnother = false, beside, note } = props
  // Until one is chosen it is the system currency, as in what is saved.
  const { currency: system } = useUser()
  const currency = form.currency ?? props.currency ?? system
  const isReadOnly = useReadOnly()
  const id = useId()
  const page = useRef<HTMLDivElement>(null)
  const next = useRef<HTMLDivElement>(null)
  const problem = useRef<HTMLDivElement>(null)
  // After adding a thing, the user continues with what belongs to it.
  useEffect(() => {
    if (location.hash === `#${NEXT}`) next.current?.scrollIntoView({ block: 'start' })
  }, [])
  // On the whole page: after a question was answered, no field has the focus.
  const submit = () => {
    if (!isReadOnly) form.submit()
  }
  useHotkeys([['mod+Enter', submit]], [])
  return (
    <div className={styles.form}>
      <div className={styles.indexed}>
        <SectionIndex page={page} changed={form.changed} errors={form.errors} />
        <div ref={page} className={styles.page}>
          <form
            id={id}
            ref={form.element}
            className={styles.sections}
            noValidate
            aria-label={title}
            onSubmit={(event) => {
              event.preventDefault()
              submit()
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
              {props.history && <HistoryButton of={props.history} name={title} />}
            </div>
            {form.problem && (
              <div ref={problem} role="alert" tabIndex={-1} className={styles.problem}>
                {form.problem}
              </div>
            )}
            <FormCurrency value={currency}>
              <ReadOnly value={isReadOnly}>
                <FieldLabels value={form.labels}>{props.children}</FieldLabels>
              </ReadOnly>
            </FormCurrency>
          </form>
          {beside && (
            <div ref={next} className={styles.beside}>
              <ReadOnly value={isReadOnly}>{beside}</ReadOnly>
            </div>
          )}
        </div>
      </div>
      {isReadOnly ? (
        <ReadOnlyFooter back={back} />
      ) : (
        <FormFooter {...{ id, form, back, save, addAnother, note, problem }} />
      )}
      <ConflictOf form={form} />
    </div>
  )
}
