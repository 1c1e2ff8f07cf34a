import type { ReactNode } from 'react'
import type { Crumb } from './Breadcrumb.tsx'
import { FormPage } from './FormPage.tsx'
import type { EntityForm } from './use-entity-form.ts'

interface EntityFormPageProps {
  /** What it is a form of. */
  readonly of: {
    readonly noun: string
    /** Of its history, as the activity log names it. */
    readonly entity: string
    readonly list: Crumb
  }
  /** Absent where one adds. */
  readonly found: { readonly id: number; readonly name: string } | undefined
  readonly form: EntityForm
  /** Where it is not `Add` and the noun. */
  readonly addTitle?: string
  /** What the list belongs to. */
  readonly above?: readonly Crumb[]
  /** Of the amounts, as the page of a form takes it. */
  readonly currency?: string
  readonly links?: readonly Crumb[]
  /** Without it, where one adds. */
  readonly addAnother?: boolean
  readonly children: ReactNode
  readonly beside?: ReactNode
  readonly note?: ReactNode
}

/** The page of a form that is reached from a list and leads back to it. */
export function EntityFormPage(props: EntityFormPageProps) {
  const { of, found, form, addTitle = `Add ${of.noun}`, above = [], ...rest } = props
  return (
    <FormPage
      addAnother={!found}
      {...rest}
      title={found ? found.name : addTitle}
      trail={[...above, of.list]}
      form={form}
      {...(found && { history: { entity: of.entity, id: found.id } })}
      back={of.list.to}
    />
  )
}
