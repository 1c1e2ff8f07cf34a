// Every reason for which the switch ends a call that was answered: the last of the refusals. The
// caller was told 200 long ago.

const cut = (q850_cause: number, text: string) =>
  ({ stage: 'END', sip_code: 200, sip_reason: 'OK', q850_cause, text }) as const

const NORMAL = 31
const TEMPORARY_FAILURE = 41

export const CUTS = {
  BALANCE_END: cut(
    NORMAL,
    'The call was cut because the money of the client or of a reseller ended.',
  ),
  SPEND_LIMIT_END: cut(
    NORMAL,
    'The call was cut because the client or a reseller may spend no more that day or month.',
  ),
  COST_LIMIT_END: cut(NORMAL, 'The call was cut because one call of the client may not cost more.'),
  CARRIER_LIMIT_END: cut(
    NORMAL,
    'The call was cut because the settlement account lets us owe no more.',
  ),
  LEASE_END: cut(
    TEMPORARY_FAILURE,
    'The call was cut at the end of what was held for it, because nobody could extend it.',
  ),
  DURATION_LIMIT: cut(NORMAL, 'The call was cut because it reached its longest duration.'),
  ACCOUNT_BLOCKED: cut(
    NORMAL,
    'The call was cut because its client or a reseller above it was blocked.',
  ),
  HUNG_UP: cut(NORMAL, 'The call was ended from the console.'),
  RTP_TIMEOUT: cut(TEMPORARY_FAILURE, 'The call was cut because no media came from either side.'),
  CALLER_GONE: cut(
    TEMPORARY_FAILURE,
    'The call was cut because the caller, when asked, did not know it or did not answer.',
  ),
  CALL_LOST: cut(
    TEMPORARY_FAILURE,
    'The call vanished from the switch without an end, and was closed when last seen alive.',
  ),
} as const

export type Cut = keyof typeof CUTS
