// Adds and changes a consumer of the record feed.
import { Alert, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { z } from 'zod'
import {
  createRecordConsumer,
  getRecordConsumer,
  type RecordConsumer,
  recordConsumerForm,
  updateRecordConsumer,
} from '#contract/record-feed/record-consumers.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { paths } from '../navigation/paths.ts'
import { AccountsField } from '../pickers/AccountsField.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { PlainTextField } from '../ui/form/PlainTextField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { CONSUMER_KINDS, CONSUMER_STATUSES } from './consumer-labels.ts'

const NEW: z.input<typeof recordConsumerForm> = {
  name: '',
  kind: 'WEBHOOK',
  status: 'active',
  url: '',
  folder: '',
  allows_private: false,
  answered_only: false,
  account_ids: [],
  batch_size: 500,
}

const CONSUMER = {
  noun: 'consumer',
  entity: 'record_consumer',
  list: { label: 'Record feed', to: paths.admin.recordConsumers.list },
  get: getRecordConsumer,
  create: createRecordConsumer,
  update: updateRecordConsumer,
  schema: recordConsumerForm,
  next: 'It begins now.',
}

export default function RecordConsumerForm() {
  return <AddOrEdit get={getRecordConsumer}>{(found) => <Fields consumer={found} />}</AddOrEdit>
}

function Fields({ consumer }: { consumer: RecordConsumer | undefined }) {
  const [kind, setKind] = useState(consumer?.kind ?? NEW.kind)
  const form = useCrudForm(CONSUMER, consumer, {
    blank: NEW,
    onChange: (values) => setKind(values.kind),
  })
  const { bind } = form
  return (
    <EntityFormPage of={CONSUMER} found={consumer} form={form}>
      {consumer?.failing_since && (
        <Alert color="danger" role="status" icon={<IconAlertTriangle size={16} />} maw={1080}>
          {consumer.error}
        </Alert>
      )}
      <Section
        title="Consumer"
        help="Gets every closed record with its charges, in order, at least once."
      >
        <TextInput label="Name" {...bind('name')} />
        <SelectField label="Kind" choices={CONSUMER_KINDS} {...bind('kind')} />
        <SelectField label="Status" choices={CONSUMER_STATUSES} {...bind('status')} />
        <NumberField
          label="Batch size"
          unit="records"
          description="In one message or file, at most 1,000"
          {...bind('batch_size')}
        />
      </Section>
      {kind === 'WEBHOOK' ? (
        <Section title="Webhook" help="Messages are signed as Standard Webhooks say.">
          <Wide>
            <PlainTextField
              label="Address"
              placeholder="https://example.com/records"
              {...bind('url')}
            />
          </Wide>
          <SwitchField
            label="Allow private addresses"
            description="Of this machine and of its network; http too"
            {...bind('allows_private', 'checkbox')}
          />
        </Section>
      ) : (
        <Section
          title="Folder"
          help="A file of JSON Lines for each batch, complete when it is there."
        >
          <PlainTextField
            label="Folder"
            description="In record-feed of the data folder"
            {...bind('folder')}
          />
        </Section>
      )}
      <Section title="Filter" help="A changed filter counts for all records that come next.">
        <SwitchField label="Answered calls only" {...bind('answered_only', 'checkbox')} />
        <Wide>
          <AccountsField
            label="Accounts (optional)"
            description="Their calls and those of all below them; none is all calls"
            known={consumer?.accounts ?? []}
            {...bind('account_ids')}
          />
        </Wide>
      </Section>
    </EntityFormPage>
  )
}
