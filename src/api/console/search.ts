import type * as contract from '#contract/console/search.ts'
import { SEARCH_KINDS, type SearchKind } from '#contract/console/search.ts'
import type { Permission } from '#core/permission/permission.ts'
import { readSearchText } from '#core/search-text.ts'
import { findByText } from '#db/console/search.ts'
import type { HandlersOf } from '../http/handle.ts'
import { maskedText } from '../http/mask-numbers.ts'

/** Who may not open a thing does not find it either. */
const NEEDS: Readonly<Record<SearchKind, Permission>> = {
  WHOLESALE: 'wholesale_clients.view',
  RETAIL: 'retail_clients.view',
  RESELLER: 'resellers.view',
  SETTLEMENT: 'settlements.view',
  GATEWAY: 'gateways.view',
  GATEWAY_GROUP: 'gateway_groups.view',
  ROUTE_PLAN: 'route_plans.view',
  TARIFF: 'tariffs.view',
  RATE: 'tariffs.view',
  CLIENT_IP: 'wholesale_clients.view',
  SIP_USER: 'retail_clients.view',
  // It leads to the traffic of the destination.
  DESTINATION: 'traffic_reports.view',
  INVOICE: 'invoices.view',
  PAYMENT_MADE: 'payments.view',
  PAYMENT_RECEIVED: 'payments.view',
  WHOLESALE_CALL: 'call_records.view',
  RETAIL_CALL: 'call_records.view',
}

export const search: HandlersOf<typeof contract> = {
  async search({ database, caller, query }) {
    if (query.q === '') return []
    const { masked_digits } = caller.rights
    const kinds = SEARCH_KINDS.filter(
      (kind) =>
        caller.permissions.includes(NEEDS[kind]) &&
        // A name or number that is searched for would be found digit by digit.
        !(kind === 'SIP_USER' && masked_digits > 0),
    )
    const asked = readSearchText(query.q)
    const hits = await findByText(database, caller.scope, kinds, asked)
    return hits.map((hit) =>
      hit.kind.endsWith('_CALL') ? { ...hit, name: maskedText(hit.name, masked_digits) } : hit,
    )
  },
}
