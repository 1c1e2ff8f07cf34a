// A dialog for the name of a copied route plan, which opens the copy.
import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { copyRoutePlan, type RoutePlan } from '#contract/routing/route-plans.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { Wide } from '../ui/form/Section.tsx'

interface CopyPlanDialogProps {
  readonly plan: RoutePlan
  readonly onClose: () => void
}

/** The maximum length of the name of a route plan. */
const NAME_MAX = 80

export function CopyPlanDialog({ plan, onClose }: CopyPlanDialogProps) {
  const navigate = useNavigate()
  const copy = useChange(copyRoutePlan, { errors: 'form', done: 'Route plan copied.' })
  const form = useEntityForm({
    schema: copyRoutePlan.body,
    initial: { name: `Copy of ${plan.name}`.slice(0, NAME_MAX) },
    save: (body) => copy.mutateAsync({ params: { id: plan.id }, body }),
    onSaved: (_again, saved) => void navigate({ to: paths.admin.routePlans.edit(saved.id) }),
  })
  return (
    <FormDialog title={`Copy ${plan.name}`} form={form} onClose={onClose} save="Copy">
      <Wide>
        <TextInput label="Name of the copy" data-autofocus {...form.bind('name')} />
      </Wide>
    </FormDialog>
  )
}
