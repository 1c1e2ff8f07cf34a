// The calls that a trace rule or a recording rule chooses, in words.
import type { CALL_RULE_STATUSES } from '#contract/call-rule.ts'
import type { StatusChoice } from '../ui/values/StatusLabel.tsx'

type CallRuleStatus = (typeof CALL_RULE_STATUSES)[number]

export const CALL_RULE_STATUS_CHOICES: readonly StatusChoice<CallRuleStatus>[] = [
  { value: 'active', label: 'Active', tone: 'success' },
  { value: 'paused', label: 'Paused', tone: 'neutral' },
]

interface Named {
  readonly id: number
  readonly name: string
}

export interface ChosenCalls {
  readonly accounts: readonly Named[]
  readonly gateways: readonly Named[]
  readonly called_prefixes: readonly string[]
  readonly caller_prefixes: readonly string[]
}

/** A list names at most three things, and counts the others. */
const NAMED_MAX = 3

/** A, B or C; with more of them: A, B, C or 2 more. */
function eitherOf(names: readonly string[]): string {
  const more = names.length - NAMED_MAX
  const words = more > 0 ? [...names.slice(0, NAMED_MAX), `${more} more`] : names
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`
}

/** The calls that fit all lists of a rule; an empty list is all. */
export function chosenInWords(rule: ChosenCalls): string {
  const parts = [
    { word: 'of', names: rule.accounts.map(({ name }) => name) },
    { word: 'over', names: rule.gateways.map(({ name }) => name) },
    { word: 'to', names: rule.called_prefixes },
    { word: 'from', names: rule.caller_prefixes },
  ].flatMap(({ word, names }) => (names.length === 0 ? [] : [`${word} ${eitherOf(names)}`]))
  return parts.length === 0 ? 'All calls' : `Calls ${parts.join(', ')}`
}
