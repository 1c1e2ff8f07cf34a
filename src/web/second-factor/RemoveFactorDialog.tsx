import { TextInput } from '@mantine/core'
import { removeSecondFactor } from '#contract/people/second-factor.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange } from '../http/use-endpoint.ts'
import { Wide } from '../ui/form/Section.tsx'

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
      <Wide>
        <TextInput
          label="Code of the app, or a recovery code"
          description="The password alone opens your account then"
          autoComplete="one-time-code"
          data-autofocus
          {...form.bind('code')}
        />
      </Wide>
    </FormDialog>
  )
}
