import { z } from 'zod'
import { endpoint, idParams } from './endpoint.ts'
import { listQuery } from './page.ts'
import * as is from './primitives.ts'

export const ROUTE_PLAN_MODES = ['ORDERED', 'LCR'] as const

const target = z.strictObject({ gateway_id: is.id, status: is.status })

/** The gateways stand in the order in which they are tried. */
const rule = z
  .strictObject({
    dst_prefix: is.prefix,
    description: is.text(200),
    action: z.enum(['ROUTE', 'BLOCK']),
    status: is.status,
    targets: z.array(target).max(50),
  })
  .refine((value) => value.action === 'BLOCK' || value.targets.length > 0, {
    path: ['targets'],
    message: 'A rule that routes needs at least one gateway.',
  })
  .refine(
    (value) => new Set(value.targets.map((t) => t.gateway_id)).size === value.targets.length,
    {
      path: ['targets'],
      message: 'Each gateway only once.',
    },
  )

export const routePlanForm = z.strictObject({
  name: is.name(80),
  description: is.text(500),
  status: is.status,
  mode: z.enum(ROUTE_PLAN_MODES),
  max_attempts: z.number().int().min(1).max(30),
  rules: z
    .array(rule)
    .max(5000)
    .refine((rules) => new Set(rules.map((r) => r.dst_prefix)).size === rules.length, {
      message: 'Each prefix only once.',
    }),
})

export const routePlan = z.object({
  ...routePlanForm.omit({ rules: true }).shape,
  id: is.id,
  version: is.version,
  rules_count: z.number(),
  used_by_count: z.number(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type RoutePlan = z.output<typeof routePlan>

/** With its rules, and with the names of the gateways. */
export const wholeRoutePlan = routePlan.extend({
  rules: z.array(
    z.object({
      id: is.id,
      dst_prefix: z.string(),
      description: z.string(),
      action: z.enum(['ROUTE', 'BLOCK']),
      status: is.status,
      targets: z.array(
        z.object({
          gateway_id: is.id,
          gateway_name: z.string(),
          gateway_status: z.string(),
          status: is.status,
        }),
      ),
    }),
  ),
})
export type WholeRoutePlan = z.output<typeof wholeRoutePlan>

export const listRoutePlans = endpoint({
  method: 'GET',
  path: '/api/route-plans',
  summary: 'Route plans',
  needs: 'route_plans.view',
  list: true,
  query: listQuery(['name', 'mode', 'status', 'rules_count', 'used_by_count', 'created_at'], {
    mode: z.enum(ROUTE_PLAN_MODES).optional(),
    status: is.status.optional(),
    gateway_id: is.queryId.optional(),
  }),
  answer: z.array(routePlan),
})

export const getRoutePlan = endpoint({
  method: 'GET',
  path: '/api/route-plans/:id',
  summary: 'One route plan with its rules',
  needs: 'route_plans.view',
  params: idParams,
  answer: wholeRoutePlan,
})

export const createRoutePlan = endpoint({
  method: 'POST',
  path: '/api/route-plans',
  summary: 'Adds a route plan with its rules',
  needs: 'route_plans.edit',
  body: routePlanForm,
  answer: wholeRoutePlan,
})

export const updateRoutePlan = endpoint({
  method: 'PUT',
  path: '/api/route-plans/:id',
  summary: 'Replaces a route plan and its rules as a whole',
  needs: 'route_plans.edit',
  params: idParams,
  body: routePlanForm.extend({ version: is.version }),
  answer: wholeRoutePlan,
})

export const deleteRoutePlan = endpoint({
  method: 'DELETE',
  path: '/api/route-plans/:id',
  summary: 'Deletes a route plan that no client uses',
  needs: 'route_plans.edit',
  params: idParams,
})
