// Whether numbers can be masked after some days: nothing that has whole numbers may be kept longer.

export interface KeptDays {
  /** Null for never. */
  readonly mask_numbers_days: number | null
  readonly call_days: number
  readonly routing_log_days: number
  readonly sip_message_days: number
  readonly recording_days: number
  readonly auth_failure_days: number
}

const LOGS = [
  ['routing_log_days', 'Routing logs'],
  ['sip_message_days', 'SIP messages'],
  ['recording_days', 'Recordings'],
  ['auth_failure_days', 'Auth failures'],
] as const

/** Why they cannot, for the operator; undefined if they can. */
export function refuseMaskingDays(kept: KeptDays): string | undefined {
  const days = kept.mask_numbers_days
  if (days === null) return undefined
  if (days >= kept.call_days) return 'Calls are removed by then: fewer days than they are kept.'
  for (const [name, label] of LOGS) {
    if (kept[name] > days) return `${label} have whole numbers: keep them ${days} days at most.`
  }
  return undefined
}

export interface MaskingFacts {
  /** A call that began on the day is open, and its record will have whole numbers. */
  readonly has_open_calls: boolean
  /** A preview of a re-rating looks for rates by the numbers of the day. */
  readonly is_previewed: boolean
  /** A reconciliation compares the numbers of the day. */
  readonly is_compared: boolean
}

/** Why a day cannot be masked yet, for the operator; undefined if it can. */
export function reasonToWait(facts: MaskingFacts): string | undefined {
  if (facts.has_open_calls) return 'A call that began on this day is not closed yet.'
  if (facts.is_previewed) return 'The preview of a re-rating reads the numbers of this day.'
  if (facts.is_compared) return 'A reconciliation reads the numbers of this day.'
  return undefined
}

const DAY_MS = 86_400_000

/** When the last day ended, in UTC, whose numbers are that many days old. */
export const maskedBeforeMs = (now_ms: number, days: number): number =>
  Math.floor(now_ms / DAY_MS - days) * DAY_MS

/** The days from the first call with whole numbers up to the last one that a rule masks now. */
export function countDaysToMask(whole_from_ms: number, now_ms: number, days: number): number {
  const first_ms = Math.floor(whole_from_ms / DAY_MS) * DAY_MS
  return Math.max(0, (maskedBeforeMs(now_ms, days) - first_ms) / DAY_MS)
}
