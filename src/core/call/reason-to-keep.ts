// Whether a partition of calls, logs or the ledger may be removed: never while it is written to,
// while money of its calls may still change, or before what must be removed first.

export const PARTITIONED_TABLES = [
  'call_record',
  'call_charge',
  'routing_log',
  'auth_failure',
  'sip_message',
  'call_recording',
  'activity_log',
  'ledger_entry',
] as const
export type PartitionedTable = (typeof PARTITIONED_TABLES)[number]

export interface PartitionFacts {
  readonly from_ms: number
  readonly to_ms: number
  /** A call that began in it is open. */
  readonly has_open_calls: boolean
  /** A re-rating that is not applied yet covers calls of it. */
  readonly is_re_rated: boolean
  /** Charges of calls whose records stay. */
  readonly has_records: boolean
  /** Entries of the ledger while charges that began before its end stay. */
  readonly has_charges: boolean
  /** Activities, or entries of the ledger, with older ones that stay. */
  readonly has_older: boolean
  /** Charges or entries in it that an invoice still has to bill. */
  readonly is_uninvoiced: boolean
}

/** A sentence for the operator; undefined if it may be removed. By force, uninvoiced or not. */
export function reasonToKeep(
  facts: PartitionFacts,
  now_ms: number,
  is_forced = false,
): string | undefined {
  if (facts.from_ms > now_ms) return 'It is prepared for rows to come.'
  if (facts.to_ms > now_ms) return 'It is the current one: rows are still added.'
  if (facts.has_open_calls) return 'A call that began in it is not closed yet.'
  if (facts.is_re_rated) return 'A re-rating that is not applied covers its calls.'
  if (facts.has_records) return 'Remove the call records of the same day first, or with it.'
  if (facts.has_charges) return 'Remove the charges of its calls first, or with it.'
  if (facts.has_older) return 'Remove the older months first, or with it.'
  if (facts.is_uninvoiced && !is_forced) return 'It has charges that are not invoiced yet.'
  return undefined
}
