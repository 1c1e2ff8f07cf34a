// Every reason for which the switch ends an answered call: the last group of refusals. The caller
// got 200 before.

const cut = (q850_cause: number, text: string) =>
  ({ stage: 'END', sip_code: 200, sip_reason: 'OK', q850_cause, text }) as const

const NORMAL = 31
const TEMPORARY_FAILURE = 41

export const CUTS = {
  BALANCE_END: cut(NORMAL, 'The call was cut: balance of the client or a reseller exhausted.'),
  SPEND_LIMIT_END: cut(
    NORMAL,
    'The call was cut: daily or monthly spend limit of the client or a reseller reached.',
  ),
  COST_LIMIT_END: cut(NORMAL, 'The call was cut: cost limit per call reached.'),
  SETTLEMENT_LIMIT_END: cut(
    NORMAL,
    'The call was cut: debt limit of the settlement account reached.',
  ),
  LEASE_END: cut(
    TEMPORARY_FAILURE,
    'The call was cut at the end of its reservation, which could not be extended.',
  ),
  DURATION_LIMIT: cut(NORMAL, 'The call was cut: max duration reached.'),
  ACCOUNT_BLOCKED: cut(NORMAL, 'The call was cut: the client or a reseller above it was blocked.'),
  HUNG_UP: cut(NORMAL, 'The call was hung up from the console.'),
  RTP_TIMEOUT: cut(TEMPORARY_FAILURE, 'The call was cut: no media from either side (RTP timeout).'),
  CALLER_GONE: cut(
    TEMPORARY_FAILURE,
    'The call was cut: the caller did not confirm the dialog when probed.',
  ),
  NO_ACK: cut(
    TEMPORARY_FAILURE,
    'The call was cut: the caller did not acknowledge the answer (no ACK).',
  ),
  CALL_LOST: cut(
    TEMPORARY_FAILURE,
    'The call was lost on the switch without a BYE and closed at the time it was last seen.',
  ),
} as const

export type Cut = keyof typeof CUTS
