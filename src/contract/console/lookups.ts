// Short lists for pickers: at most 50 matches of what is typed.
import { z } from 'zod'
import { PACKAGE_CYCLES } from '#core/account/package.ts'
import { CODECS } from '#core/codec.ts'
import { USER_TYPES } from '#core/permission/permission.ts'
import { endpoint } from '../endpoint.ts'
import { needing } from '../field-rights.ts'
import { TUNNEL_KINDS } from '../machine/tunnels.ts'
import {
  currency,
  fxText,
  id,
  moneyText,
  queryId,
  queryNumber,
  resellerLevel,
  status,
} from '../primitives.ts'
import { GATEWAY_STATUSES } from '../routing/gateways.ts'
import { TARIFF_KINDS } from '../tariffs/tariffs.ts'

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
  needs: 'accounts.view',
  query: query.extend({
    /** Admins only on request: they have no account, so id is the user. */
    type: z.enum(USER_TYPES).optional(),
    /** Only those who can be recharged, or paid. */
    payment: z.enum(['RECHARGE', 'PAYMENT_MADE']).optional(),
  }),
  answer: z.array(option.extend({ type: z.enum(USER_TYPES), status: z.string() })),
})

export const lookupPayers = endpoint({
  method: 'GET',
  path: '/api/lookup/payers',
  summary: 'Clients and resellers by name, username, SIP user, number or IP address',
  needs: 'payments.create',
  query,
  answer: z.array(option),
})

export const lookupPermissionGroups = endpoint({
  method: 'GET',
  path: '/api/lookup/permission-groups',
  summary: 'Permission groups, by name',
  needs: 'users.view',
  query,
  answer: z.array(option),
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
  query: query.extend({ kind: z.enum(TARIFF_KINDS).optional() }),
  answer: z.array(option),
})

export const lookupPackages = endpoint({
  method: 'GET',
  path: '/api/lookup/packages',
  summary: 'Packages that are sold, by name, to one client or in one currency',
  needs: 'packages.view',
  query: query.extend({ currency: currency.optional(), account_id: queryId.optional() }),
  answer: z.array(
    option.extend({
      seconds: z.number(),
      price: needing('sale', moneyText),
      currency,
      cycle: z.enum(PACKAGE_CYCLES),
    }),
  ),
})

/** All countries together: the list is short. */
export const lookupCurrencies = endpoint({
  method: 'GET',
  path: '/api/lookup/currencies',
  summary: 'Currencies by code, the system currency first',
  needs: 'currencies.view',
  answer: z.array(
    z.object({
      code: currency,
      name: z.string(),
      /** The value of one unit in the system currency. */
      rate: fxText,
      is_system: z.boolean(),
    }),
  ),
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

export const lookupGivenPlans = endpoint({
  method: 'GET',
  path: '/api/lookup/given-plans',
  summary: 'Route plans with a name for resellers; for a reseller those that it was given',
  needs: 'accounts.view',
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

export const lookupGatewayGroups = endpoint({
  method: 'GET',
  path: '/api/lookup/gateway-groups',
  summary: 'Gateway groups by name',
  needs: 'gateway_groups.view',
  query,
  answer: z.array(option.extend({ status })),
})

export const lookupTunnels = endpoint({
  method: 'GET',
  path: '/api/lookup/tunnels',
  summary: 'Tunnels by name',
  needs: 'tunnels.view',
  query,
  answer: z.array(z.object({ id, name: z.string(), kind: z.enum(TUNNEL_KINDS), status })),
})

export const lookupFailoverPolicies = endpoint({
  method: 'GET',
  path: '/api/lookup/failover-policies',
  summary: 'Failover policies by name',
  needs: 'failover_policies.view',
  query,
  answer: z.array(option.extend({ is_default: z.boolean() })),
})

export const lookupTimeWindows = endpoint({
  method: 'GET',
  path: '/api/lookup/time-windows',
  summary: 'Time windows by name',
  needs: 'time_windows.view',
  query,
  answer: z.array(option.extend({ status })),
})

export const lookupNumberLists = endpoint({
  method: 'GET',
  path: '/api/lookup/number-lists',
  summary: 'Number lists by name: all, only pools, or all but pools',
  needs: 'number_lists.view',
  query: query.extend({ pool: z.enum(['true', 'false']).optional() }),
  answer: z.array(option.extend({ status })),
})

export const lookupTranslations = endpoint({
  method: 'GET',
  path: '/api/lookup/translations',
  summary: 'Translations by name',
  needs: 'translations.view',
  query,
  answer: z.array(option.extend({ status })),
})

export const lookupTimeZones = endpoint({
  method: 'GET',
  path: '/api/lookup/time-zones',
  summary: 'Time zones by IANA name, with their offset now',
  needs: 'settings.view',
  query,
  answer: z.array(z.object({ id: z.string(), offset: z.string() })),
})

/** As many prefixes as a page shows. */
const PREFIXES_MAX = 100

export const lookupDestinations = endpoint({
  method: 'GET',
  path: '/api/lookup/destinations',
  summary: 'What the rates call the destinations of prefixes, separated by commas',
  needs: 'tariffs.view',
  query: z.strictObject({
    prefixes: z
      .string()
      .regex(/^(\d{1,15}(,\d{1,15})*)?$/, 'Digits, separated by commas.')
      .refine((text) => text.split(',').length <= PREFIXES_MAX, `At most ${PREFIXES_MAX}.`)
      .default(''),
    limit: queryNumber.optional(),
  }),
  /** Only of those that have a name: by the longest prefix that begins it, the most usual one. */
  answer: z.array(z.object({ prefix: z.string(), matched: z.string(), name: z.string() })),
})

export const lookupDeckDestinations = endpoint({
  method: 'GET',
  path: '/api/lookup/deck-destinations',
  summary: 'Destinations of the code deck by name, each with all its prefixes',
  needs: 'code_deck.view',
  query,
  /** The id is that of one of its entries. */
  answer: z.array(option.extend({ prefixes: z.array(z.string()) })),
})
export type DeckDestination = z.output<typeof lookupDeckDestinations.answer>[number]

export const lookupDeckName = endpoint({
  method: 'GET',
  path: '/api/lookup/deck-name',
  summary: 'What the code deck calls a prefix, by its longest entry that begins it, or null',
  needs: 'tariffs.view',
  query: z.strictObject({
    prefix: z
      .string()
      .regex(/^\d{0,15}$/, 'At most 15 digits.')
      .default(''),
    limit: queryNumber.optional(),
  }),
  answer: z.object({ matched: z.string(), name: z.string() }).nullable(),
})
