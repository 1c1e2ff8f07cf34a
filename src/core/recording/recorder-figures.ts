// The names under which a recorder writes its figures, and the console reads them.

/** The process in `process_metrics`; each node has one. */
export const RECORDER_PROCESS = 'recorder'

/** The names of its metrics begin with it (ADR-0042). */
export const RECORDER_METRICS = 'softswitch_recording_'
