// A route plan: which gateways serve which numbers, and in which order they are tried.
import { formatPercent, type Money, type Percent, parsePercent, type Rate } from '../money.ts'

export const ROUTE_PLAN_MODES = [
  'ORDERED',
  'LCR',
  'LCR_QUALITY',
  'QUALITY',
  'PERCENT',
  'STATIC_THEN_LCR',
] as const
export type RoutePlanMode = (typeof ROUTE_PLAN_MODES)[number]

export const PROFIT_MODES = ['OFF', 'PER_MINUTE', 'PER_CALL'] as const
export type ProfitMode = (typeof PROFIT_MODES)[number]

export const MATCH_MODES = ['LONGEST_ONLY', 'LONGEST_THEN_SHORTER'] as const
export type MatchMode = (typeof MATCH_MODES)[number]

/** The SIP codes that a blocking rule may send. */
export const BLOCK_SIP_CODES = [403, 404, 480, 484, 503, 603] as const
export type BlockSipCode = (typeof BLOCK_SIP_CODES)[number]

/** The factor of a cost in comparisons, in ten-thousandths: 1.25 is 12500. */
export type CostMultiplier = number & { readonly __unit: '1e-4' }

// Percentages have four decimals as well, so they are read and written in the same way.
export const parseCostMultiplier = (text: string) =>
  parsePercent(text) as number | undefined as CostMultiplier | undefined
export const formatCostMultiplier = (times: CostMultiplier): string =>
  formatPercent(times as number as Percent)

/** A gateway or a group of gateways in a rule: exactly one of the two ids is given. */
export interface RouteTarget {
  readonly id: number
  /** A blocked one appears in the trace and is never tried. */
  readonly status: 'active' | 'blocked'
  readonly gateway_id: number | null
  readonly gateway_group_id: number | null
  /** Its position in the rule; 1 is first. */
  readonly position: number
  /**
   * The highest is tried first among candidates that the mode leaves equal; equals share by weight.
   */
  readonly priority: number
  readonly weight: number
  /** The share of calls that PERCENT sends here first. */
  readonly percent: number
  /** Tried before all that go by cost in STATIC_THEN_LCR. */
  readonly is_static: boolean
  readonly strip_digits: number
  readonly prepend: string
  readonly translation_id: number | null
  readonly channel_limit: number | null
  readonly cost_multiplier: CostMultiplier
  /** Epoch; null is always. */
  readonly valid_from_ms: number | null
  readonly valid_until_ms: number | null
}

export interface RouteRule {
  readonly id: number
  /** A blocked one is skipped. */
  readonly status: 'active' | 'blocked'
  /** Decides between equally specific rules; 1 is first. */
  readonly position: number
  readonly dst_prefix: string
  readonly src_prefix: string
  readonly src_list_id: number | null
  readonly client_id: number | null
  readonly reseller_id: number | null
  /** All of them must be among the tags of the call. */
  readonly tags: readonly string[]
  readonly match_mode: MatchMode
  /** Length of the called number, in digits. */
  readonly min_length: number
  readonly max_length: number
  readonly window_id: number | null
  /** No rule after this one is used. */
  readonly exclusive: boolean
  readonly action: 'ROUTE' | 'BLOCK'
  readonly block_sip_code: BlockSipCode
  readonly block_reason: string
  /** In the order of their positions. */
  readonly targets: readonly RouteTarget[]
}

/** The rules of one prefix, each list with the most specific first. */
interface PrefixRules {
  readonly shared: readonly RouteRule[]
  /** Rules for one client alone, by its id: a plan may have one for each of thousands. */
  readonly of_clients: ReadonlyMap<number, readonly RouteRule[]>
}

export interface RuleIndex {
  readonly longest_prefix: number
  readonly by_prefix: ReadonlyMap<string, PrefixRules>
}

export interface RoutePlan {
  readonly id: number
  readonly name: string
  readonly status: 'active' | 'blocked'
  readonly mode: RoutePlanMode
  readonly max_attempts: number
  /** Over all attempts together. */
  readonly max_setup_seconds: number
  readonly rate_delta: Rate
  readonly profit_mode: ProfitMode
  readonly min_profit_percent: Percent
  readonly min_profit_abs: Money
  readonly dst_list_id: number | null
  readonly src_list_id: number | null
  /** Used when the rules of this one are exhausted. */
  readonly parent_plan_id: number | null
  readonly rules: RuleIndex
}

/** Longest source prefix first, then more tags, then position (docs/domain/routing.md, R5). */
function moreSpecificFirst(a: RouteRule, b: RouteRule): number {
  return (
    b.src_prefix.length - a.src_prefix.length ||
    b.tags.length - a.tags.length ||
    a.position - b.position
  )
}

export function indexRules(rules: readonly RouteRule[]): RuleIndex {
  const by_prefix = new Map<string, PrefixRules>()
  let longest_prefix = 0
  for (const [prefix, same] of Map.groupBy(rules, (rule) => rule.dst_prefix)) {
    const sorted = same.toSorted(moreSpecificFirst)
    const own = sorted.filter((rule) => rule.client_id !== null)
    by_prefix.set(prefix, {
      shared: sorted.filter((rule) => rule.client_id === null),
      of_clients: Map.groupBy(own, (rule) => rule.client_id ?? 0),
    })
    longest_prefix = Math.max(longest_prefix, prefix.length)
  }
  return { longest_prefix, by_prefix }
}

