import { resetUserPassword, type User } from '#contract/people/users.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange } from '../http/use-endpoint.ts'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { Wide } from '../ui/form/Section.tsx'

interface ResetPasswordDialogProps {
  readonly user: User
  readonly onClose: () => void
}

/** Sets another password for an admin; the dialog shows it once, to be passed on. */
export function ResetPasswordDialog({ user, onClose }: ResetPasswordDialogProps) {
  const reset = useChange(resetUserPassword, {
    errors: 'form',
    also: ['sessions'],
    done: `Password of ${user.username} changed.`,
  })
  const form = useEntityForm({
    schema: resetUserPassword.body,
    initial: { password: '' },
    save: (body) => reset.mutateAsync({ params: { id: user.id }, body }),
    onSaved: onClose,
  })
  return (
    <FormDialog title={`Reset password of ${user.username}`} form={form} onClose={onClose}>
      <Wide>
        <PasswordField
          label="New password"
          description="All sessions of the user end"
          data-autofocus
          {...form.bind('password')}
        />
      </Wide>
    </FormDialog>
  )
}
