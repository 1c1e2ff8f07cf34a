// Shares of calls, exact and evenly spread instead of on the average: of the targets of a rule in
// PERCENT (smooth weighted round robin), and of a gateway that is probed after a lock.

/** The target of a rule that is tried first by this call, and the credits of all after it. */
export interface PercentTurn {
  readonly rule_id: number
  readonly target_id: number
  readonly credits: ReadonlyMap<number, number>
}

/** The counters that a decision uses; the next decision sees the use once it was counted. */
export interface PercentTurns {
  readonly turns: readonly PercentTurn[]
  /** Gateways under probation to which the call could have gone. */
  readonly probed_gateway_ids: readonly number[]
}

export const NO_TURNS: PercentTurns = { turns: [], probed_gateway_ids: [] }

interface Share {
  readonly target_id: number
  readonly percent: number
}

/** Null when no target has a share. */
export function nextTurn(
  rule_id: number,
  credits: ReadonlyMap<number, number>,
  candidates: readonly Share[],
): PercentTurn | null {
  const shares = new Map<number, number>()
  for (const { target_id, percent } of candidates) {
    if (percent > 0) shares.set(target_id, percent)
  }
  const after = new Map(credits)
  let chosen: number | undefined
  let most = Number.NEGATIVE_INFINITY
  let total = 0
  for (const [target_id, percent] of shares) {
    const credit = (credits.get(target_id) ?? 0) + percent
    after.set(target_id, credit)
    total += percent
    if (credit > most) {
      most = credit
      chosen = target_id
    }
  }
  if (chosen === undefined) return null
  after.set(chosen, most - total)
  return { rule_id, target_id: chosen, credits: after }
}

/** Rules of deleted plans must not fill the memory. */
const MAX_RULES = 100_000
const NO_CREDITS: ReadonlyMap<number, number> = new Map()

/** The counters as they are between two decisions, of which each only reads them. */
export class PercentCounters {
  readonly #credits = new Map<number, ReadonlyMap<number, number>>()
  readonly #probed = new Map<number, number>()

  /** By target of the rule. */
  creditsOf = (rule_id: number): ReadonlyMap<number, number> =>
    this.#credits.get(rule_id) ?? NO_CREDITS

  /** How many calls could have gone to a gateway under probation. */
  probedCalls = (gateway_id: number): number => this.#probed.get(gateway_id) ?? 0

  count({ turns, probed_gateway_ids }: PercentTurns): void {
    for (const { rule_id, credits } of turns) {
      const [oldest] = this.#credits.keys()
      const is_full = this.#credits.size >= MAX_RULES && !this.#credits.has(rule_id)
      if (is_full && oldest !== undefined) this.#credits.delete(oldest)
      this.#credits.set(rule_id, credits)
    }
    for (const id of probed_gateway_ids) this.#probed.set(id, this.probedCalls(id) + 1)
  }
}
