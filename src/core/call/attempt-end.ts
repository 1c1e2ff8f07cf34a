// How one try of one gateway ended.

/**
 * NO_REPLY: the gateway said nothing at all. NO_RINGING: it took the call, but it never rang.
 * RANG_OUT: it rang, and nobody came. CANCELLED: the caller gave up, or the switch. NOT_SENT: it
 * was its turn, but it was not asked, so that it tells nothing of the gateway and costs nobody.
 */
export const ATTEMPT_ENDS = [
  'ANSWERED',
  'REFUSED',
  'NO_REPLY',
  'NO_RINGING',
  'RANG_OUT',
  'CANCELLED',
  'NOT_SENT',
] as const
export type AttemptEnd = (typeof ATTEMPT_ENDS)[number]

export const NOT_SENT_REASONS = [
  'NO_COMMON_CODEC',
  'TUNNEL_DOWN',
  'NOT_REGISTERED',
  'NO_PLACE',
  'SEND_FAILED',
] as const
export type NotSentReason = (typeof NOT_SENT_REASONS)[number]
