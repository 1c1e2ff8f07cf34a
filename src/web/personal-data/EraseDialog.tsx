// Has the personal data of a deleted account erased; its name is typed as a confirmation.
import { Textarea, TextInput } from '@mantine/core'
import { eraseAccount } from '#contract/accounts/personal-data.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange } from '../http/use-endpoint.ts'
import { Wide } from '../ui/form/Section.tsx'

interface EraseDialogProps {
  readonly account: { readonly id: number; readonly name: string }
  readonly onClose: () => void
}

export function EraseDialog({ account, onClose }: EraseDialogProps) {
  const erase = useChange(eraseAccount, {
    errors: 'form',
    also: ['accounts'],
    done: 'The erasure has been requested.',
  })
  const form = useEntityForm({
    schema: eraseAccount.body,
    initial: { account_id: account.id, name: '', reason: '' },
    save: (body) => erase.mutateAsync({ body }),
    onSaved: onClose,
  })
  return (
    <FormDialog title={`Erase ${account.name}?`} form={form} onClose={onClose} save="Erase">
      <Wide>
        It cannot be undone. Charges, payments, invoices, reports and the activity log stay. Backups
        have what was erased until they are removed by their own rule.
      </Wide>
      <Wide>
        <TextInput
          label="Name of the account"
          description={`Type ${account.name} to confirm.`}
          autoComplete="off"
          data-autofocus
          {...form.bind('name')}
        />
      </Wide>
      <Wide>
        <Textarea
          label="Reason"
          description="Who requested it, and when; without names, because it stays on record."
          minRows={2}
          {...form.bind('reason')}
        />
      </Wide>
    </FormDialog>
  )
}
