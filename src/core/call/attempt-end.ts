// How one try of one gateway ended.

/**
 * NO_RESPONSE: the gateway said nothing at all. PDD_TIMEOUT: it took the call, but it never rang.
 * NO_ANSWER: it rang without an answer. CANCELLED: by the caller or the switch. NOT_SENT: the
 * gateway was next, but got no INVITE, so the attempt is free and does not count in its figures.
 */
export const ATTEMPT_ENDS = [
  'ANSWERED',
  'REFUSED',
  'NO_RESPONSE',
  'PDD_TIMEOUT',
  'NO_ANSWER',
  'CANCELLED',
  'NOT_SENT',
] as const
export type AttemptEnd = (typeof ATTEMPT_ENDS)[number]

export const NOT_SENT_REASONS = [
  'NO_COMMON_CODEC',
  'TUNNEL_DOWN',
  'NOT_REGISTERED',
  'NO_CHANNEL',
  'SEND_FAILED',
] as const
export type NotSentReason = (typeof NOT_SENT_REASONS)[number]
