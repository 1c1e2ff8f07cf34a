// Who gets the records of closed calls, and how far each of them is.

import type { Generated } from 'kysely'
import type { Defaulted, Id, Stamped } from './columns.ts'

export interface RecordConsumerTable extends Stamped {
  id: Id
  name: string
  kind: 'WEBHOOK' | 'FOLDER' | 'CLICKHOUSE' | 'S3'
  format: Defaulted<'JSON_LINES' | 'PARQUET'>
  status: Defaulted<'active' | 'paused'>
  url: string
  folder: string
  allows_private: Generated<boolean>
  secret: Generated<string>
  username: Generated<string>
  database_name: Generated<string>
  table_name: Generated<string>
  bucket: Generated<string>
  object_prefix: Generated<string>
  region: Generated<string>
  answered_only: Generated<boolean>
  account_ids: Defaulted<number[]>
  batch_size: Generated<number>
  version: Generated<number>
}

export interface RecordDeliveryTable {
  consumer_id: number
  position: number
  batch_to: Defaulted<number | null>
  from_at: Defaulted<string | null>
  delivered_count: Generated<number>
  last_delivered_at: Defaulted<string | null>
  failing_since: Defaulted<string | null>
  failures_in_a_row: Generated<number>
  error: Generated<string>
  next_try_at: Defaulted<string | null>
  test_asked_at: Defaulted<string | null>
  tested_at: Defaulted<string | null>
  test_error: Generated<string>
}
