// Trace rules, and the figures of a tracer as it writes them.
import type { BodyOf } from '#contract/endpoint.ts'
import type { createTraceRule } from '#contract/sip-traces/trace-rules.ts'
import { TRACER_PROCESS } from '#core/sip-trace/tracer-figures.ts'
import { asSqlConnection, type Database } from '#db/database.ts'
import { writeProcessMetrics } from '#db/metrics/process-metrics.ts'
import { tracerFamilies } from '#jobs/sip-traces/tracer-families.ts'

type TraceRuleForm = BodyOf<typeof createTraceRule>

export const traceRuleForm = (change: Partial<TraceRuleForm> = {}): TraceRuleForm => ({
  name: 'Failed calls to France',
  status: 'active',
  account_ids: [],
  gateway_ids: [],
  called_prefixes: ['33'],
  caller_prefixes: [],
  failed_only: true,
  percent: 10,
  until_at: null,
  ...change,
})

/** As the tracer of the first node, which runs from now on for 30 seconds. */
export async function writeTracerFigures(
  database: Database,
  { dropped, paused }: { readonly dropped: number; readonly paused: number },
): Promise<void> {
  const counted = { received: 100, written: 90, forwarded: 0, waiting: 0, held: 0, calls: 5 }
  const families = tracerFamilies({ ...counted, dropped, paused })
  const row = { node_id: 1, process: TRACER_PROCESS, families }
  await writeProcessMetrics(asSqlConnection(database), row)
}
