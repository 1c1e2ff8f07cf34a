// Whether the tracers run, and how much space SIP messages take.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as is from '../primitives.ts'

/** Figures count from the start of the tracer, and are null while it does not run. */
const tracer = z.object({
  node_id: is.id,
  node_name: z.string(),
  is_running: z.boolean(),
  /** Messages without room in the queue, or refused by the database. */
  dropped: z.number().nullable(),
  /** Messages that were not stored because their space was full. */
  paused: z.number().nullable(),
})

const tracingState = z.object({
  /** One for each node; none for a user who does not see all accounts, with zeros below. */
  tracers: z.array(tracer),
  /** Since midnight in the user's time zone; `STORED_TODAY_MAX` is that or more. */
  stored_today: z.number(),
  bytes: z.number(),
  /** The settings of the retention. */
  bytes_max: z.number(),
  days: z.number(),
})
export type TracingState = z.output<typeof tracingState>

export const getTracingState = endpoint({
  method: 'GET',
  path: '/api/trace-rules/state',
  summary: 'Whether the tracer of each node runs, and how much space SIP messages take',
  needs: 'trace_rules.view',
  answer: tracingState,
  passive: true,
})
