// The figures of the tracers in words: of all nodes together.
import type { TracingState } from '#contract/sip-traces/tracing-state.ts'
import { STORED_TODAY_MAX } from '#core/sip-trace/tracer-figures.ts'
import { spaceInWords, sumOfNodes } from '../call-rules/node-process-words.ts'
import { count, formatDecimal } from '../ui/values/format.ts'

/** Messages stored and not stored, and their space: each a part of one line. */
export function tracingInWords(state: TracingState): readonly string[] {
  const { tracers, stored_today } = state
  const stored =
    stored_today >= STORED_TODAY_MAX
      ? `${formatDecimal(STORED_TODAY_MAX)}+ messages`
      : count(stored_today, 'message', 'messages')
  const paused = sumOfNodes('paused', tracers)
  return [
    `${stored} stored today`,
    `${formatDecimal(sumOfNodes('dropped', tracers))} dropped since start`,
    ...(paused > 0 ? [`${formatDecimal(paused)} not stored because space was full`] : []),
    ...spaceInWords(state),
  ]
}
