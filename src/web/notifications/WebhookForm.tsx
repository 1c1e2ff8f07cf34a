// Adds and changes a webhook for events.
import { TextInput } from '@mantine/core'
import type { z } from 'zod'
import {
  createNotificationWebhook,
  getNotificationWebhook,
  type NotificationWebhook,
  notificationWebhookForm,
  updateNotificationWebhook,
} from '#contract/notifications/notification-webhooks.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { paths } from '../navigation/paths.ts'
import { PlainTextField } from '../ui/form/PlainTextField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { SENDER_STATUSES } from './notification-labels.ts'
import { useOwner } from './use-owner.ts'

const NEW: z.input<typeof notificationWebhookForm> = {
  name: '',
  status: 'active',
  url: '',
  allows_private: false,
}

const WEBHOOK = {
  noun: 'webhook',
  entity: 'notification_webhook',
  list: { label: 'Webhooks', to: paths.admin.notificationWebhooks.list },
  get: getNotificationWebhook,
  create: createNotificationWebhook,
  update: updateNotificationWebhook,
  schema: notificationWebhookForm,
  next: 'Make a new secret for the receiver, and use it in a rule.',
}

const HELP =
  'Gets events as JSON, signed as Standard Webhooks say. Any answer from 200 to 299 within ten ' +
  'seconds accepts them; else they are sent again for nearly a day.'

export default function WebhookForm() {
  return <AddOrEdit get={getNotificationWebhook}>{(found) => <Fields webhook={found} />}</AddOrEdit>
}

function Fields({ webhook }: { webhook: NotificationWebhook | undefined }) {
  const form = useCrudForm(WEBHOOK, webhook, { blank: NEW })
  const { is_operators } = useOwner(webhook)
  const { bind } = form
  return (
    <EntityFormPage of={WEBHOOK} found={webhook} form={form}>
      <Section title="Webhook" help={HELP}>
        <TextInput label="Name" {...bind('name')} />
        <SelectField label="Status" choices={SENDER_STATUSES} {...bind('status')} />
        <Wide>
          <PlainTextField
            label="Address"
            placeholder="https://example.com/events"
            {...bind('url')}
          />
        </Wide>
        {is_operators && (
          <SwitchField
            label="Allow private addresses"
            description="Of this machine and of its network; http too"
            {...bind('allows_private', 'checkbox')}
          />
        )}
      </Section>
    </EntityFormPage>
  )
}
