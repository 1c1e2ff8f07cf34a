import { getTracingState } from '#contract/sip-traces/tracing-state.ts'
import { NodeProcessLine } from '../call-rules/NodeProcessLine.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { tracingInWords } from './tracing-words.ts'

const POLL_MS = 15_000

export function TracingLine() {
  return (
    <NodeProcessLine
      query={useOne(getTracingState, {}, { every_ms: POLL_MS })}
      name="tracer"
      processesOf={({ tracers }) => tracers}
      figuresOf={tracingInWords}
      full="SIP messages take all of their space: new ones are stored once old ones are removed."
    />
  )
}
