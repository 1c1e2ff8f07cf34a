// Where a gateway is, and from which address of ours it is called.
import type { RoutingSnapshot, Transport } from '#core/routing/snapshot.ts'

const bracketed = (ip: string) => (ip.includes(':') ? `[${ip}]` : ip)

export const hostAndPort = ({ host, port }: { host: string; port: number }) =>
  `${bracketed(host)}:${port}`

/** `sip:192.0.2.1:5060;transport=udp` */
export const uriOfHost = (gateway: { host: string; port: number; transport: Transport }) =>
  `sip:${hostAndPort(gateway)};transport=${gateway.transport.toLowerCase()}`

/** `udp:192.0.2.1:5060` for a gateway behind a tunnel; nothing for the others. */
export function socketOf(
  snapshot: RoutingSnapshot | undefined,
  { tunnel_id, transport }: { tunnel_id: number | null; transport: Transport },
): { socket?: string } {
  const tunnel = snapshot?.tunnels.get(tunnel_id ?? 0)
  if (!tunnel) return {}
  const { local_ip, sip_port } = tunnel
  return { socket: `${transport.toLowerCase()}:${bracketed(local_ip)}:${sip_port}` }
}
