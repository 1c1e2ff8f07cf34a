// The gaps in the configuration and the money of a client that keep its calls from being routed.
// The route tester decides about one number; this shows which part has to be set up first.

/** The items that gaps belong to, in the order in which a client is set up. */
export const READINESS_ITEMS = [
  'account',
  'source',
  'tariff',
  'route_plan',
  'funds',
  'resellers',
  'bans',
  'above',
] as const
export type ReadinessItem = (typeof READINESS_ITEMS)[number]

export const READINESS_GAPS = {
  ACCOUNT_BLOCKED: 'account',
  ACCOUNT_EXPIRED: 'account',
  NO_ADDRESS: 'source',
  NO_SIP_USER: 'source',
  TARIFF_BLOCKED: 'tariff',
  NO_RATES: 'tariff',
  NO_ROUTE_PLAN: 'route_plan',
  ROUTE_PLAN_BLOCKED: 'route_plan',
  NO_GATEWAY: 'route_plan',
  GATEWAYS_DOWN: 'route_plan',
  NO_FUNDS: 'funds',
  SPEND_LIMIT: 'funds',
  RESELLER_BLOCKED: 'resellers',
  RESELLER_NO_RATES: 'resellers',
  RESELLER_NO_FUNDS: 'resellers',
  BANNED: 'bans',
  STOPPED_ABOVE: 'above',
} as const satisfies Readonly<Record<string, ReadinessItem>>

export type ReadinessGap = keyof typeof READINESS_GAPS

/**
 * Each address and SIP user that is in use has a tariff and a route plan; without any, those of the
 * client count. Each fact holds for all of them.
 */
export interface ReadinessFacts {
  readonly kind: 'WHOLESALE' | 'RETAIL'
  readonly is_active: boolean
  readonly is_expired: boolean
  /** Addresses or SIP users in use. */
  readonly sources: number
  readonly tariff_active: boolean
  /** At least one rate that counts now and is not blocked. */
  readonly has_rates: boolean
  readonly has_plan: boolean
  readonly plan_active: boolean
  /** An active gateway in an active rule, whose settlement account is active and has buy rates. */
  readonly has_gateway: boolean
  /** One of these gateways is neither down nor locked. */
  readonly gateway_up: boolean
  readonly has_funds: boolean
  readonly within_spend_limits: boolean
  readonly resellers_active: boolean
  readonly resellers_have_rates: boolean
  readonly resellers_have_funds: boolean
  /** Number of its addresses, or of its registered phones, that are banned. */
  readonly banned: number
}

const first = (...gaps: readonly (ReadinessGap | false)[]): ReadinessGap[] => {
  const gap = gaps.find((one) => one !== false)
  return gap ? [gap] : []
}

/** At most one gap of each item: the one that has to be closed first. */
export function findReadinessGaps(facts: ReadinessFacts): ReadinessGap[] {
  const without_source = facts.kind === 'WHOLESALE' ? 'NO_ADDRESS' : 'NO_SIP_USER'
  return [
    ...first(!facts.is_active && 'ACCOUNT_BLOCKED', facts.is_expired && 'ACCOUNT_EXPIRED'),
    ...first(facts.sources === 0 && without_source),
    ...first(!facts.tariff_active && 'TARIFF_BLOCKED', !facts.has_rates && 'NO_RATES'),
    ...first(
      !facts.has_plan && 'NO_ROUTE_PLAN',
      !facts.plan_active && 'ROUTE_PLAN_BLOCKED',
      !facts.has_gateway && 'NO_GATEWAY',
      !facts.gateway_up && 'GATEWAYS_DOWN',
    ),
    ...first(!facts.has_funds && 'NO_FUNDS', !facts.within_spend_limits && 'SPEND_LIMIT'),
    ...first(
      !facts.resellers_active && 'RESELLER_BLOCKED',
      !facts.resellers_have_rates && 'RESELLER_NO_RATES',
      !facts.resellers_have_funds && 'RESELLER_NO_FUNDS',
    ),
    ...first(facts.banned > 0 && 'BANNED'),
  ]
}

/** The gaps that a reseller closes in its own area. */
const OF_RESELLERS: readonly ReadinessGap[] = [
  ...(['ACCOUNT_BLOCKED', 'ACCOUNT_EXPIRED', 'NO_ADDRESS', 'NO_SIP_USER'] as const),
  ...(['TARIFF_BLOCKED', 'NO_RATES', 'NO_ROUTE_PLAN', 'ROUTE_PLAN_BLOCKED'] as const),
  ...(['NO_FUNDS', 'SPEND_LIMIT'] as const),
]

/** The gaps as the reseller of the client has them: all that is not its own is one gap above it. */
export function gapsForReseller(gaps: readonly ReadinessGap[]): ReadinessGap[] {
  const own = gaps.filter((gap) => OF_RESELLERS.includes(gap))
  return own.length === gaps.length ? own : [...own, 'STOPPED_ABOVE']
}
