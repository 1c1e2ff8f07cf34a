// The readiness that an engine reports in its heartbeat.

/** Heartbeats without the switch, or without rates, before that is a failure: both may restart. */
const MISSED_MAX = 8

export type Readiness = 'starting' | 'running' | 'failing'

/** Takes each heartbeat in its order. */
export function watchReadiness(): (is_ready: boolean) => Readiness {
  let missed = 0
  return (is_ready) => {
    missed = is_ready ? 0 : missed + 1
    if (is_ready) return 'running'
    return missed > MISSED_MAX ? 'failing' : 'starting'
  }
}
