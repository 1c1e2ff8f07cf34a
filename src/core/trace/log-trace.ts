import type { Refused, Routed } from '../routing/decision.ts'
import { risksOf } from '../routing/profit.ts'
import type { LoggedStep, TraceStep } from '../routing/trace.ts'
import { orderFacts } from './order-labels.ts'
import { shorterPrefixOf } from './shorter-prefix.ts'

/** The stored trace of a decision. */
export function logTrace(decision: Routed | Refused): LoggedStep[] {
  const risks =
    decision.kind === 'routed' ? [...shorterPrefixOf(decision), ...risksOf(decision)] : []
  return [...decision.trace, ...risks].map(logStep)
}

/** Keeps only the facts that put a candidate into its place. */
function logStep(step: TraceStep): LoggedStep {
  if (step.step !== 'GATEWAY') return step
  const { ranked, ...rest } = step
  return { ...rest, ordered_by: ranked && orderFacts(ranked.mode, ranked.candidate) }
}
