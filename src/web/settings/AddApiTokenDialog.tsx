// Makes an API token with a part of the user's rights.
import { Input, TextInput } from '@mantine/core'
import { apiTokenForm, createApiToken } from '#contract/people/api-tokens.ts'
import { TOKEN_PERMISSIONS } from '#core/permission/token-rights.ts'
import { PermissionMatrix } from '../fields/PermissionMatrix.tsx'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange } from '../http/use-endpoint.ts'
import { useUser } from '../session/session.ts'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'
import { Wide } from '../ui/form/Section.tsx'
import { TagsField } from '../ui/form/TagsField.tsx'

interface AddApiTokenDialogProps {
  readonly onClose: () => void
  /** With the token, which is shown only once. */
  readonly onCreated: (token: string) => void
}

export function AddApiTokenDialog({ onClose, onCreated }: AddApiTokenDialogProps) {
  const { permissions } = useUser()
  const offered = TOKEN_PERMISSIONS.filter((permission) => permissions.includes(permission))
  const create = useChange(createApiToken, { errors: 'form', also: ['api-tokens'] })
  const form = useEntityForm({
    schema: apiTokenForm,
    initial: { name: '', permissions: [], allowed_networks: [], expires_at: null },
    save: (body) => create.mutateAsync({ body }),
    onSaved: (_, { token }) => onCreated(token),
  })
  return (
    <FormDialog title="Add API token" save="Add" width={820} form={form} onClose={onClose}>
      <TextInput
        label="Name"
        description="Of the program that uses it"
        data-autofocus
        {...form.bind('name')}
      />
      <DateTimeField label="Expires (optional)" {...form.bind('expires_at')} />
      <Wide>
        <TagsField
          label="Allowed networks (optional)"
          placeholder="Any"
          {...form.bind('allowed_networks')}
        />
      </Wide>
      <Wide>
        <Input.Wrapper
          label="Rights"
          description="What you lose later, the token loses too"
          labelElement="div"
        >
          <PermissionMatrix offered={offered} {...form.bind('permissions')} />
        </Input.Wrapper>
      </Wide>
    </FormDialog>
  )
}
