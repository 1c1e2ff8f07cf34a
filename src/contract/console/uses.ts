// The uses of a thing, shown before it is deleted: the same for everything that others can need.
import { z } from 'zod'
import type { Permission } from '#core/permission/permission.ts'
import { endpoint, idParams } from '../endpoint.ts'
import * as is from '../primitives.ts'

export const USER_KINDS = [
  'WHOLESALE',
  'RETAIL',
  'RESELLER',
  'SETTLEMENT',
  'CLIENT_IP',
  'GATEWAY',
  'GATEWAY_GROUP',
  'ROUTE_PLAN',
  'TARIFF',
  'TRANSLATION',
  'PACKAGE',
] as const
export type UserKind = (typeof USER_KINDS)[number]

const user = z.object({
  kind: z.enum(USER_KINDS),
  /** For an address, the id of its client. */
  id: is.id,
  name: z.string(),
  /** Resellers only. */
  level: z.number().nullable(),
})

const answer = z.object({
  /** All of them; of many, and of what the caller may not view, not all are named. */
  count: z.number(),
  /** The same by kind, of the kinds that the caller may view. */
  kinds: z.array(z.object({ kind: z.enum(USER_KINDS), count: z.number() })),
  users: z.array(user),
  /** Other reasons against deleting it, as sentences: money, calls. */
  obstacles: z.array(z.string()),
})
export type Uses = z.output<typeof answer>

const summary = 'What uses it, and what else prevents its deletion'

const usesOf = <const Things extends string, const Needs extends Permission>(
  things: Things,
  needs: Needs,
) =>
  endpoint({
    method: 'GET',
    path: `/api/${things}/:id/uses`,
    summary,
    needs,
    params: idParams,
    answer,
  })

export const getTariffUses = usesOf('tariffs', 'tariffs.view')
export const getPackageUses = usesOf('packages', 'packages.view')
export const getRoutePlanUses = usesOf('route-plans', 'route_plans.view')
export const getNumberListUses = usesOf('number-lists', 'number_lists.view')
export const getTimeWindowUses = usesOf('time-windows', 'time_windows.view')
export const getTranslationUses = usesOf('translations', 'translations.view')
export const getGatewayUses = usesOf('gateways', 'gateways.view')
export const getGatewayGroupUses = usesOf('gateway-groups', 'gateway_groups.view')
export const getTunnelUses = usesOf('tunnels', 'tunnels.view')
export const getFailoverPolicyUses = usesOf('failover-policies', 'failover_policies.view')
export const getSettlementUses = usesOf('settlements', 'settlements.view')
export const getResellerUses = usesOf('resellers', 'resellers.view')
export const getWholesaleClientUses = usesOf('wholesale-clients', 'wholesale_clients.view')
export const getRetailClientUses = usesOf('retail-clients', 'retail_clients.view')

export const getCurrencyUses = endpoint({
  method: 'GET',
  path: '/api/currencies/:code/uses',
  summary,
  needs: 'currencies.view',
  params: z.object({ code: is.currency }),
  answer,
})
