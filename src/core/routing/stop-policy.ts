// What becomes of a call when a gateway has refused it: is another one tried, and what does the
// caller hear in the end (domain.md §3.4)? Kamailio must know without asking, so a policy is also
// written as regular expressions over "code/cause".

export const STOP_ACTIONS = ['stop', 'stop_if_two', 'stop_if_rang', 'continue'] as const

/**
 * stop: no other gateway is tried. stop_if_two: not after a second gateway of another carrier has
 * said so too. stop_if_rang: not if the called telephone had rung. continue: the next one is tried.
 */
export type StopAction = (typeof STOP_ACTIONS)[number]

export interface StopRule {
  /** Final SIP answers, 300 to 699. */
  readonly codes: readonly number[]
  /** Q.850 causes, 1 to 127; null fits any cause and none. */
  readonly causes: readonly number[] | null
  readonly action: StopAction
  /** What the caller hears when the search ends with this; null is the gateway's own code. */
  readonly reply_code: number | null
}

/** The rules in their order: the first that fits an answer counts. */
export interface StopPolicy {
  readonly rules: readonly StopRule[]
}

const rule = (
  codes: readonly number[],
  causes: readonly number[] | null,
  action: StopAction,
  reply_code: number | null = null,
): StopRule => ({ codes, causes, action, reply_code })

/** The policy with which an installation begins; the migration seeds the same. */
export const DEFAULT_STOP_RULES: readonly StopRule[] = [
  rule([486, 600, 603, 607, 608], null, 'stop'),
  rule([480, 408], [18, 19, 20], 'stop_if_rang'),
  rule([404, 410, 484, 604], [1, 22, 28], 'stop_if_two'),
  // About us and the carrier only: none of the caller's business.
  rule([401, 402, 403, 407], null, 'continue', 503),
  rule([404, 410, 484, 604], null, 'continue'),
  rule([415, 488, 606], null, 'continue'),
]

/** The rule that an answer meets; `cause` is 0 when the gateway gave none. */
export function stopRuleFor(policy: StopPolicy, code: number, cause: number): StopRule | undefined {
  return policy.rules.find(
    ({ codes, causes }) => codes.includes(code) && (causes === null || causes.includes(cause)),
  )
}

export function stopActionFor(policy: StopPolicy, code: number, cause: number): StopAction {
  return stopRuleFor(policy, code, cause)?.action ?? 'continue'
}

/** What the caller hears when the search ends with this answer; null is the gateway's own code. */
export function replyFor(policy: StopPolicy, code: number, cause: number): number | null {
  return stopRuleFor(policy, code, cause)?.reply_code ?? null
}

export interface StopPatterns {
  /** Extended regular expressions of POSIX over "code/cause", the cause 0 when there is none. */
  readonly stop: string
  readonly stop_if_two: string
  readonly stop_if_rang: string
  /** In any order: no text fits two of them. */
  readonly replies: readonly { readonly pattern: string; readonly code: number }[]
}

/** Fits no text that Kamailio asks about, because each has a code. */
const NEVER = '^-$'
const CAUSES = 127

export function stopPatterns(policy: StopPolicy): StopPatterns {
  const outcomes = outcomesOf(policy)
  const replies = new Set(outcomes.map(({ rule }) => rule.reply_code))
  return {
    stop: patternOf(outcomes.filter(({ rule }) => rule.action === 'stop')),
    stop_if_two: patternOf(outcomes.filter(({ rule }) => rule.action === 'stop_if_two')),
    stop_if_rang: patternOf(outcomes.filter(({ rule }) => rule.action === 'stop_if_rang')),
    replies: [...replies]
      .filter((code) => code !== null)
      .map((code) => ({
        code,
        pattern: patternOf(outcomes.filter(({ rule }) => rule.reply_code === code)),
      })),
  }
}

/** A code with the causes for which a rule counts: those that no rule before it has taken. */
interface Outcome {
  readonly rule: StopRule
  readonly code: number
  /** Null is every cause. */
  readonly causes: readonly number[] | null
}

function outcomesOf({ rules }: StopPolicy): Outcome[] {
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

function patternOf(outcomes: readonly Outcome[]): string {
  const parts = outcomes.map(({ code, causes }) =>
    causes === null ? `${code}/[0-9]+` : `${code}/(${causes.join('|')})`,
  )
  return parts.length === 0 ? NEVER : `^(${parts.join('|')})$`
}
