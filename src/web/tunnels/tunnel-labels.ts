import type { Tunnel } from '#contract/machine/tunnels.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { Tone } from '../ui/values/Badge.tsx'

export const TUNNEL_KINDS: readonly Choice<Tunnel['kind']>[] = [
  { value: 'BIND_IP', label: 'Address' },
  { value: 'WIREGUARD', label: 'WireGuard' },
  { value: 'GRE', label: 'GRE' },
  { value: 'IPSEC', label: 'IPsec' },
]

/** Whether the switch can use the address now. */
export const PRESENCE: Readonly<Record<Tunnel['presence'], { word: string; tone: Tone }>> = {
  HERE: { word: 'up', tone: 'success' },
  OTHER_INTERFACE: { word: 'on another interface', tone: 'warning' },
  NOT_HERE: { word: 'address not on this server', tone: 'danger' },
}
