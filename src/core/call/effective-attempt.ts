// Whether an attempt reached the called party, by ITU-T E.425 (docs/domain/reports.md, V4).
import type { CallRecord } from './call-record.ts'

type Outcome = Pick<
  CallRecord,
  'status' | 'refusal' | 'attempt_end' | 'pdd_ms' | 'gateway_sip_code' | 'gateway_q850_cause'
>

/** Busy, unavailable, declined; the same as causes of Q.850, and "no answer". */
const SIP_CODES: ReadonlySet<number | null> = new Set([480, 486, 600, 603])
const Q850_CAUSES: ReadonlySet<number | null> = new Set([17, 18, 19, 20, 21])

/** Answered, busy, not answered, or rejected by the called party; not what the switch refused. */
export function isEffective(record: Outcome): boolean {
  const { status, refusal, attempt_end, pdd_ms } = record
  if (status === 'ANSWERED') return true
  if (refusal !== null) return false
  if (attempt_end === 'NO_ANSWER') return true
  if (attempt_end === 'CANCELLED' && pdd_ms !== null) return true
  return SIP_CODES.has(record.gateway_sip_code) || Q850_CAUSES.has(record.gateway_q850_cause)
}
