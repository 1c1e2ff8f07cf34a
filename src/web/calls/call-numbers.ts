interface Numbers {
  readonly caller_number?: string
  readonly called_number?: string
  readonly dialled_number?: string
  readonly sent_caller_number?: string | null
  readonly sent_number?: string | null
}

/** Who called whom: as the call came in, or as it was sent for users who see only that. */
export function callNumbers(call: Numbers): readonly [caller: string, called: string] {
  const caller = call.caller_number ?? call.sent_caller_number
  const called = call.called_number ?? call.sent_number
  return [caller || 'Unknown', called || call.dialled_number || 'Unknown']
}
