// Where a consumer of the record feed is: each kind has fields of its own.
import type { z } from 'zod'
import type { recordConsumerForm } from '#contract/record-feed/record-consumers.ts'
import type { Bind } from '../ui/form/bind.ts'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { PlainTextField } from '../ui/form/PlainTextField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { CONSUMER_FORMATS } from './consumer-labels.ts'

type Values = z.input<typeof recordConsumerForm>

interface TargetProps {
  readonly bind: Bind<Values>
  readonly hasPassword: boolean
}

const ADDRESSES = {
  WEBHOOK: 'https://example.com/records',
  CLICKHOUSE: 'https://clickhouse.example.com:8443',
  S3: 'https://s3.us-east-1.amazonaws.com',
} as const

export function TargetSection({ kind, ...props }: TargetProps & { readonly kind: Values['kind'] }) {
  if (kind === 'WEBHOOK') return <WebhookSection {...props} />
  if (kind === 'FOLDER') return <FolderSection {...props} />
  return kind === 'CLICKHOUSE' ? <ClickHouseSection {...props} /> : <StoreSection {...props} />
}

function AddressField({ bind, kind }: { bind: TargetProps['bind']; kind: keyof typeof ADDRESSES }) {
  return (
    <Wide>
      <PlainTextField label="Address" placeholder={ADDRESSES[kind]} {...bind('url')} />
    </Wide>
  )
}

function PrivateSwitch({ bind }: Pick<TargetProps, 'bind'>) {
  return (
    <SwitchField
      label="Allow private addresses"
      description="Of this machine and of its network; http too"
      {...bind('allows_private', 'checkbox')}
    />
  )
}

function FormatField({ bind }: Pick<TargetProps, 'bind'>) {
  return <SelectField label="Format" choices={CONSUMER_FORMATS} {...bind('format')} />
}

function WebhookSection({ bind }: TargetProps) {
  return (
    <Section title="Webhook" help="Messages are signed as Standard Webhooks say.">
      <AddressField bind={bind} kind="WEBHOOK" />
      <PrivateSwitch bind={bind} />
    </Section>
  )
}

function FolderSection({ bind }: TargetProps) {
  return (
    <Section title="Folder" help="A file for each batch, complete when it is there.">
      <PlainTextField
        label="Folder"
        description="In record-feed of the data folder"
        {...bind('folder')}
      />
      <FormatField bind={bind} />
    </Section>
  )
}

function ClickHouseSection({ bind, hasPassword }: TargetProps) {
  return (
    <Section title="ClickHouse" help="A row for each record, over HTTP. The manual has the table.">
      <AddressField bind={bind} kind="CLICKHOUSE" />
      <PlainTextField label="Database" {...bind('database_name')} />
      <PlainTextField label="Table" {...bind('table_name')} />
      <PlainTextField label="Username (optional)" {...bind('username')} />
      <PasswordField
        label={hasPassword ? 'Set a new password (optional)' : 'Password (optional)'}
        {...(hasPassword ? { placeholder: 'Unchanged' } : {})}
        {...bind('password')}
      />
      <PrivateSwitch bind={bind} />
    </Section>
  )
}

function StoreSection({ bind, hasPassword }: TargetProps) {
  return (
    <Section
      title="S3 bucket"
      help="An object for each batch. JSON Lines are compressed with gzip."
    >
      <AddressField bind={bind} kind="S3" />
      <PlainTextField label="Bucket" {...bind('bucket')} />
      <PlainTextField label="Region" placeholder="us-east-1" {...bind('region')} />
      <PlainTextField
        label="Prefix (optional)"
        placeholder="calls/"
        description="The names of objects begin with it"
        {...bind('object_prefix')}
      />
      <FormatField bind={bind} />
      <PlainTextField label="Access key ID" {...bind('username')} />
      <PasswordField
        label={hasPassword ? 'Set a new secret key (optional)' : 'Secret key'}
        {...(hasPassword ? { placeholder: 'Unchanged' } : {})}
        {...bind('password')}
      />
      <PrivateSwitch bind={bind} />
    </Section>
  )
}
