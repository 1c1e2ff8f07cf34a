// Where the switch listens for SIP, and between which ports media flows.

export interface SipListener {
  readonly transport: 'udp' | 'tcp'
  readonly address: string
  readonly port: number
  /** The address in SIP messages and in SDP, if it is another one (NAT). */
  readonly advertise: string | null
}

export interface SipPorts {
  /** The first is what gateways see, and its address carries the media. */
  readonly listen: readonly SipListener[]
  readonly rtp_min: number
  readonly rtp_max: number
}

/** Where rtpengine relays media. */
export interface MediaPlace {
  readonly address: string
  readonly advertise: string | null
  readonly rtp_min: number
  readonly rtp_max: number
}

/** Media of a call may take it. */
export const isRtpPort = (
  { rtp_min, rtp_max }: Pick<SipPorts, 'rtp_min' | 'rtp_max'>,
  port: number,
): boolean => port >= rtp_min && port <= rtp_max

type Socket = Pick<SipListener, 'transport' | 'address' | 'port'>

/** As Kamailio writes a socket. */
export const socketName = ({ transport, address, port }: Socket): string =>
  `${transport}:${address}:${port}`

/** Those of `before` that `after` does not have: their calls still need them. */
export function leftListeners(
  before: readonly SipListener[],
  after: readonly SipListener[],
): SipListener[] {
  const kept = new Set(after.map(socketName))
  return before.filter((listener) => !kept.has(socketName(listener)))
}

export function mediaOf({ listen, rtp_min, rtp_max }: SipPorts): MediaPlace {
  const [first] = listen
  return {
    address: first?.address ?? '127.0.0.1',
    advertise: first?.advertise ?? null,
    rtp_min,
    rtp_max,
  }
}

/** The address of the switch in messages. */
export const ownAddress = ([first]: readonly SipListener[]): string =>
  first?.advertise ?? first?.address ?? ''
