// Whether a gateway answers OPTIONS. One lost packet must not take it down, and one answer must not
// bring an unstable one up: several in a row are required.

export type PingState = 'UP' | 'DOWN' | 'UNKNOWN'

/** With the number of consecutive good and bad answers; one of both is 0. */
export interface Health {
  readonly ping_state: PingState
  readonly ping_failures: number
  readonly ping_successes: number
}

export interface HealthThresholds {
  readonly fail_threshold: number
  readonly recover_threshold: number
}

export const UNKNOWN_HEALTH: Health = {
  ping_state: 'UNKNOWN',
  ping_failures: 0,
  ping_successes: 0,
}

/** The maximum of the thresholds, where counting stops. */
const MOST = 1000

/** After one more ping. A gateway in an unknown state is up with its first answer. */
export function nextHealth(
  health: Health,
  is_good: boolean,
  { fail_threshold, recover_threshold }: HealthThresholds,
): Health {
  if (is_good) {
    const ping_successes = Math.min(health.ping_successes + 1, MOST)
    const isUp = health.ping_state !== 'DOWN' || ping_successes >= recover_threshold
    return { ping_state: isUp ? 'UP' : 'DOWN', ping_failures: 0, ping_successes }
  }
  const ping_failures = Math.min(health.ping_failures + 1, MOST)
  const isDown = ping_failures >= fail_threshold
  return { ping_state: isDown ? 'DOWN' : health.ping_state, ping_failures, ping_successes: 0 }
}

/**
 * Whether an answer to OPTIONS shows a gateway that works: any response counts, even a refusal of
 * the method, but not that it is out of service. 0 is no response in time.
 */
export function isGoodPing(sip_code: number): boolean {
  return sip_code >= 200 && sip_code !== 408 && sip_code !== 503
}
