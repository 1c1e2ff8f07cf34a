// Lists that are made as files in the background.
import type { Defaulted, Id, Instant } from './columns.ts'

export interface ExportJobTable {
  id: Id
  user_id: number
  name: string
  list: string
  query: Readonly<Record<string, string>>
  format: 'CSV' | 'JSON_LINES' | 'XLSX' | 'PARQUET'
  file_name: string
  rights_hash: string
  state: Defaulted<'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED'>
  rows_done: Defaulted<number>
  rows_total: Defaulted<number | null>
  part_count: Defaulted<number>
  rows_stored: Defaulted<number>
  bytes: Defaulted<number>
  next_cursor: Defaulted<string | null>
  error: Defaulted<string | null>
  claim_no: Defaulted<number>
  claimed_until: Instant | null
  created_at: Instant
  started_at: Instant | null
  ended_at: Instant | null
  expires_at: Instant | null
}

export interface ExportPartTable {
  job_id: number
  part_no: number
  content: Buffer
}
