// A route plan: which gateways serve which numbers, and in which order they are tried.

export interface RouteTarget {
  readonly gateway_id: number
  /** Where it stands in the rule; 1 is first. */
  readonly position: number
}

export interface RouteRule {
  readonly id: number
  readonly dst_prefix: string
  readonly action: 'ROUTE' | 'BLOCK'
  /** In the order of their positions, active ones only. */
  readonly targets: readonly RouteTarget[]
}

export interface RoutePlan {
  readonly id: number
  readonly name: string
  readonly status: 'active' | 'blocked'
  /** ORDERED tries by position; LCR by what the call is expected to cost, then by position. */
  readonly mode: 'ORDERED' | 'LCR'
  readonly max_attempts: number
  /** Active rules by prefix. */
  readonly rules: ReadonlyMap<string, RouteRule>
}

/** The rule with the longest prefix of the number. */
export function findRule(plan: RoutePlan, number: string): RouteRule | undefined {
  for (let length = Math.min(number.length, 15); length >= 0; length--) {
    const rule = plan.rules.get(number.slice(0, length))
    if (rule) return rule
  }
  return undefined
}
