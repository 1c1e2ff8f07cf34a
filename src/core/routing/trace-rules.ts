// Which calls are traced: their SIP messages are stored.
import { type CallRule, type ChosenFacts, choosesCall } from './call-rule.ts'

/** A rule that has ended, or is paused, is not here. */
export interface TraceRule extends CallRule {
  readonly failed_only: boolean
  /** The share of the calls that it describes. */
  readonly percent: number
  /** Epoch milliseconds; null is for ever. */
  readonly until_ms: number | null
}

/** Whether the messages of a call are stored: all, or only if it fails. */
export type TraceMode = 'OFF' | 'ALL' | 'FAILED_ONLY'

/**
 * The facts have all gateways that may be tried. `chance` is that of the call, from 0 to below 1:
 * each call has one for all rules.
 */
export function traceMode(
  rules: readonly TraceRule[],
  facts: ChosenFacts,
  { now_ms, chance }: { readonly now_ms: number; readonly chance: number },
): TraceMode {
  let mode: TraceMode = 'OFF'
  for (const rule of rules) {
    const is_over = rule.until_ms !== null && now_ms >= rule.until_ms
    if (is_over || chance * 100 >= rule.percent || !choosesCall(rule, facts)) continue
    if (!rule.failed_only) return 'ALL'
    mode = 'FAILED_ONLY'
  }
  return mode
}
