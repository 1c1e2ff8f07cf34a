// Which calls a rule for tracing or for recording chooses.

/** An empty list does not narrow; a call must match all lists. */
export interface CallRule {
  readonly id: number
  /** Clients, and resellers with all below them. */
  readonly account_ids: readonly number[]
  readonly gateway_ids: readonly number[]
  readonly called_prefixes: readonly string[]
  readonly caller_prefixes: readonly string[]
}

export interface ChosenFacts {
  /** The client and the resellers above it; empty for an unknown caller. */
  readonly account_ids: readonly number[]
  readonly gateway_ids: readonly number[]
  readonly called_number: string
  readonly caller_number: string
}

export function choosesCall(rule: CallRule, facts: ChosenFacts): boolean {
  return (
    isAmong(rule.account_ids, facts.account_ids) &&
    isAmong(rule.gateway_ids, facts.gateway_ids) &&
    hasPrefix(rule.called_prefixes, facts.called_number) &&
    hasPrefix(rule.caller_prefixes, facts.caller_number)
  )
}

const isAmong = (wanted: readonly number[], ids: readonly number[]): boolean =>
  wanted.length === 0 || ids.some((id) => wanted.includes(id))

const hasPrefix = (prefixes: readonly string[], number: string): boolean =>
  prefixes.length === 0 || prefixes.some((prefix) => number.startsWith(prefix))
