// Ways out of this machine: an address of it, or the inner end of a VPN that the operating system
// keeps up.
import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

export const TUNNEL_KINDS = ['BIND_IP', 'WIREGUARD', 'GRE', 'IPSEC'] as const
const kind = z.enum(TUNNEL_KINDS)

/** Whether this machine has the address of the tunnel, and on the interface that it names. */
export const TUNNEL_PRESENCES = ['HERE', 'OTHER_INTERFACE', 'NOT_HERE'] as const
export type TunnelPresence = (typeof TUNNEL_PRESENCES)[number]

/** IPv4, as all SIP addresses of the switch. */
const address = z
  .string()
  .trim()
  .pipe(z.ipv4('An IP address, for example 192.0.2.7.'))
  .refine((value) => !/^(0|22[4-9]|23\d|2[45]\d)\./.test(value), 'Not an address of a machine.')

export const tunnelForm = z.strictObject({
  name: is.name(80),
  kind,
  local_ip: address,
  sip_port: z.number().int().min(1).max(65535),
  /** The address to use instead, behind NAT. */
  advertised_ip: address.nullable(),
  /** Empty is whichever has the address. */
  interface: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9._@-]{0,15}$/, 'An interface name, for example wg0.'),
  status: is.status,
  description: is.text(500),
})

export const tunnel = tunnelForm.extend({
  id: is.id,
  version: is.version,
  presence: z.enum(TUNNEL_PRESENCES),
  /** Gateways. */
  used_by_count: z.number(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type Tunnel = z.output<typeof tunnel>

export const listTunnels = endpoint({
  method: 'GET',
  path: '/api/tunnels',
  summary: 'Tunnels',
  needs: 'tunnels.view',
  list: true,
  query: listQuery(['name', 'kind', 'local_ip', 'status', 'used_by_count', 'created_at'], {
    kind: kind.optional(),
    status: is.status.optional(),
  }),
  answer: z.array(tunnel),
})

export const getTunnel = endpoint({
  method: 'GET',
  path: '/api/tunnels/:id',
  summary: 'One tunnel',
  needs: 'tunnels.view',
  params: idParams,
  answer: tunnel,
})

export const createTunnel = endpoint({
  method: 'POST',
  path: '/api/tunnels',
  summary: 'Adds a tunnel',
  needs: 'tunnels.create',
  body: tunnelForm,
  answer: tunnel,
})

export const updateTunnel = endpoint({
  method: 'PUT',
  path: '/api/tunnels/:id',
  summary: 'Changes a tunnel',
  needs: 'tunnels.edit',
  params: idParams,
  body: tunnelForm.extend({ version: is.version }),
  answer: tunnel,
})

export const deleteTunnel = endpoint({
  method: 'DELETE',
  path: '/api/tunnels/:id',
  summary: 'Deletes an unused tunnel',
  needs: 'tunnels.delete',
  params: idParams,
})
