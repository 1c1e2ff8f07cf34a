// Short lists for pickers: at most 50 matches of what is typed.
import { z } from 'zod'
import { CODECS } from '#core/codec.ts'
import { USER_TYPES } from '#core/permission/permission.ts'
import { endpoint } from './endpoint.ts'
import { GATEWAY_STATUSES } from './gateways.ts'
import { id, queryId, queryNumber, resellerLevel } from './primitives.ts'

const query = z.strictObject({
  q: z.string().trim().max(100).optional(),
  /** Also answers this one, so that a form can show what is chosen. */
  id: queryId.optional(),
  limit: queryNumber.optional(),
})
const option = z.object({ id, name: z.string(), hint: z.string() })
export type Option = z.output<typeof option>

export const lookupUsers = endpoint({
  method: 'GET',
  path: '/api/lookup/users',
  summary: 'Clients, resellers and settlement accounts by name or username; id is the account',
  needs: 'payments.view',
  query: query.extend({ type: z.enum(USER_TYPES).optional() }),
  answer: z.array(option.extend({ type: z.enum(USER_TYPES), status: z.string() })),
})

export const lookupCodecs = endpoint({
  method: 'GET',
  path: '/api/lookup/codecs',
  summary: 'Codecs',
  needs: 'signed-in',
  answer: z.array(z.object({ id: z.enum(CODECS), is_default: z.boolean() })),
})

export const lookupTariffs = endpoint({
  method: 'GET',
  path: '/api/lookup/tariffs',
  summary: 'Tariffs by name',
  needs: 'tariffs.view',
  query: query.extend({ kind: z.enum(['SELL', 'BUY']).optional() }),
  answer: z.array(option),
})

export const lookupResellers = endpoint({
  method: 'GET',
  path: '/api/lookup/resellers',
  summary: 'Resellers by name, of one level or of all',
  needs: 'resellers.view',
  query: query.extend({ level: queryNumber.pipe(resellerLevel).optional() }),
  answer: z.array(option),
})

export const lookupRoutePlans = endpoint({
  method: 'GET',
  path: '/api/lookup/route-plans',
  summary: 'Route plans by name',
  needs: 'route_plans.view',
  query,
  answer: z.array(option),
})

export const lookupGateways = endpoint({
  method: 'GET',
  path: '/api/lookup/gateways',
  summary: 'Gateways by name',
  needs: 'gateways.view',
  query,
  answer: z.array(option.extend({ status: z.enum(GATEWAY_STATUSES) })),
})

export const lookupTimeZones = endpoint({
  method: 'GET',
  path: '/api/lookup/time-zones',
  summary: 'Time zones by IANA name, with their offset now',
  needs: 'settings.view',
  query,
  answer: z.array(z.object({ id: z.string(), offset: z.string() })),
})
