import { removeSecondFactor } from '#contract/people/second-factor.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange } from '../http/use-endpoint.ts'
import { FactorCode } from './FactorCode.tsx'

/** Turns the own second factor off; a code of it proves that its phone is at hand. */
export function RemoveFactorDialog({ onClose }: { onClose: () => void }) {
  const remove = useChange(removeSecondFactor, {
    errors: 'form',
    done: 'Second factor turned off.',
  })
  const form = useEntityForm({
    schema: removeSecondFactor.body,
    initial: { code: '' },
    save: (body) => remove.mutateAsync({ body }),
    onSaved: onClose,
  })
  return (
    <FormDialog title="Turn the second factor off" form={form} onClose={onClose}>
      <FactorCode form={form} description="The password alone opens your account then" />
    </FormDialog>
  )
}
