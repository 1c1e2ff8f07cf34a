// A call as it really happens, apart from the events about it.
import type { AttemptReport, RouteReply } from '#engine/kamailio/switch-link.ts'

export interface SimulatedCall {
  readonly sip_call_id: string
  readonly dialog: string
  readonly source_ip: string
  /** Stamp of the switch. */
  readonly started_at: number
  state: 'ASKED' | 'SETUP' | 'TALK' | 'OVER'
  /** The id that the engine has given it, once its decision has come. */
  call_id: string
  routing: RouteReply | undefined
  /** Attempts that are over, the one that answered among them. */
  readonly attempts: AttemptReport[]
  ringing_at: number | null
  answered_at: number | null
  gateway_id: number | null
  /** By the clock that no fault sets. */
  answered_ms: number
  ended_ms: number
  /** When the switch cuts it; a later one takes the place of an earlier one. */
  limit_ms: number
  /** The switch has lost its dialog: the talk continues without a limit. */
  is_orphan: boolean
  /** How often its end was written. */
  closes: number
  /**
   * The switch died with its state of the call: its length is unknown, and if the event of its
   * answer was lost, also that it was answered.
   */
  is_excused: boolean
}

export function makeSimulatedCall(
  facts: Pick<SimulatedCall, 'sip_call_id' | 'dialog' | 'source_ip' | 'started_at'>,
): SimulatedCall {
  return {
    ...facts,
    state: 'ASKED',
    call_id: '',
    routing: undefined,
    attempts: [],
    ringing_at: null,
    answered_at: null,
    gateway_id: null,
    answered_ms: 0,
    ended_ms: 0,
    limit_ms: Number.POSITIVE_INFINITY,
    is_orphan: false,
    closes: 0,
    is_excused: false,
  }
}

/** In the place of a code: it was not asked. */
export const NOT_SENT = 0

export function noteAttempt(call: SimulatedCall, attempt: AttemptReport, ended_at: number): void {
  const { sip_code } = attempt
  call.attempts.push(
    sip_code === NOT_SENT
      ? { ...attempt, ...UNSENT, ended_at }
      : { ...attempt, attempt_end: ENDS[sip_code] ?? 'REFUSED', ended_at },
  )
}

const ENDS: Readonly<Record<number, AttemptReport['attempt_end']>> = {
  200: 'ANSWERED',
  408: 'NO_RESPONSE',
}
const UNSENT = {
  attempt_end: 'NOT_SENT',
  not_sent_reason: 'TUNNEL_DOWN',
  sip_code: 503,
  sent_at: null,
} as const
