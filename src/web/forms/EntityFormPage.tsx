import type { ReactNode } from 'react'
import type { Crumb } from './Breadcrumb.tsx'
import { FormPage } from './FormPage.tsx'
import type { EntityForm } from './use-entity-form.ts'

interface EntityFormPageProps {
  /** The thing that the form edits. */
  readonly of: {
    readonly noun: string
    /** Its name in the activity log, for the history. */
    readonly entity: string
    readonly list: Crumb
  }
  /** Absent where one adds. */
  readonly found: { readonly id: number; readonly name: string } | undefined
  readonly form: EntityForm
  /** Where it is not `Add` and the noun. */
  readonly addTitle?: string
  /** The breadcrumbs above the list. */
  readonly above?: readonly Crumb[]
  /** The currency of the amounts, as `FormPage` takes it. */
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
