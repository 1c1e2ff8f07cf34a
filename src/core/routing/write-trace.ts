import type { Refused, Routed } from './decision.ts'
import { risksOf } from './profit.ts'
import { type WrittenStep, writeStep } from './trace.ts'

/** All that is told of a decision, as it is stored and shown. */
export function writeTrace(decision: Routed | Refused): WrittenStep[] {
  const risks = decision.kind === 'routed' ? risksOf(decision) : []
  return [...decision.trace, ...risks].map(writeStep)
}