export interface RuleQuestion {
  readonly called_number: string
  readonly caller_number: string
  readonly client_id: number
  /** All resellers above the client. */
  readonly reseller_ids: readonly number[]
  readonly tags: readonly string[]
  readonly at_ms: number
}

/** Lookups of what a plan refers to. */
export interface RuleHelpers {
  plan(id: number): RoutePlan | undefined
  isOpen(window_id: number, at_ms: number): boolean
  /** Whether a number list accepts the number. */
  accepts(list_id: number, number: string): boolean
}

export interface FoundRule {
  readonly plan: RoutePlan
  readonly rule: RouteRule
}

/** The cause that refuses the number: a rule that blocks, or one of the plan's own lists. */
export type Block =
  | { readonly by: 'rule'; readonly plan: RoutePlan; readonly rule: RouteRule }
  | { readonly by: 'dst_list' | 'src_list'; readonly plan: RoutePlan }

export interface FoundRules {
  /** Those that route, in the order in which their targets are tried. */
  readonly rules: readonly FoundRule[]
  /** Blocked ones that would fit, as far as the search came. */
  readonly passed_over: readonly FoundRule[]
  /** The block that ended the search; null when it came to its own end. */
  readonly block: Block | null
}

/** A chain of fallback plans longer than this ends; the API refuses circles. */
export const MAX_FALLBACKS = 5

/**
 * The rules that count for a call: those of the longest prefix of which one fits, then, where a
 * rule says so, those of shorter ones, then those of the fallback plan. An exclusive rule ends
 * the search, and so does one that blocks.
 */
export function findRules(
  plan: RoutePlan,
  question: RuleQuestion,
  helpers: RuleHelpers,
): FoundRules {
  const rules: FoundRule[] = []
  const passed_over: FoundRule[] = []
  let current: RoutePlan | undefined = plan
  for (let depth = 0; current?.status === 'active' && depth <= MAX_FALLBACKS; depth++) {
    const rejecting = rejectingList(current, question, helpers)
    if (rejecting) return { rules, passed_over, block: { by: rejecting, plan: current } }
    const ended = addRules({ rules, passed_over }, current, question, helpers)
    if (ended) return { rules, passed_over, block: ended === 'exclusive' ? null : ended }
    current = current.parent_plan_id === null ? undefined : helpers.plan(current.parent_plan_id)
  }
  return { rules, passed_over, block: null }
}

function rejectingList(
  { dst_list_id, src_list_id }: RoutePlan,
  { called_number, caller_number }: RuleQuestion,
  { accepts }: RuleHelpers,
): 'dst_list' | 'src_list' | undefined {
  if (dst_list_id !== null && !accepts(dst_list_id, called_number)) return 'dst_list'
  if (src_list_id !== null && !accepts(src_list_id, caller_number)) return 'src_list'
  return undefined
}

/** Adds the rules of one plan; answers what ended the search for good, if anything did. */
function addRules(
  found: { readonly rules: FoundRule[]; readonly passed_over: FoundRule[] },
  plan: RoutePlan,
  question: RuleQuestion,
  helpers: RuleHelpers,
): Block | 'exclusive' | undefined {
  const { by_prefix, longest_prefix } = plan.rules
  const number = question.called_number
  for (let length = Math.min(number.length, longest_prefix); length >= 0; length--) {
    const same = by_prefix.get(number.slice(0, length))
    if (!same) continue
    const all = rulesFor(same, question.client_id).filter((rule) => fits(rule, question, helpers))
    const fitting = all.filter((rule) => rule.status === 'active')
    for (const rule of all) if (rule.status === 'blocked') found.passed_over.push({ plan, rule })
    for (const rule of fitting) {
      if (rule.action === 'BLOCK') return { by: 'rule', plan, rule }
      found.rules.push({ plan, rule })
      if (rule.exclusive) return 'exclusive'
    }
    const triesShorter = fitting.some((rule) => rule.match_mode === 'LONGEST_THEN_SHORTER')
    if (fitting.length > 0 && !triesShorter) return undefined
  }
  return undefined
}

function rulesFor({ shared, of_clients }: PrefixRules, client_id: number): readonly RouteRule[] {
  const own = of_clients.get(client_id)
  if (!own) return shared
  return shared.length === 0 ? own : [...own, ...shared].sort(moreSpecificFirst)
}

function fits(rule: RouteRule, question: RuleQuestion, helpers: RuleHelpers): boolean {
  const { called_number, caller_number, reseller_ids, tags, at_ms } = question
  return (
    called_number.length >= rule.min_length &&
    called_number.length <= rule.max_length &&
    caller_number.startsWith(rule.src_prefix) &&
    (rule.reseller_id === null || reseller_ids.includes(rule.reseller_id)) &&
    rule.tags.every((tag) => tags.includes(tag)) &&
    (rule.src_list_id === null || helpers.accepts(rule.src_list_id, caller_number)) &&
    (rule.window_id === null || helpers.isOpen(rule.window_id, at_ms))
  )
}
