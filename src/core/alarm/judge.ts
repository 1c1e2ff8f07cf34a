// Judges one reading by one rule: is the condition true, not true, or is there too little to say?
import type { AlarmTopic, SubjectKind } from '../notification/topics.ts'
import { type AlarmRule, CONDITIONS } from './conditions.ts'
import { sayValue } from './value-text.ts'

/** A figure of one subject at this moment. */
export interface Reading {
  readonly subject_kind: SubjectKind
  /** Null where the subject has a name only. */
  readonly subject_id: number | null
  /** The id or the name, within the kind. */
  readonly subject_key: string
  readonly subject_name: string
  /** The account that it concerns. */
  readonly account_id: number | null
  readonly group_key: string
  /** In the unit of the topic; null says nothing. */
  readonly value: number | null
  /** The same figure in the same hour of the last weeks. */
  readonly usual?: number | null
  /** Within the window, or for a figure of the same hour the mean of both. */
  readonly calls?: number
  /** A bound of the account itself, which counts where it is stricter. */
  readonly own_bound?: number | null
  readonly currency?: string
  /** Why, in the words of who has found it. */
  readonly detail?: string
}

export type AlarmJudgement =
  | { readonly verdict: 'UNDECIDED' }
  | { readonly verdict: 'FINE'; readonly value: number }
  | { readonly verdict: 'BREACHED'; readonly value: number; readonly sentence: string }

const UNDECIDED: AlarmJudgement = { verdict: 'UNDECIDED' }
const WHOLE = 1_000_000
/** The sentence of an alarm, and of its events. */
export const SENTENCE_MAX = 500

/** The value that the figure is compared with; undefined without an hour to compare with. */
function limitOf(rule: AlarmRule, { usual, own_bound }: Reading): number | undefined {
  const isBelow = rule.comparison === 'BELOW'
  if (rule.compares_with === 'BOUND') {
    if (own_bound === null || own_bound === undefined) return rule.bound
    return isBelow ? Math.max(rule.bound, own_bound) : Math.min(rule.bound, own_bound)
  }
  // A percentage of nothing, or of a loss, is no bound.
  if (usual === null || usual === undefined || usual <= 0) return undefined
  const off = isBelow ? -rule.bound : rule.bound
  return Math.round(usual * (1 + off / WHOLE))
}

/** A number of calls needs none: few of them are what it is about. */
const hasEnoughCalls = ({ topic, compares_with, min_calls }: AlarmRule, reading: Reading) =>
  CONDITIONS[topic].source !== 'TRAFFIC' ||
  (topic === 'CALLS'
    ? compares_with === 'BOUND' || (reading.usual ?? 0) >= min_calls
    : (reading.calls ?? 0) >= min_calls)

export function judge(rule: AlarmRule, reading: Reading): AlarmJudgement {
  const { value } = reading
  if (value === null || !hasEnoughCalls(rule, reading)) return UNDECIDED
  const limit = limitOf(rule, reading)
  if (limit === undefined) return UNDECIDED
  const isBreached = rule.comparison === 'BELOW' ? value < limit : value > limit
  if (!isBreached) return { verdict: 'FINE', value }
  const sentence = sentenceOf(rule, reading, { value, limit }).slice(0, SENTENCE_MAX)
  return { verdict: 'BREACHED', value, sentence }
}

/** A share of a million, so that the words of a bound are those of the rule. */
function sentenceOf(
  rule: AlarmRule,
  reading: Reading,
  { value, limit }: { readonly value: number; readonly limit: number },
): string {
  const { unit, words } = CONDITIONS[rule.topic]
  const { currency, detail } = reading
  const because = detail ? ` ${detail.replace(/\.?$/, '.')}` : ''
  if (unit === 'STATE') return `${words}${because}`
  const say = (amount: number) => sayValue(unit, amount, currency)
  const way = rule.comparison === 'BELOW' ? 'below' : 'above'
  const against =
    rule.compares_with === 'BOUND'
      ? `${way} ${say(limit)}`
      : `${deviation(value, reading.usual ?? 0)} ${way} the usual ${say(reading.usual ?? 0)}` +
        ' of this hour'
  return `${words} is ${say(value)}${withinWindow(rule, reading)}, ${against}.${because}`
}

/** Whole percents of the usual value. */
const deviation = (value: number, usual: number): string =>
  `${Math.round((Math.abs(value - usual) / usual) * 100)} %`

function withinWindow({ topic, window_minutes }: AlarmRule, { calls }: Reading): string {
  const { has_window, source } = CONDITIONS[topic]
  if (!has_window) return ''
  const counted =
    source === 'TRAFFIC' && topic !== 'CALLS'
      ? ` with ${calls} ${calls === 1 ? 'call' : 'calls'}`
      : ''
  return `${counted} within ${window_minutes} minutes`
}

/** Who the alarm is about, for what the account itself may see. */
export const accountOf = (topic: AlarmTopic, { account_id }: Reading): number | null =>
  CONDITIONS[topic].is_private ? null : account_id
