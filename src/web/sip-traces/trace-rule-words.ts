// Whether a trace rule traces now, in words.
import type { z } from 'zod'
import type { TraceRule, traceRuleForm } from '#contract/sip-traces/trace-rules.ts'
import type { StatusChoice } from '../ui/values/StatusLabel.tsx'

/** The values of the form of a rule. */
export type TraceRuleValues = z.input<typeof traceRuleForm>

type RuleNow = 'TRACING' | 'PAUSED' | 'ENDED'

export const RULE_NOW_CHOICES: readonly StatusChoice<RuleNow>[] = [
  { value: 'TRACING', label: 'Tracing', tone: 'success' },
  { value: 'PAUSED', label: 'Paused', tone: 'neutral' },
  { value: 'ENDED', label: 'Ended', tone: 'neutral' },
]

/** A rule that has ended stays ended, paused or not. */
export function ruleNow({ status, has_ended }: Pick<TraceRule, 'status' | 'has_ended'>): RuleNow {
  if (has_ended) return 'ENDED'
  return status === 'active' ? 'TRACING' : 'PAUSED'
}
