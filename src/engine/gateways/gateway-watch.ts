// What is known of gateways just now: whether they answer, are locked or want a pause.

import type { GatewayCondition } from '#core/routing/switchboard.ts'
import type { Attempt } from '../kamailio/switch-link.ts'

export interface GatewayWatch {
  condition(gateway_id: number): GatewayCondition
  /** Reads a pause out of what gateways have answered. */
  noteAttempts(attempts: readonly Attempt[]): void
}

const UNKNOWN: GatewayCondition = {
  health: 'UNKNOWN',
  lock: null,
  is_paused: false,
  is_deprioritised: false,
  quality: null,
}

const SECOND_MS = 1000
/** Nobody may ask for more, whatever the header says. */
const PAUSE_SECONDS_MAX = 3600

export function watchGateways(monotonic_ms: () => number): GatewayWatch {
  const paused_until = new Map<number, number>()
  return {
    condition: (gateway_id) => ({
      ...UNKNOWN,
      is_paused: (paused_until.get(gateway_id) ?? 0) > monotonic_ms(),
    }),
    noteAttempts(attempts) {
      for (const { gateway_id, retry_after } of attempts) {
        if (retry_after === null) continue
        const seconds = Math.min(retry_after, PAUSE_SECONDS_MAX)
        paused_until.set(gateway_id, monotonic_ms() + seconds * SECOND_MS)
      }
    },
  }
}
