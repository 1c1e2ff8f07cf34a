// A carrier's own account of the calls that we sent it, and how it is compared with ours.
import type { Money } from '../money.ts'
import type { TableLayout } from '../table-file/table-file.ts'

/** The content of a row of the file: one call, or the sums of a destination, a prefix or a day. */
export const FILE_CONTENTS = ['CALLS', 'DESTINATIONS', 'PREFIXES', 'DAYS'] as const
export type FileContent = (typeof FILE_CONTENTS)[number]

/** TIME is the time of day, where it is beside the day. */
export const CALL_COLUMNS = [
  ...(['CALLED_NUMBER', 'STARTED_AT', 'TIME', 'DURATION', 'AMOUNT'] as const),
  ...(['CURRENCY', 'DESTINATION', 'PREFIX', 'CALLS'] as const),
] as const
export type CallColumn = (typeof CALL_COLUMNS)[number]

/** The columns whose numbers may have decimals. */
export const CALL_DECIMAL_COLUMNS = ['AMOUNT', 'DURATION'] as const satisfies readonly CallColumn[]
export const CALL_DATE_COLUMNS = ['STARTED_AT'] as const satisfies readonly CallColumn[]

export const DURATION_UNITS = ['SECONDS', 'MINUTES', 'MILLISECONDS'] as const

export interface CallFileLayout extends TableLayout<CallColumn> {
  readonly content: FileContent
  /** The unit of durations that are numbers; 00:01:05 is read as it is. */
  readonly duration_unit: (typeof DURATION_UNITS)[number]
}

export const ROUNDINGS = ['UP', 'HALF_UP', 'DOWN'] as const

/** How the carrier counts, remembered for its next file. */
export interface ReconciliationOptions {
  /** The zone of the times in the file. */
  readonly time_zone: string
  /** Which of our times its times are: of the INVITE to the gateway, or of the answer. */
  readonly clock: 'START' | 'ANSWER'
  /** Which of our numbers its numbers are: as sent to the gateway, or as routed. */
  readonly number: 'SENT' | 'CALLED'
  /** In seconds, either way. */
  readonly time_tolerance: number
  /** How it makes whole seconds out of our milliseconds; then it bills in increments. */
  readonly rounding: (typeof ROUNDINGS)[number]
  readonly first_increment: number
  readonly next_increment: number
  /** In seconds, of one call. */
  readonly duration_tolerance: number
  /** Tolerance for one call. */
  readonly amount_tolerance: Money
  readonly with_vat: boolean
}

export const RECONCILIATION_STATES = [
  ...(['UPLOADING', 'UPLOADED', 'COMPARING', 'COMPARED', 'FAILED'] as const),
] as const
export type ReconciliationState = (typeof RECONCILIATION_STATES)[number]

/**
 * OTHER_RATE has the same duration and another amount. OUTSIDE is a row of the file that is not of
 * the period; INVALID is one that cannot be read.
 */
export const ROW_CLASSES = [
  ...(['MATCHED', 'OTHER_DURATION', 'OTHER_RATE', 'ONLY_OURS', 'ONLY_THEIRS'] as const),
  ...(['OUTSIDE', 'INVALID'] as const),
] as const
export type RowClass = (typeof ROW_CLASSES)[number]

export const DISPUTE_STATES = ['OPEN', 'ACCEPTED', 'REJECTED', 'SETTLED'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/** One call, or what several add up to. */
export interface Side {
  readonly calls: number
  readonly seconds: number
  /** Null where the file has no amounts. */
  readonly amount: Money | null
}

type Tolerances = Pick<ReconciliationOptions, 'duration_tolerance' | 'amount_tolerance'>

/** Classifies two sides that belong together. Sums have the tolerance of each of their calls. */
export function classOf(
  ours: Side,
  theirs: Side,
  { duration_tolerance, amount_tolerance }: Tolerances,
): RowClass {
  const calls = Math.max(ours.calls, theirs.calls)
  const seconds = Math.abs(ours.seconds - theirs.seconds)
  if (ours.calls !== theirs.calls || seconds > duration_tolerance * calls) return 'OTHER_DURATION'
  if (ours.amount === null || theirs.amount === null) return 'MATCHED'
  const amount = Math.abs(ours.amount - theirs.amount)
  return amount > amount_tolerance * calls ? 'OTHER_RATE' : 'MATCHED'
}
