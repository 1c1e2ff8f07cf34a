import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import { needing } from '../field-rights.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

export const clientIpForm = z.strictObject({
  account_id: is.id,
  ip: is.network,
  port: z.number().int().min(1).max(65535).nullable(),
  transport: z.enum(['UDP', 'TCP']).nullable(),
  tech_prefix: z.string().regex(/^[0-9*#]{0,15}$/, 'Digits only, * and #, at most 15.'),
  description: is.text(200),
  status: is.status,
  /** Prefixes of the called and of the calling number; an empty list fits every number. */
  dst_prefixes: is.prefixes,
  src_prefixes: is.prefixes,
  /** Digits of the called number, its tech prefix not counted. */
  dst_min_length: z.number().int().min(0).max(64),
  dst_max_length: z.number().int().min(0).max(64),
  /** Within the limits of the client, which count over all of its rows. */
  channel_limit: z.number().int().min(1).max(100000).nullable(),
  cps_limit: z.number().int().min(1).max(10000).nullable(),
  /** In place of the client's own. */
  route_plan_id: needing('operations', is.id.nullable()),
  tariff_id: is.id.nullable(),
  /** This name and its password are required in addition to the address. */
  auth_username: is.username.nullable(),
  /** Only its hash is stored. On a change, an absent one stays as it is. */
  auth_password: is.password.optional(),
})

export const clientIp = clientIpForm.omit({ auth_password: true }).extend({
  id: is.id,
  version: is.version,
  client_name: z.string(),
  route_plan_name: needing('operations', z.string().nullable()),
  tariff_name: z.string().nullable(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type ClientIp = z.output<typeof clientIp>

export const listClientIps = endpoint({
  method: 'GET',
  path: '/api/ip-list',
  summary: 'IP addresses of wholesale clients',
  needs: 'wholesale_clients.view',
  list: true,
  query: listQuery(['ip', 'client_name', 'tech_prefix', 'status', 'created_at'], {
    account_id: is.queryId.optional(),
    status: is.status.optional(),
    /** Rows whose network holds this address. */
    holds: z.string().max(45).optional(),
  }),
  answer: z.array(clientIp),
})

export const getClientIp = endpoint({
  method: 'GET',
  path: '/api/ip-list/:id',
  summary: 'One entry of the IP list',
  needs: 'wholesale_clients.view',
  params: idParams,
  answer: clientIp,
})

const source = clientIpForm.pick({ ip: true, port: true, transport: true })
const owner = z.object({ account_id: is.id, client_name: z.string() })

/** The maximum of addresses that are pasted in one go. */
export const SOURCES_MAX = 500

export const checkClientIps = endpoint({
  method: 'POST',
  path: '/api/ip-list/check',
  summary: 'Of addresses without prefixes: who has them already, and in whose networks they are',
  needs: 'wholesale_clients.view',
  body: z.strictObject({ sources: z.array(source).max(SOURCES_MAX, `At most ${SOURCES_MAX}.`) }),
  /** In the order of the question. */
  answer: z.array(
    z.object({
      same: owner.nullable(),
      /** The narrowest other row that holds all of it; null without one. */
      around: owner.extend(source.shape).nullable(),
    }),
  ),
})
export type CheckedSource = z.output<typeof checkClientIps.answer>[number]

export const createClientIp = endpoint({
  method: 'POST',
  path: '/api/ip-list',
  summary: 'Adds an address to the IP list',
  needs: 'wholesale_clients.edit',
  body: clientIpForm,
  answer: clientIp,
})

export const updateClientIp = endpoint({
  method: 'PUT',
  path: '/api/ip-list/:id',
  summary: 'Changes an entry of the IP list',
  needs: 'wholesale_clients.edit',
  params: idParams,
  body: clientIpForm.extend({ version: is.version }),
  answer: clientIp,
})

export const deleteClientIp = endpoint({
  method: 'DELETE',
  path: '/api/ip-list/:id',
  summary: 'Deletes an address from the IP list',
  needs: 'wholesale_clients.edit',
  params: idParams,
})
