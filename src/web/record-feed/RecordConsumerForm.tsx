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
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { CONSUMER_KINDS, CONSUMER_STATUSES } from './consumer-labels.ts'
import { TargetSection } from './TargetSection.tsx'

const NEW: z.input<typeof recordConsumerForm> = {
  name: '',
  kind: 'WEBHOOK',
  status: 'active',
  format: 'JSON_LINES',
  url: '',
  ...{ folder: '', username: '', password: '', database_name: '', table_name: '', bucket: '' },
  ...{ object_prefix: '', region: '' },
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
      <TargetSection kind={kind} bind={bind} hasPassword={consumer?.has_password ?? false} />
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
