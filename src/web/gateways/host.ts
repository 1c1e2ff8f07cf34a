// Where a gateway waits, as carriers write it: gw.example.net:5070, sip:192.0.2.7;transport=tcp.
import { host as hostSchema } from '#contract/primitives.ts'

export interface HostAndPort {
  readonly host: string
  readonly port?: number
  readonly transport?: 'UDP' | 'TCP'
}

// Only a bracketed IPv6 address can carry a port.
const HOST = /(?:\[([\da-f:.]+)\]|([^\s:/;,[\]]+))/
const REST = /(?::(\d{1,5}))?(?:(?:\/|;transport=)(udp|tcp))?/
const PLACE = new RegExp(`^(sips?:)?${HOST.source}${REST.source}$`, 'i')

/** Undefined when the text is a bare host, or no place at all. */
export function parseHost(text: string): HostAndPort | undefined {
  const match = PLACE.exec(text.trim())
  if (!match) return undefined
  const [, scheme, address, name, port, transport] = match
  const host = address ?? name ?? ''
  if (!scheme && !address && !port && !transport) return undefined
  if (!hostSchema.safeParse(host).success) return undefined
  if (port && (Number(port) < 1 || Number(port) > 65_535)) return undefined
  return {
    host,
    ...(port && { port: Number(port) }),
    ...(transport && { transport: transport.toUpperCase() as 'UDP' | 'TCP' }),
  }
}
