// The meaning of final SIP responses and Q.850 causes, for the details of a call.

const SIP_CODES: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  410: 'Gone',
  415: 'Unsupported Media Type',
  433: 'Anonymity Disallowed',
  480: 'Temporarily Unavailable',
  481: 'Call Does Not Exist',
  482: 'Loop Detected',
  483: 'Too Many Hops',
  484: 'Address Incomplete',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
  500: 'Server Internal Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Server Time-out',
  600: 'Busy Everywhere',
  603: 'Decline',
  604: 'Does Not Exist Anywhere',
  606: 'Not Acceptable',
  607: 'Unwanted',
  608: 'Rejected',
}

const MEANINGS: Readonly<Record<number, string>> = {
  200: 'The call was answered.',
  402: 'The call requires a payment.',
  403: 'The remote side does not allow the call.',
  404: 'The number does not exist, or there is no route to it.',
  408: 'No answer in time.',
  480: 'The called party is unavailable.',
  484: 'The number is incomplete.',
  486: 'The called party is busy.',
  487: 'The caller hung up before the call was answered.',
  488: 'No codec in common.',
  500: 'Internal error on the remote side.',
  502: 'The remote side got an invalid reply from the next hop.',
  503: 'The remote side has no free channel or is out of service.',
  504: 'The remote side got no reply from the next hop.',
  600: 'The called party is busy on all devices.',
  603: 'The called party declined the call.',
  607: 'The called party marked the call as unwanted.',
  608: 'A call filter rejected the call.',
}

const CAUSES: Readonly<Record<number, string>> = {
  1: 'Unallocated number',
  3: 'No route to destination',
  16: 'Normal clearing',
  17: 'User busy',
  18: 'No user responding',
  19: 'No answer from user',
  20: 'Subscriber absent',
  21: 'Call rejected',
  22: 'Number changed',
  27: 'Destination out of order',
  28: 'Invalid number format',
  31: 'Normal, unspecified',
  34: 'No circuit available',
  38: 'Network out of order',
  41: 'Temporary failure',
  42: 'Congestion',
  44: 'Requested circuit not available',
  47: 'Resource unavailable',
  57: 'Bearer capability not authorised',
  58: 'Bearer capability not available',
  65: 'Bearer capability not implemented',
  79: 'Service not implemented',
  88: 'Incompatible destination',
  102: 'Recovery on timer expiry',
  111: 'Protocol error',
  127: 'Interworking, unspecified',
}

/** `486 Busy Here`; only the number where it is not a usual one. */
export const sipLabel = (code: number): string => [code, SIP_CODES[code]].filter(Boolean).join(' ')

export const sipMeaning = (code: number): string | undefined => MEANINGS[code]

export const causeLabel = (cause: number): string =>
  [cause, CAUSES[cause]].filter(Boolean).join(' ')

export const CAUSE_CHOICES = Object.keys(CAUSES).map((cause) => ({
  value: cause,
  label: causeLabel(Number(cause)),
}))

export const SIP_CHOICES = Object.keys(SIP_CODES).map((code) => ({
  value: code,
  label: sipLabel(Number(code)),
}))
