import { z } from 'zod'
import { endpoint, idParams } from './endpoint.ts'
import { listQuery } from './page.ts'
import * as is from './primitives.ts'

export const GATEWAY_STATUSES = ['active', 'blocked', 'maintenance'] as const

export const gatewayForm = z.strictObject({
  name: is.name(60),
  settlement_id: is.id,
  status: z.enum(GATEWAY_STATUSES),
  host: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]([A-Za-z0-9.:_-]{0,251}[A-Za-z0-9])?$/, 'A host name or an address.'),
  port: z.number().int().min(1).max(65535),
  transport: z.enum(['UDP', 'TCP']),
  channel_limit: z.number().int().min(1).max(100000).nullable(),
  cps_limit: z.number().int().min(1).max(10000).nullable(),
  strip_digits: z.number().int().min(0).max(15),
  prepend: z.string().regex(/^[0-9+*#]{0,20}$/, 'Only digits, +, * and #, at most 20.'),
  codecs: is.codecs,
  media_mode: z.enum(['PROXY', 'DIRECT']),
  invite_timeout: is.seconds(1, 180),
  ring_timeout: is.seconds(1, 180),
  description: is.text(500),
})

export const gateway = gatewayForm.extend({
  id: is.id,
  version: is.version,
  settlement_name: z.string(),
  active_calls: z.number(),
  /** Of today, in the server's time zone. */
  attempts_today: z.number(),
  answered_today: z.number(),
  used_by_count: z.number(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type Gateway = z.output<typeof gateway>

export const listGateways = endpoint({
  method: 'GET',
  path: '/api/gateways',
  summary: 'Gateways',
  needs: 'gateways.view',
  list: true,
  query: listQuery(
    ['name', 'settlement_name', 'host', 'status', 'active_calls', 'attempts_today', 'created_at'],
    {
      status: z.enum(GATEWAY_STATUSES).optional(),
      settlement_id: is.queryId.optional(),
    },
  ),
  answer: z.array(gateway),
})

export const getGateway = endpoint({
  method: 'GET',
  path: '/api/gateways/:id',
  summary: 'One gateway',
  needs: 'gateways.view',
  params: idParams,
  answer: gateway,
})

export const createGateway = endpoint({
  method: 'POST',
  path: '/api/gateways',
  summary: 'Adds a gateway',
  needs: 'gateways.edit',
  body: gatewayForm,
  answer: gateway,
})

export const updateGateway = endpoint({
  method: 'PUT',
  path: '/api/gateways/:id',
  summary: 'Changes a gateway',
  needs: 'gateways.edit',
  params: idParams,
  body: gatewayForm.extend({ version: is.version }),
  answer: gateway,
})

export const deleteGateway = endpoint({
  method: 'DELETE',
  path: '/api/gateways/:id',
  summary: 'Deletes a gateway that no route plan uses',
  needs: 'gateways.edit',
  params: idParams,
})
