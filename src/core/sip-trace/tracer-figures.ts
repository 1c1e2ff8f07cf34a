// The names under which a tracer writes its figures, and the console reads them.

/** The process in `process_metrics`; each node has one. */
export const TRACER_PROCESS = 'tracer'

/** The names of its metrics begin with it (ADR-0042). */
export const TRACER_METRICS = 'softswitch_sip_trace_'

/** Messages of a day are counted up to here. */
export const STORED_TODAY_MAX = 100_000
