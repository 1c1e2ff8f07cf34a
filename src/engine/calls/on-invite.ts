// An INVITE: decide, hold the money, answer with the routes or with the refusal.
import { type Call, callOf } from '#core/call/call.ts'
import { refusedRecord } from '#core/call/call-record.ts'
import { decideCall } from '#core/routing/decide-call.ts'
import type { Refused, Route, Routed } from '#core/routing/decision.ts'
import { REFUSALS, type Refusal } from '#core/routing/refusal.ts'
import { STOP_CODES } from '#core/routing/stop-codes.ts'
import { type TraceStep, writeStep } from '#core/routing/trace.ts'
import type { Decision, Invite, SwitchRoute } from '../kamailio/switch-link.ts'
import { BookClosed } from '../records/call-book.ts'
import type { ActiveCall } from './active-calls.ts'
import type { EngineContext } from './context.ts'

/** Over all gateways together; with the time to ring at the end. */
const SETUP_SECONDS_MAX = 180
/** After the longest set-up, until the hold of a call without any sign of life is let go. */
const SETUP_SLACK_SECONDS = 10

/**
 * Answers within the time that the switch waits; the call is in the database before it is answered.
 */
export async function onInvite(context: EngineContext, invite: Invite): Promise<Decision> {
  const now_ms = context.clock.now_ms()
  const call_id = context.nextCallId()
  const board = context.keeper.current()
  if (!board || !context.book.isOpen()) return refusal(call_id, 'SWITCH_UNAVAILABLE')

  const decision = decideCall(board, context.calls, invite, now_ms)
  const facts = {
    call_id,
    invite: plainInvite(invite),
    started_at: invite.received_at,
    routing_ms: Math.max(0, Math.round(context.clock.now_ms() - invite.received_at * 1000)),
    engine: context.engine,
  }
  if (decision.kind === 'refused') {
    noteRefusal(context, decision, facts)
    context.calls.noteRefused(call_id)
    return refusal(call_id, decision.refusal)
  }
  return route(context, callOf(decision, facts), decision, invite.dialog)
}

async function route(
  context: EngineContext,
  call: Call,
  routed: Routed,
  dialog: string,
): Promise<Decision> {
  const first_seconds = context.keeper.settings()?.reservation_first_seconds ?? 60
  const wanted_seconds = Math.min(first_seconds, routed.max_call_duration)
  // Counted before the money is asked for, so that calls of the same moment see each other.
  const active = newCall(call, dialog, routed.routes[0])
  context.calls.add(active)
  try {
    const grant = await context.book.write({
      kind: 'reserve',
      call,
      dialog,
      wanted_seconds,
      expires_at: call.started_at + SETUP_SECONDS_MAX + SETUP_SLACK_SECONDS,
      steps: routed.trace.map(writeStep),
    })
    if (grant.kind !== 'granted') {
      context.calls.remove(active)
      context.calls.noteRefused(call.call_id)
      return refusal(call.call_id, 'BALANCE_LOW')
    }
    active.granted_seconds = grant.seconds
    active.is_money_over = grant.seconds < wanted_seconds
    return answer(call, routed, grant.seconds)
  } catch (error) {
    context.calls.remove(active)
    if (!(error instanceof BookClosed)) throw error
    return refusal(call.call_id, 'SWITCH_UNAVAILABLE')
  }
}

function newCall(call: Call, dialog: string, first: Route): ActiveCall {
  return {
    call,
    dialog,
    gateway_id: first.gateway_id,
    granted_seconds: 0,
    ringing_at: null,
    answered_at: null,
    answered_monotonic_ms: null,
    is_extending: false,
    is_money_over: false,
    is_hang_up_asked: false,
    seen_at: call.started_at,
    missing_at: null,
  }
}

/** The record of a refusal is not waited for: the caller gets the answer first. */
function noteRefusal(
  context: EngineContext,
  refused: Refused,
  facts: Pick<Call, 'call_id' | 'invite' | 'started_at' | 'routing_ms' | 'engine'>,
): void {
  const ended_at = facts.started_at + facts.routing_ms / 1000
  const record = refusedRecord(refused, facts.invite, { ...facts, ended_at })
  const steps = refused.trace.map((step: TraceStep) => writeStep(step))
  context.book.write({ kind: 'refuse', record, steps }).catch((error: unknown) => {
    context.log.error({ error: String(error), record }, 'the record of a refused call is lost')
  })
}

function refusal(call_id: string, code: Refusal): Decision {
  const { sip_code, sip_reason, q850_cause } = REFUSALS[code]
  return { kind: 'refuse', call_id, sip_code, reason: sip_reason, q850_cause }
}

function answer(call: Call, routed: Routed, granted_seconds: number): Decision {
  return {
    kind: 'route',
    call_id: call.call_id,
    max_seconds: granted_seconds,
    stop_codes: STOP_CODES,
    max_setup_seconds: SETUP_SECONDS_MAX,
    routes: routed.routes.map(switchRoute),
  }
}

function switchRoute(way: Route): SwitchRoute {
  const host = way.host.includes(':') ? `[${way.host}]` : way.host
  const address = `${host}:${way.port}`
  return {
    gateway_id: way.gateway_id,
    uri: `sip:${way.sent_number}@${address}`,
    dst_uri: `sip:${address};transport=${way.transport.toLowerCase()}`,
    codecs: way.codecs,
    media: way.media_mode,
    invite_timeout_ms: way.invite_timeout * 1000,
    ring_timeout_ms: way.ring_timeout * 1000,
  }
}

/** Without what belongs to the switch only. */
function plainInvite(invite: Invite): Call['invite'] {
  const { sip_call_id, source_ip, source_port, transport, dialled_number } = invite
  const { caller_number, caller_name, user_agent } = invite
  return {
    sip_call_id,
    source_ip,
    source_port,
    transport,
    dialled_number,
    caller_number,
    caller_name,
    user_agent,
  }
}
