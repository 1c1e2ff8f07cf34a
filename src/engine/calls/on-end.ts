// The end of a call, however it came: BYE, CANCEL, failure, cut. One end, with its cause.
import type { CallEnd } from '#core/call/call.ts'
import type { CallEvent } from '../kamailio/switch-link.ts'
import type { ActiveCall } from './active-calls.ts'
import { type EngineContext, findCall, isHeardAtOnce } from './context.ts'

/** Stamps that differ by more from our own monotonic clock were made while a clock was set. */
const CLOCK_TOLERANCE_MS = 2000
const NO_ANSWER_KNOWN = 0

/** Charges the call and writes its records; settles when that is committed. */
export async function onEnd(context: EngineContext, event: CallEvent): Promise<void> {
  if (context.calls.forgetRefused(event.call_id)) return
  await context.gateways.noteAttempts(event.attempts)
  const active = await findCall(context, event)
  // Closed already: there is nothing left to do.
  if (!active) return
  await closeActive(context, active, endOf(context, active, event))
}

export async function closeActive(
  context: EngineContext,
  active: ActiveCall,
  end: CallEnd,
): Promise<{ was_open: boolean }> {
  const outcome = await context.book.write({ kind: 'close', call: active.call, end })
  context.calls.remove(active)
  return { was_open: outcome.kind === 'done' && outcome.was_open }
}

function endOf(context: EngineContext, active: ActiveCall, event: CallEvent): CallEnd {
  const answered_at = event.answered_at ?? active.answered_at
  const stamped_end = event.ended_at ?? context.clock.now_ms() / 1000
  const answered_by = answered_at === null ? null : (event.gateway_id ?? active.gateway_id)
  const cut = cutOf(active, event, answered_at !== null)
  return {
    ringing_at: event.ringing_at ?? active.ringing_at,
    answered_at,
    ended_at:
      answered_at === null
        ? stamped_end
        : endOfTalk(active, cut, checkedEnd(context, active, event, stamped_end)),
    gateway_id: answered_by,
    sip_code: event.sip_code ?? (answered_at === null ? NO_ANSWER_KNOWN : 200),
    q850_cause: event.q850_cause,
    reason: event.reason,
    released_by: releasedBy(event),
    attempts: event.attempts,
    media: event.media,
    early_media: event.early_media,
    cut,
  }
}

/** The end as stamped, unless a clock was set during the call: then our monotonic clock counts. */
function checkedEnd(
  context: EngineContext,
  active: ActiveCall,
  event: CallEvent,
  stamped_end: number,
): number {
  const { answered_monotonic_ms, answered_at } = active
  if (answered_monotonic_ms === null || answered_at === null) return stamped_end
  if (!isHeardAtOnce(context, event.live, stamped_end)) return stamped_end
  const measured_ms = context.clock.monotonic_ms() - answered_monotonic_ms
  const stamped_ms = (stamped_end - answered_at) * 1000
  if (Math.abs(measured_ms - stamped_ms) <= CLOCK_TOLERANCE_MS) return stamped_end
  context.log.warn({ call_id: active.call.call_id, measured_ms, stamped_ms }, 'a clock was set')
  return answered_at + measured_ms / 1000
}

/** Nobody pays for the silence after which the call was ended. */
function endOfTalk(
  { answered_at, media_at }: ActiveCall,
  cut: CallEnd['cut'],
  ended_at: number,
): number {
  if (cut !== 'RTP_TIMEOUT') return ended_at
  return Math.min(ended_at, Math.max(answered_at ?? ended_at, media_at))
}

function releasedBy(event: CallEvent): CallEnd['released_by'] {
  switch (event.released_by) {
    case 'caller':
      return 'CALLER'
    case 'callee':
      return 'CALLEE'
    case 'switch':
      return 'SWITCH'
    case null:
      return null
  }
}

function cutOf(active: ActiveCall, event: CallEvent, was_answered: boolean): CallEnd['cut'] {
  const { hang_up } = active
  if (hang_up !== null && (event.released_by === 'switch' || !was_answered)) return hang_up
  if (event.released_by !== 'switch' || event.reason !== 'limit') return null
  return active.granted_seconds >= active.call.max_call_duration ? 'DURATION_LIMIT' : 'BALANCE_END'
}
