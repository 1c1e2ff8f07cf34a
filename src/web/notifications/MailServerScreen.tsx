// The server that takes the mails of the switch: its form, and a test of what is saved.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  getMailServer,
  type MailServer,
  mailServerForm,
  updateMailServer,
} from '#contract/notifications/mail-server.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { editedBy, useEntityForm } from '../forms/use-entity-form.ts'
import { send } from '../http/client.ts'
import { useChange, useOneToEdit } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useReadOnly } from '../session/use-read-only.ts'
import { PortField } from '../ui/form/NumberField.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { PlainTextField } from '../ui/form/PlainTextField.tsx'
import { Section } from '../ui/form/Section.tsx'
import { type Choice, SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { MailTest } from './MailTest.tsx'
import { SENDER_STATUSES } from './notification-labels.ts'

const SECURITIES: readonly Choice<MailServer['security']>[] = [
  { value: 'STARTTLS', label: 'STARTTLS' },
  { value: 'TLS', label: 'TLS' },
  { value: 'NONE', label: 'None' },
]

/** As they are, because those of a server that was never saved are not yet valid. */
const valuesOf = ({ has_password: _, version: __, last_test: ___, ...values }: MailServer) => values

export default function MailServerScreen() {
  const [saves, setSaves] = useState(0)
  const server = useOneToEdit(getMailServer, {})
  const again = () => void server.refetch().then(() => setSaves(saves + 1))
  return (
    <Loaded query={server}>
      {(found) => <Fields key={saves} server={found} onSaved={again} />}
    </Loaded>
  )
}

function Fields({ server, onSaved }: { server: MailServer; onSaved: () => void }) {
  const isReadOnly = useReadOnly()
  const change = useChange(updateMailServer, { errors: 'form', done: 'E-mail server saved.' })
  const form = useEntityForm({
    schema: mailServerForm,
    initial: valuesOf(server),
    edited: editedBy(server, () => send(getMailServer, {}), valuesOf),
    save: (body, version) => change.mutateAsync({ body: { ...body, version } }),
    onSaved,
  })
  const { bind } = form
  return (
    <FormPage
      title="E-mail server"
      trail={[{ label: 'Notification rules', to: paths.admin.notificationRules.list }]}
      form={form}
      history={{ entity: 'mail_server' }}
      back={paths.admin.notificationRules.list}
      {...(server.version > 0 && !isReadOnly && { beside: <MailTest /> })}
    >
      <Section
        title="Server"
        help="Takes all mails of the switch by SMTP. Paused: mails wait, for nearly a day."
      >
        <SelectField label="Status" choices={SENDER_STATUSES} {...bind('status')} />
        <PlainTextField label="Host" placeholder="smtp.example.com" {...bind('host')} />
        <PortField label="Port" {...bind('port')} />
        <SelectField
          label="Security"
          description="STARTTLS is required, not only tried"
          choices={SECURITIES}
          {...bind('security')}
        />
        <PlainTextField label="Username (optional)" {...bind('username')} />
        <PasswordField
          label={server.has_password ? 'Set a new password (optional)' : 'Password (optional)'}
          {...(server.has_password ? { placeholder: 'Unchanged' } : {})}
          {...bind('password')}
        />
        <SwitchField
          label="Check the certificate"
          description="Refuses a server whose certificate no known authority has signed"
          {...bind('checks_certificate', 'checkbox')}
        />
        <SwitchField
          label="Allow private addresses"
          description="Of this machine and of its network"
          {...bind('allows_private', 'checkbox')}
        />
      </Section>
      <Section
        title="Sender"
        help="Mails to the accounts of a reseller have the title of its brand as name."
      >
        <PlainTextField
          label="From address"
          placeholder="switch@example.com"
          {...bind('from_address')}
        />
        <TextInput label="From name (optional)" maxLength={80} {...bind('from_name')} />
        <PlainTextField label="Reply to (optional)" {...bind('reply_to')} />
      </Section>
      <Section
        title="Links"
        help="Without an address, mails have no links, also none to unsubscribe."
      >
        <PlainTextField
          label="Address of the console (optional)"
          placeholder="https://sw.example.com"
          {...bind('console_url')}
        />
      </Section>
    </FormPage>
  )
}
