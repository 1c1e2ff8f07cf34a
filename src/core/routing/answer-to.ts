// What a caller hears whose call is refused.
import { REFUSALS, type Refusal } from './refusal.ts'

export const isLimit = (refusal: Refusal): boolean => refusal.startsWith('LIMIT_')

/** What the caller hears; a rule of the route plan, or a setting, may want another code. */
export function answerTo(
  refusal: Refusal,
  sip_code: number = REFUSALS[refusal].sip_code,
): { sip_code: number; sip_reason: string; q850_cause: number } {
  const { sip_code: usual_code, sip_reason, q850_cause } = REFUSALS[refusal]
  if (sip_code === usual_code) return { sip_code, sip_reason, q850_cause }
  return { sip_code, sip_reason: OTHER_REASONS[sip_code] ?? 'Call Failed', q850_cause }
}

/** Of the codes that a rule may block with (RFC 3261 §21). */
const OTHER_REASONS: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  404: 'Not Found',
  480: 'Temporarily Unavailable',
  484: 'Address Incomplete',
  503: 'Service Unavailable',
  603: 'Decline',
}
