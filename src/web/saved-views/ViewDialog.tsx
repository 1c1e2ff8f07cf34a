// Saves the filters of a report as a view, or changes the name of a saved one.
import { TextInput } from '@mantine/core'
import {
  createSavedView,
  type SavedView,
  savedViewForm,
  updateSavedView,
} from '#contract/console/saved-views.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { Wide } from '../ui/form/Section.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'

interface ViewDialogProps {
  /** Undefined where one is added. */
  readonly view: SavedView | undefined
  readonly screen: SavedView['screen']
  readonly query: string
  readonly onClose: () => void
}

const schema = savedViewForm.pick({ name: true, is_shared: true })

export function ViewDialog({ view, screen, query, onClose }: ViewDialogProps) {
  const create = useChange(createSavedView, { errors: 'form', done: 'View saved.' })
  const update = useChange(updateSavedView, { errors: 'form', done: 'View saved.' })
  const mayShare = useMay('shared_views.create')
  const form = useEntityForm({
    schema,
    initial: { name: view?.name ?? '', is_shared: view?.is_shared ?? false },
    save: (values) => {
      const body = { ...values, screen, query }
      return view
        ? update.mutateAsync({ params: { id: view.id }, body })
        : create.mutateAsync({ body })
    },
    onSaved: onClose,
  })
  return (
    <FormDialog title={view ? 'Rename view' : 'Save view'} form={form} onClose={onClose}>
      <Wide>
        <TextInput label="Name" maxLength={80} data-autofocus {...form.bind('name')} />
      </Wide>
      {mayShare && (
        <SwitchField
          label="Shared"
          description="Admins who see all accounts see this view, too."
          {...form.bind('is_shared', 'checkbox')}
        />
      )}
    </FormDialog>
  )
}
