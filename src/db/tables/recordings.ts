// Recordings of calls, and which calls are recorded.
import type { Generated } from 'kysely'
import type { CallId } from './calls.ts'
import type { Defaulted, Id, Instant, Stamped } from './columns.ts'

export interface RecordingRuleTable extends Stamped {
  id: Id
  name: string
  status: Defaulted<'active' | 'paused'>
  account_ids: Defaulted<number[]>
  gateway_ids: Defaulted<number[]>
  called_prefixes: Defaulted<string[]>
  caller_prefixes: Defaulted<string[]>
  version: Generated<number>
}

/** A part of a recording, encrypted. */
export interface CallRecordingTable {
  call_id: CallId
  at: Instant
  part_no: number
  format: 'WAV' | 'PCAP'
  duration_ms: number
  total_bytes: number
  content: Buffer
}
