// Every reason for which the switch says no or ends a call, with what the caller hears
// (domain.md §1.17). docs/refusals.md holds the same list; a test compares.

export const REFUSALS = {
  AUTH_UNKNOWN_IP: {
    sip_code: 403,
    sip_reason: 'Forbidden',
    q850_cause: 21,
    text: 'The call comes from an address that is on no IP list.',
  },
  AUTH_BLOCKED: {
    sip_code: 403,
    sip_reason: 'Forbidden',
    q850_cause: 21,
    text: 'The client is blocked or closed.',
  },
  NUM_FORMAT: {
    sip_code: 484,
    sip_reason: 'Address Incomplete',
    q850_cause: 28,
    text: 'The dialled number is not an international number.',
  },
  LIMIT_CHANNEL_CLIENT: {
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 42,
    text: 'The client has as many calls as it may have at once.',
  },
  LIMIT_CPS_CLIENT: {
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 42,
    text: 'The client begins more calls per second than it may.',
  },
  DEST_NO_RATE: {
    sip_code: 404,
    sip_reason: 'Not Found',
    q850_cause: 3,
    text: 'The tariff of the client has no rate for the number.',
  },
  DEST_BLOCKED: {
    sip_code: 403,
    sip_reason: 'Forbidden',
    q850_cause: 21,
    text: 'The destination is blocked by the rate or by the route plan.',
  },
  RATE_TOO_HIGH: {
    sip_code: 403,
    sip_reason: 'Forbidden',
    q850_cause: 21,
    text: 'The rate is above the highest one that the client allows.',
  },
  BALANCE_LOW: {
    sip_code: 402,
    sip_reason: 'Payment Required',
    q850_cause: 21,
    text: 'The money of the client does not pay for the first increment.',
  },
  NO_ROUTE: {
    sip_code: 404,
    sip_reason: 'Not Found',
    q850_cause: 3,
    text: 'The route plan has no usable gateway for the number.',
  },
  NO_PROFIT: {
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 34,
    text: 'Every gateway costs more than the client pays.',
  },
  LIMIT_GATEWAY: {
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 42,
    text: 'Every gateway has as many calls as it may have.',
  },
  CODEC_MISMATCH: {
    sip_code: 488,
    sip_reason: 'Not Acceptable Here',
    q850_cause: 88,
    text: 'Client and gateways have no codec in common.',
  },
  SWITCH_UNAVAILABLE: {
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 41,
    text: 'The switch cannot reach its database, so it takes no new calls.',
  },
  ALL_ROUTES_FAILED: {
    sip_code: 503,
    sip_reason: 'Service Unavailable',
    q850_cause: 34,
    text: 'No gateway connected the call.',
  },
  BALANCE_END: {
    sip_code: 200,
    sip_reason: 'OK',
    q850_cause: 31,
    text: 'The call was cut because the money ended.',
  },
  DURATION_LIMIT: {
    sip_code: 200,
    sip_reason: 'OK',
    q850_cause: 31,
    text: 'The call was cut because it reached its longest duration.',
  },
  HUNG_UP: {
    sip_code: 200,
    sip_reason: 'OK',
    q850_cause: 31,
    text: 'The call was ended from the console.',
  },
  CALL_LOST: {
    sip_code: 200,
    sip_reason: 'OK',
    q850_cause: 41,
    text: 'The call vanished from the switch without an end, and was closed when last seen alive.',
  },
} as const

export type Refusal = keyof typeof REFUSALS
