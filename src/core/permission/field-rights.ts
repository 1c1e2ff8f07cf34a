// Which fields of a record a user sees. The contract names the right of a field, the session has
// the rights of the user, and the API leaves out what does not fit, in answers, files, filters and
// sort orders.
import type { UserType } from './permission.ts'

export const FIELD_RIGHTS = [
  /** The client and the resellers of a call, by name. */
  'clients',
  /** The call as it came in: numbers, headers and destination, our response, billed seconds. */
  'caller_side',
  /** The price that the client pays. */
  'sale',
  /** The call as it was sent: gateway, sent numbers, its response, bought seconds. */
  'settlement_side',
  /** The price that the settlement account gets. */
  'purchase',
  /** The limits on the cost of a gateway. */
  'cost_limits',
  /** The earnings of the operator. */
  'earnings',
  /** The revenue of the seller for calls in a report: the operator, or a reseller. */
  'turnover',
  /** The cost of calls for the seller of a report, and the margin that is left. */
  'margin',
  /** The cost of calls for a reseller, and the margin that is left to it. */
  'reseller_cost',
  /** The charges or the income of the only account of the user. */
  'own_charges',
  /** How own tariffs are used: their kind, state and notes. */
  'selling',
  /** The route plan of a client; for resellers those that they were given. */
  'client_plans',
  /** How the operator works: route plans, refusals, configuration of gateways, staff and notes. */
  'operations',
] as const

export type FieldRight = (typeof FIELD_RIGHTS)[number]

const OF_CLIENT = ['caller_side', 'sale', 'own_charges'] as const

const RIGHTS: Readonly<Record<UserType, readonly FieldRight[]>> = {
  ADMIN: FIELD_RIGHTS.filter((right) => right !== 'own_charges'),
  RESELLER: [
    'clients',
    'caller_side',
    'sale',
    'turnover',
    'margin',
    'reseller_cost',
    'selling',
    'client_plans',
  ],
  WHOLESALE: OF_CLIENT,
  RETAIL: OF_CLIENT,
  SETTLEMENT: ['settlement_side', 'purchase', 'own_charges'],
}

/** The right to the balance of another account: two looks at it say what the calls between cost. */
export const balanceRightOf = (kind: string): FieldRight =>
  kind === 'SETTLEMENT' ? 'purchase' : 'sale'

/** The same for the own balance of a user. That of a reseller falls by its cost of calls. */
export const ownBalanceRightOf = (type: UserType): FieldRight =>
  type === 'RESELLER' ? 'reseller_cost' : 'own_charges'

export interface Hiding {
  /** The sale side: rates, charges, revenue. */
  readonly hides_prices: boolean
  /** The costs and the earnings. */
  readonly hides_costs: boolean
}

/** Two of sale, cost and margin are the third, so that each switch hides the margin. */
const OF_PRICES: readonly FieldRight[] = ['sale', 'earnings', 'turnover', 'margin', 'reseller_cost']
const OF_COSTS: readonly FieldRight[] = ['purchase', 'cost_limits', 'earnings', 'margin']
/** The charges of a client are prices. */
const OF_PRICES_OF_CLIENT: readonly FieldRight[] = [...OF_PRICES, 'own_charges']
/** The cost of a reseller is a price of the one above it, and the income of a carrier is a cost. */
const OF_COSTS_OF: Partial<Record<UserType, readonly FieldRight[]>> = {
  RESELLER: [...OF_COSTS, 'reseller_cost'],
  SETTLEMENT: [...OF_COSTS, 'own_charges'],
}

export function fieldRightsOf(
  type: UserType,
  { hides_prices, hides_costs }: Hiding = { hides_prices: false, hides_costs: false },
): readonly FieldRight[] {
  const prices = type === 'SETTLEMENT' ? OF_PRICES : OF_PRICES_OF_CLIENT
  const costs = OF_COSTS_OF[type] ?? OF_COSTS
  return RIGHTS[type].filter(
    (right) => !(hides_prices && prices.includes(right)) && !(hides_costs && costs.includes(right)),
  )
}
