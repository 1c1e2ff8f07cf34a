// How the calls of a client reach the switch, as the client itself sees it.
import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import { ownAddressRequest } from './address-requests.ts'
import { clientIp } from './ip-list.ts'
import { sipUser } from './sip-users.ts'

const address = z.object(
  clientIp.pick({
    ...{ id: true, ip: true, port: true, transport: true, tech_prefix: true, status: true },
    ...{ channel_limit: true, cps_limit: true },
  }).shape,
)

const phone = z.object(
  sipUser.pick({
    ...{ id: true, username: true, number: true, display_name: true, status: true },
    ...{ contacts: true, max_contacts: true },
  }).shape,
)

export const connection = z.object({
  /** Where the switch takes calls: the address from outside. */
  listeners: z.array(z.object({ transport: z.string(), address: z.string(), port: z.number() })),
  realm: z.string(),
  /** The limit of the client over all of its addresses and phones; null is no limit. */
  channel_limit: z.number().nullable(),
  cps_limit: z.number().nullable(),
  active_calls: z.number(),
  /** Measured over the last seconds. */
  calls_per_second: z.number(),
  /** From which its calls are accepted, of a wholesale client. */
  addresses: z.array(address),
  /** Changes of them that it has requested: the open ones first. */
  address_requests: z.array(ownAddressRequest),
  /** Its phones, of a retail client; `contacts` are those that are registered now. */
  sip_users: z.array(phone),
})
export type Connection = z.output<typeof connection>

export const getConnection = endpoint({
  method: 'GET',
  path: '/api/connection',
  summary: 'How the own calls reach the switch: addresses, SIP users, limits and their use',
  needs: 'home.view',
  /** Null for users who make no calls of their own. */
  answer: connection.nullable(),
  passive: true,
})

export const renewOwnSipPassword = endpoint({
  method: 'POST',
  path: '/api/connection/sip-users/:id/password',
  summary: 'Generates a new password for an own SIP user; the response has it, once',
  needs: 'own_account.edit',
  params: idParams,
  answer: z.object({ username: z.string(), password: z.string() }),
  secret: true,
})
