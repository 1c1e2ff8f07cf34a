// One search over everything that has a name, an address, a prefix or an id.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const SEARCH_KINDS = [
  'WHOLESALE',
  'RETAIL',
  'RESELLER',
  'SETTLEMENT',
  'GATEWAY',
  'GATEWAY_GROUP',
  'ROUTE_PLAN',
  'TARIFF',
  'RATE',
  'CLIENT_IP',
  'SIP_USER',
  'DESTINATION',
  'INVOICE',
  'PAYMENT_MADE',
  'PAYMENT_RECEIVED',
  'WHOLESALE_CALL',
  'RETAIL_CALL',
] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

const searchHit = z.object({
  kind: z.enum(SEARCH_KINDS),
  /** Text, as ids of calls pass 2^53. */
  id: z.string(),
  name: z.string(),
  hint: z.string(),
  /** The tariff of a rate, the client of a SIP user, the level of a reseller. */
  under: z.number().nullable(),
})
export type SearchHit = z.output<typeof searchHit>

export const search = endpoint({
  method: 'GET',
  path: '/api/search',
  summary:
    'Searches names, addresses, prefixes, documents and call ids; at most five hits of a kind',
  needs: 'search.view',
  heavy: true,
  /** Nothing finds nothing, as the list of a search that has not begun. */
  query: z.strictObject({ q: z.string().trim().max(100).default('') }),
  answer: z.array(searchHit),
  replica: true,
})
