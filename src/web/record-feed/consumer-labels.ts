import type { RecordConsumer } from '#contract/record-feed/record-consumers.ts'
import { labelFor } from '../ui/form/labels.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { Tone } from '../ui/values/Badge.tsx'

export const CONSUMER_KINDS: readonly Choice<RecordConsumer['kind']>[] = [
  { value: 'WEBHOOK', label: 'Webhook' },
  { value: 'FOLDER', label: 'Folder of files' },
  { value: 'CLICKHOUSE', label: 'ClickHouse' },
  { value: 'S3', label: 'S3 bucket' },
]

export const CONSUMER_FORMATS: readonly Choice<RecordConsumer['format']>[] = [
  { value: 'JSON_LINES', label: 'JSON Lines' },
  { value: 'PARQUET', label: 'Parquet' },
]

/** The format of its files; undefined for a kind that gets none. */
export const consumerFormatOf = ({ kind, format }: RecordConsumer): string | undefined =>
  kind === 'FOLDER' || kind === 'S3' ? labelFor(CONSUMER_FORMATS, format) : undefined

export const CONSUMER_STATUSES: readonly Choice<RecordConsumer['status']>[] = [
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
]

/** A consumer that has just been active is this far behind at most. */
const LATE_SECONDS = 60

export function consumerStateOf(consumer: RecordConsumer): { word: string; tone: Tone } {
  if (consumer.status === 'paused') return { word: 'Paused', tone: 'neutral' }
  if (consumer.failing_since) return { word: 'Failing', tone: 'danger' }
  if (consumer.lag_seconds > LATE_SECONDS) return { word: 'Behind', tone: 'warning' }
  return { word: 'Up to date', tone: 'success' }
}

/** The address, and what it is written to there. */
export const consumerTargetOf = (consumer: RecordConsumer): string =>
  [
    ...[consumer.url || consumer.folder, consumer.database_name, consumer.table_name],
    ...[consumer.bucket, consumer.object_prefix],
  ]
    .filter(Boolean)
    .join(' ')
