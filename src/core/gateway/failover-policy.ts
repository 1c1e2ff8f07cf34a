// Whether another gateway is tried after a failure, and which response the caller gets
// (docs/domain/routing.md, R9). Kamailio decides this without the engine, so a policy is also
// written as regular expressions over "code/cause".

export const FAILOVER_ACTIONS = [
  'stop',
  'stop_after_two_gateways',
  'stop_if_rang',
  'continue',
] as const

/**
 * stop: no other gateway is tried. stop_after_two_gateways: none after a second
 * gateway has refused so too. stop_if_rang: none if it had rung there. continue: the next one is
 * tried.
 */
export type FailoverAction = (typeof FAILOVER_ACTIONS)[number]

export interface FailoverRule {
  /** Final SIP answers, 300 to 699. */
  readonly codes: readonly number[]
  /** Q.850 causes, 1 to 127; null fits any cause and none. */
  readonly causes: readonly number[] | null
  readonly action: FailoverAction
  /** The response to the caller instead of these codes, with any cause; null is unchanged. */
  readonly reply_code: number | null
}

/** The rules in their order: the first that fits an answer counts. */
export interface FailoverPolicy {
  readonly rules: readonly FailoverRule[]
}

/** The id of the default policy in memory, for a gateway that names none. */
export const DEFAULT_FAILOVER_POLICY = 0

const rule = (
  codes: readonly number[],
  causes: readonly number[] | null,
  action: FailoverAction,
  reply_code: number | null = null,
): FailoverRule => ({ codes, causes, action, reply_code })

/** The policy with which an installation begins; the migration seeds the same. */
export const DEFAULT_FAILOVER_RULES: readonly FailoverRule[] = [
  rule([486, 600, 603, 607, 608], null, 'stop'),
  rule([480, 408], [18, 19, 20], 'stop_if_rang'),
  rule([404, 410, 484, 604], [1, 22, 28], 'stop_after_two_gateways'),
  // These concern only us and the carrier, not the caller.
  rule([401, 402, 403, 407], null, 'continue', 503),
  rule([404, 410, 484, 604], null, 'continue'),
  rule([415, 488, 606], null, 'continue'),
]

/** The place of the rule that an answer meets, -1 for none; cause 0 is none from the gateway. */
export function findFailoverRule({ rules }: FailoverPolicy, code: number, cause: number): number {
  return rules.findIndex(
    ({ codes, causes }) => codes.includes(code) && (causes === null || causes.includes(cause)),
  )
}

export function failoverActionFor(
  policy: FailoverPolicy,
  code: number,
  cause: number,
): FailoverAction {
  return policy.rules[findFailoverRule(policy, code, cause)]?.action ?? 'continue'
}

/** The response to the caller when the search ends with this code; null is the code itself. */
export function replyFor(policy: FailoverPolicy, code: number): number | null {
  return (
    policy.rules.find((rule) => rule.reply_code !== null && rule.codes.includes(code))
      ?.reply_code ?? null
  )
}

/** All codes that `replyFor` changes. */
export function repliesOf(policy: FailoverPolicy): Readonly<Record<number, number>> {
  const codes = new Set(policy.rules.flatMap((rule) => rule.codes))
  const replies = [...codes].flatMap((code) => {
    const reply = replyFor(policy, code)
    return reply === null ? [] : [[code, reply] as const]
  })
  return Object.fromEntries(replies)
}

/** Extended regular expressions of POSIX over the whole of "code/cause", cause 0 for none. */
export interface StopPatterns {
  readonly stop: string
  readonly stop_after_two_gateways: string
}

/** Fits no answer, because each has a code. */
const NEVER = '^-$'
const CAUSES = 127

/**
 * The policy as the switch reads it. If the gateway stops the search after ringing anyway, the
 * switch handles `stop_if_rang`; otherwise the cause of the response decides.
 */
export function stopPatterns(
  policy: FailoverPolicy,
  { stop_after_ringing }: { readonly stop_after_ringing: boolean },
): StopPatterns {
  const outcomes = outcomesOf(policy)
  const patternOf = (...actions: FailoverAction[]) =>
    textOf(outcomes.filter(({ rule }) => actions.includes(rule.action)))
  return {
    stop: stop_after_ringing ? patternOf('stop') : patternOf('stop', 'stop_if_rang'),
    stop_after_two_gateways: patternOf('stop_after_two_gateways'),
  }
}

/** A policy as the switch reads it, worked out once for all calls. */
export interface CompiledFailoverPolicy {
  /** For a gateway that stops the search after ringing anyway, and for the others. */
  readonly stops: { readonly after_ringing: StopPatterns; readonly otherwise: StopPatterns }
  readonly replies: Readonly<Record<number, number>>
}

export const compileFailoverPolicy = (policy: FailoverPolicy): CompiledFailoverPolicy => ({
  stops: {
    after_ringing: stopPatterns(policy, { stop_after_ringing: true }),
    otherwise: stopPatterns(policy, { stop_after_ringing: false }),
  },
  replies: repliesOf(policy),
})

/** A code with the causes for which a rule counts: those that no rule before it has taken. */
interface Outcome {
  readonly rule: FailoverRule
  readonly code: number
  /** Null is every cause. */
  readonly causes: readonly number[] | null
}

function outcomesOf({ rules }: FailoverPolicy): Outcome[] {
  const taken = new Map<number, Set<number>>()
  const outcomes: Outcome[] = []
  for (const rule of rules) {
    for (const code of new Set(rule.codes)) {
      const before = taken.get(code) ?? new Set()
      taken.set(code, before)
      const wanted = rule.causes ?? ALL_CAUSES
      const left = [...new Set(wanted)].filter((cause) => !before.has(cause))
      const isWhole = rule.causes === null && before.size === 0
      if (left.length > 0) outcomes.push({ rule, code, causes: isWhole ? null : left })
      for (const cause of left) before.add(cause)
    }
  }
  return outcomes
}

const ALL_CAUSES: readonly number[] = Array.from({ length: CAUSES + 1 }, (_, cause) => cause)

function textOf(outcomes: readonly Outcome[]): string {
  const parts = outcomes.map(({ code, causes }) =>
    causes === null ? `${code}/[0-9]+` : `${code}/(${causes.join('|')})`,
  )
  return parts.length === 0 ? NEVER : `^(${parts.join('|')})$`
}
