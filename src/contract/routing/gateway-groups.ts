// Gateways that a rule of a route plan names together.
import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

export const priority = z.number().int().min(1).max(32767)
export const weight = z.number().int().min(1).max(32767)

const member = z.strictObject({ gateway_id: is.id, priority, weight })

export const gatewayGroupForm = z.strictObject({
  name: is.name(80),
  description: is.text(500),
  status: is.status,
  members: z
    .array(member)
    .min(1, 'Select at least one gateway.')
    .max(200)
    .refine(
      (members) => new Set(members.map((one) => one.gateway_id)).size === members.length,
      'Each gateway can be used once.',
    ),
})

export const gatewayGroup = z.object({
  ...gatewayGroupForm.omit({ members: true }).shape,
  id: is.id,
  version: is.version,
  members_count: z.number(),
  /** Members that are active now. */
  active_count: z.number(),
  /** Rules of route plans. */
  used_by_count: z.number(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type GatewayGroup = z.output<typeof gatewayGroup>

/** With its gateways, by priority and name. */
export const wholeGatewayGroup = gatewayGroup.extend({
  members: z.array(
    z.object({
      gateway_id: is.id,
      gateway_name: z.string(),
      gateway_status: z.string(),
      priority,
      weight,
    }),
  ),
})
export type WholeGatewayGroup = z.output<typeof wholeGatewayGroup>

export const listGatewayGroups = endpoint({
  method: 'GET',
  path: '/api/gateway-groups',
  summary: 'Gateway groups',
  needs: 'gateway_groups.view',
  list: true,
  query: listQuery(['name', 'status', 'members_count', 'used_by_count', 'created_at'], {
    status: is.status.optional(),
    gateway_id: is.queryId.optional(),
  }),
  answer: z.array(gatewayGroup),
})

export const getGatewayGroup = endpoint({
  method: 'GET',
  path: '/api/gateway-groups/:id',
  summary: 'One gateway group with its gateways',
  needs: 'gateway_groups.view',
  params: idParams,
  answer: wholeGatewayGroup,
})

export const createGatewayGroup = endpoint({
  method: 'POST',
  path: '/api/gateway-groups',
  summary: 'Adds a gateway group',
  needs: 'gateway_groups.create',
  body: gatewayGroupForm,
  answer: wholeGatewayGroup,
})

export const updateGatewayGroup = endpoint({
  method: 'PUT',
  path: '/api/gateway-groups/:id',
  summary: 'Replaces a gateway group and its gateways as a whole',
  needs: 'gateway_groups.edit',
  params: idParams,
  body: gatewayGroupForm.extend({ version: is.version }),
  answer: wholeGatewayGroup,
})

export const deleteGatewayGroup = endpoint({
  method: 'DELETE',
  path: '/api/gateway-groups/:id',
  summary: 'Deletes a gateway group that no route plan uses',
  needs: 'gateway_groups.delete',
  params: idParams,
})
