import type * as contract from '#contract/console/lookups.ts'
import { CODECS, DEFAULT_CODECS } from '#core/codec.ts'
import { lookupGivenPlans } from '#db/accounts/reseller-plans.ts'
import {
  lookupAccounts,
  lookupAdmins,
  lookupCurrencies,
  lookupDeckDestinations,
  lookupFailoverPolicies,
  lookupGatewayGroups,
  lookupGateways,
  lookupNumberLists,
  lookupPackages,
  lookupPayers,
  lookupPermissionGroups,
  lookupResellers,
  lookupRoutePlans,
  lookupTariffs,
  lookupTimeWindows,
  lookupTranslations,
  lookupTunnels,
} from '#db/console/lookups.ts'
import { contains } from '#db/paging.ts'
import { listTimeZones } from '#db/settings.ts'
import { findDeckName } from '#db/tariffs/code-deck.ts'
import { lookupDestinations } from '#db/tariffs/destinations.ts'
import type { HandlersOf } from '../http/handle.ts'

export const lookups: HandlersOf<typeof contract> = {
  lookupUsers: ({ database, caller: { scope }, query }) =>
    query.type === 'ADMIN' && !query.payment
      ? lookupAdmins(database, scope, query)
      : lookupAccounts(database, scope, query),

  lookupPermissionGroups: ({ database, caller, query }) =>
    lookupPermissionGroups(database, caller.scope, query),

  lookupPayers: ({ database, caller, query }) => lookupPayers(database, caller.scope, query),

  async lookupCodecs() {
    return CODECS.map((id) => ({ id, is_default: DEFAULT_CODECS.includes(id) }))
  },

  lookupTariffs: ({ database, caller, query }) => lookupTariffs(database, caller.scope, query),

  lookupPackages: ({ database, caller, query }) => lookupPackages(database, caller.scope, query),

  lookupCurrencies: ({ database }) => lookupCurrencies(database),

  lookupResellers: ({ database, caller, query }) => lookupResellers(database, caller.scope, query),

  lookupRoutePlans: ({ database, caller, query }) =>
    lookupRoutePlans(database, caller.scope, query),

  lookupGivenPlans: ({ database, caller, query }) =>
    lookupGivenPlans(database, caller.scope, query),

  lookupGateways: ({ database, caller, query }) => lookupGateways(database, caller.scope, query),

  lookupGatewayGroups: ({ database, caller, query }) =>
    lookupGatewayGroups(database, caller.scope, query),

  lookupTunnels: ({ database, caller, query }) => lookupTunnels(database, caller.scope, query),

  lookupFailoverPolicies: ({ database, caller, query }) =>
    lookupFailoverPolicies(database, caller.scope, query),

  lookupTimeWindows: ({ database, caller, query }) =>
    lookupTimeWindows(database, caller.scope, query),

  lookupNumberLists: ({ database, caller, query }) =>
    lookupNumberLists(database, caller.scope, query),

  lookupTranslations: ({ database, caller, query }) =>
    lookupTranslations(database, caller.scope, query),

  lookupDestinations: ({ database, caller, query }) =>
    lookupDestinations(database, caller.scope, query.prefixes.split(',').filter(Boolean)),

  lookupDeckDestinations: ({ database, query }) => lookupDeckDestinations(database, query),

  lookupDeckName: async ({ database, query }) =>
    (await findDeckName(database, query.prefix)) ?? null,

  lookupTimeZones: ({ database, query }) => listTimeZones(database, contains(query.q ?? '')),
}
