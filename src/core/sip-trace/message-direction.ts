// Which messages of a call came in, and which the switch sent. A message bears two addresses, and
// the switch has several: one for each of its ports, and others for tunnels.

export interface MessageEnds {
  /** Address and port. */
  readonly from: string
  readonly to: string
  readonly is_request: boolean
  readonly sip_call_id: string
}

export type Direction = 'IN' | 'OUT'

/**
 * In the order of time. An address is ours once it was the other end of one that is not, and the
 * other way round. Where both are new, a leg begins: that of the caller by a request that comes in,
 * any other by one of the switch.
 */
export function directionsOf(
  messages: readonly MessageEnds[],
  callers_sip_call_id: string,
): Direction[] {
  const ours = new Set<string>()
  const others = new Set<string>()
  return messages.map((message) => {
    const { from, to } = message
    const isFirst = ours.size === 0 && message.sip_call_id === callers_sip_call_id
    const direction = knownDirection(message, ours, others) ?? beginning(message, isFirst)
    const [own, other] = direction === 'IN' ? [to, from] : [from, to]
    ours.add(own)
    if (!ours.has(other)) others.add(other)
    return direction
  })
}

function knownDirection(
  { from, to }: MessageEnds,
  ours: ReadonlySet<string>,
  others: ReadonlySet<string>,
): Direction | undefined {
  if (ours.has(from)) return 'OUT'
  if (ours.has(to)) return 'IN'
  if (others.has(from)) return 'IN'
  return others.has(to) ? 'OUT' : undefined
}

const beginning = ({ is_request }: MessageEnds, isCallers: boolean): Direction =>
  is_request === isCallers ? 'IN' : 'OUT'
