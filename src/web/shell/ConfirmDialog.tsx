// The dialog for the password or a code of the second factor, over whatever the user was doing.
import { PasswordInput } from '@mantine/core'
import { confirmSession } from '#contract/people/second-factor.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange } from '../http/use-endpoint.ts'
import { answerConfirmation } from '../session/confirm-user.ts'
import { Wide } from '../ui/form/Section.tsx'

export function ConfirmDialog() {
  const confirm = useChange(confirmSession, { errors: 'form' })
  const form = useEntityForm({
    schema: confirmSession.body,
    initial: { proof: '' },
    save: (body) => confirm.mutateAsync({ body }),
    onSaved: () => answerConfirmation(true),
  })
  return (
    <FormDialog
      title="Confirm that it is you"
      save="Confirm"
      width={380}
      form={form}
      onClose={() => answerConfirmation(false)}
    >
      <Wide>
        <PasswordInput
          label="Password, or code of your second factor"
          description="Needed for what cannot be undone; then not for ten minutes"
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          {...form.bind('proof')}
        />
      </Wide>
    </FormDialog>
  )
}
