// Adds and changes a SIP user. The server generates name and password and shows the password once.
import { TextInput } from '@mantine/core'
import {
  createSipUser,
  getSipUser,
  newSipUserForm,
  type SipUser,
  sipUserForm,
  updateSipUser,
} from '#contract/accounts/sip-users.ts'
import { STATUSES } from '../../fields/statuses.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { formValues } from '../../forms/form-values.ts'
import { editedBy, useEntityForm } from '../../forms/use-entity-form.ts'
import { send } from '../../http/client.ts'
import { useChange } from '../../http/use-endpoint.ts'
import type { Bind } from '../../ui/form/bind.ts'
import { DurationField, NumberField } from '../../ui/form/NumberField.tsx'
import { OptionalTextField } from '../../ui/form/OptionalTextField.tsx'
import { Wide } from '../../ui/form/Section.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TagsField } from '../../ui/form/TagsField.tsx'
import { NEW_SIP_USER, type SipLogin, type SipUserValues } from './sip-labels.ts'

interface AddSipUserProps {
  readonly account_id: number
  readonly onClose: () => void
  /** Name and password, shown only once. */
  readonly onCreated: (login: SipLogin) => void
}

export function AddSipUserDialog({ account_id, onClose, onCreated }: AddSipUserProps) {
  const create = useChange(createSipUser, { errors: 'form', also: ['retail-clients'] })
  const form = useEntityForm({
    schema: newSipUserForm,
    initial: { ...NEW_SIP_USER, account_id, username: null },
    save: (body) => create.mutateAsync({ body }),
    onSaved: (_, { username, password }) => onCreated({ username, password }),
  })
  return (
    <FormDialog title="Add SIP user" form={form} onClose={onClose}>
      <Wide>
        <OptionalTextField
          label="Username (optional)"
          placeholder="Generated, 8 digits"
          description="The password is generated too and shown once"
          data-autofocus
          {...form.bind('username')}
        />
      </Wide>
      <Fields bind={form.bind} />
    </FormDialog>
  )
}

interface EditSipUserProps {
  readonly user: SipUser
  readonly onClose: () => void
}

export function EditSipUserDialog({ user, onClose }: EditSipUserProps) {
  const update = useChange(updateSipUser, { errors: 'form', done: 'SIP user saved.' })
  const form = useEntityForm({
    schema: sipUserForm,
    initial: formValues(sipUserForm, user),
    edited: editedBy(
      user,
      ({ id }) => send(getSipUser, { params: { id } }),
      (newest) => formValues(sipUserForm, newest),
    ),
    save: (body, version) =>
      update.mutateAsync({ params: { id: user.id }, body: { ...body, version } }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={`SIP user ${user.username}`}
      form={form}
      onClose={onClose}
      history={{ entity: 'sip_user', id: user.id }}
    >
      <Fields bind={form.bind} />
    </FormDialog>
  )
}

function Fields({ bind }: { bind: Bind<SipUserValues> }) {
  return (
    <>
      <TextInput label="Number (optional)" placeholder="442071838750" {...bind('number')} />
      <TextInput label="Display name" placeholder="None" {...bind('display_name')} />
      <NumberField label="Max registrations" unit="at a time" {...bind('max_contacts')} />
      <NumberField
        label="Channel limit"
        unit="calls"
        placeholder="No limit"
        {...bind('channel_limit')}
      />
      <DurationField label="Min registration time" {...bind('expires_min_seconds')} />
      <DurationField label="Max registration time" {...bind('expires_max_seconds')} />
      <Wide>
        <TagsField
          label="Other allowed caller numbers (optional)"
          placeholder="442071838751, …"
          {...bind('allowed_callers')}
        />
      </Wide>
      <Wide>
        <TagsField
          label="Allowed networks (optional)"
          placeholder="Any"
          {...bind('allowed_networks')}
        />
      </Wide>
      <SelectField label="Status" choices={STATUSES} {...bind('status')} />
      <TextInput label="Description (optional)" {...bind('description')} />
    </>
  )
}
