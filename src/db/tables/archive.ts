// Calls that were read back from the archive.
import type { JSONColumnType } from 'kysely'
import type { Defaulted, Id, Instant, Stamp } from './columns.ts'

/** The part of the calls of a period that a list can show: each condition narrows it. */
export interface RecallPart {
  /** Placed by, below, or sent to one of the accounts. */
  readonly account_ids?: readonly number[] | undefined
  /** Placed by one of them. */
  readonly client_ids?: readonly number[] | undefined
  /** Beginnings of the called number. */
  readonly called_numbers?: readonly string[] | undefined
  readonly caller_numbers?: readonly string[] | undefined
  /** The beginning of any number, or a whole id. */
  readonly search?: string | undefined
  readonly call_id?: string | undefined
}

export interface RecallTable {
  id: Id
  request_hash: string
  from_at: Instant
  to_at: Instant
  part: JSONColumnType<RecallPart>
  state: Defaulted<'WAITING' | 'READING' | 'READY' | 'FAILED'>
  days_total: number
  days_done: Defaulted<number>
  row_count: Defaulted<number>
  error: Defaulted<string>
  requested_by: number
  created_at: Stamp
  used_at: Stamp
}
