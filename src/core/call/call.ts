// A routed call: everything that is frozen when it begins and needed until it is paid. It is stored
// as JSON in open_call.decided, so that any engine can finish it.
import type { Payer } from '../account/payer.ts'
import type { Cut } from '../routing/cuts.ts'
import type { Identity, Invite, Route, Routed } from '../routing/decision.ts'
import type { AttemptEnd, NotSentReason } from './attempt-end.ts'

export interface Call {
  readonly call_id: string
  readonly invite: Invite
  readonly identity: Identity
  /** Epoch seconds with fraction, by the clock of Kamailio, as every time of a call. */
  readonly started_at: number
  /** From the arrival of the INVITE to the answer of the engine. */
  readonly routing_ms: number
  readonly payers: readonly [Payer, ...Payer[]]
  readonly routes: readonly Route[]
  readonly route_plan_id: number | null
  readonly route_rule_id: number | null
  readonly max_call_duration_seconds: number
  /** The engine that took the call. */
  readonly engine: string
}

/** One attempt at a gateway or a SIP user. */
export interface Attempt {
  readonly gateway_id: number
  readonly attempt_end: AttemptEnd
  /** Null when it was sent. */
  readonly not_sent_reason: NotSentReason | null
  /** The final code of the gateway; without a response, the code for its silence. */
  readonly sip_code: number
  /** When the INVITE was sent to this gateway; null if it was not. */
  readonly sent_at: number | null
  readonly ringing_at: number | null
  readonly ended_at: number | null
  readonly q850_cause: number | null
  /** User-Agent or Server of the final response; empty without one. */
  readonly gateway_user_agent: string
}

/** How the media of one side was, as the relay has measured it; null is what it did not. */
export interface MediaFigures {
  readonly mos: number | null
  readonly jitter_ms: number | null
  readonly loss_percent: number | null
  /** Between the relay and the other side; null if that sent no reports. */
  readonly round_trip_ms: number | null
  readonly packets: number | null
  readonly codec: string | null
  /** Epoch seconds, by the clock of the relay. */
  readonly last_packet_at: number | null
}

export interface CallMedia {
  readonly caller: MediaFigures
  readonly callee: MediaFigures
  /** At the end of the call. */
  readonly is_held: boolean
}

/** How a call ended, as the switch saw it. */
export interface CallEnd {
  /** The first ringing that reached the caller, from any gateway. */
  readonly ringing_at: number | null
  /** Null when the call was not answered. */
  readonly answered_at: number | null
  readonly ended_at: number
  /** Which gateway answered; null when none did. */
  readonly gateway_id: number | null
  /** The response to the caller. */
  readonly sip_code: number
  readonly q850_cause: number | null
  readonly reason: string
  readonly released_by: 'CALLER' | 'CALLEE' | 'SWITCH' | null
  /**
   * In the order in which they were tried. The attempt that answered the call is missing where the
   * switch did not report it, as when the call was lost.
   */
  readonly attempts: readonly Attempt[]
  readonly media: CallMedia | null
  /** Whether there was early media; false if unknown. */
  readonly early_media: boolean
  /** Why the switch ended it, if it did. */
  readonly cut: Cut | null
}

export function callOf(
  decision: Routed,
  facts: Pick<Call, 'call_id' | 'invite' | 'started_at' | 'routing_ms' | 'engine'>,
): Call {
  return {
    ...facts,
    identity: decision.identity,
    payers: decision.payers,
    routes: decision.routes,
    route_plan_id: decision.route_plan_id,
    route_rule_id: decision.route_rule_id,
    max_call_duration_seconds: decision.max_call_duration_seconds,
  }
}

/** The route of the call to this gateway. */
export const routeOver = (call: Call, gateway_id: number | null): Route | undefined =>
  call.routes.find((route) => route.gateway_id === gateway_id)
