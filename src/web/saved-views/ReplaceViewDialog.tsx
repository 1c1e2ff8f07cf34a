// Gives a saved view the filters that are in the address; it keeps its name.
import { z } from 'zod'
import { type SavedView, updateSavedView } from '#contract/console/saved-views.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange } from '../http/use-endpoint.ts'
import { Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'

interface ReplaceViewDialogProps {
  /** Those of the user. */
  readonly views: readonly SavedView[]
  readonly query: string
  readonly onClose: () => void
}

const schema = z.strictObject({ view: z.string().min(1, 'Required.') })

export function ReplaceViewDialog({ views, query, onClose }: ReplaceViewDialogProps) {
  const update = useChange(updateSavedView, { errors: 'form', done: 'View replaced.' })
  const form = useEntityForm({
    schema,
    initial: { view: '' },
    save: async ({ view }) => {
      const replaced = views.find(({ id }) => String(id) === view)
      if (!replaced) return
      const { id, name, screen, is_shared } = replaced
      await update.mutateAsync({ params: { id }, body: { name, screen, is_shared, query } })
    },
    onSaved: onClose,
  })
  return (
    <FormDialog title="Replace view" form={form} onClose={onClose} save="Replace">
      <Wide>
        <SelectField
          label="View"
          description="It gets the current filters instead of its own."
          data-autofocus
          choices={views.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.bind('view')}
        />
      </Wide>
    </FormDialog>
  )
}
