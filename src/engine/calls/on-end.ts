// The end of a call: BYE, CANCEL, failure or cut, with its cause.
import type { FundsRefusal } from '#core/account/payer.ts'
import type { CallEnd } from '#core/call/call.ts'
import { endOfTalk } from '#core/call/end-of-talk.ts'
import type { Cut } from '#core/routing/cuts.ts'
import { findOpenCall } from '#db/calls/open-calls.ts'
import { DatabaseUnavailable } from '../charging/charging-queue.ts'
import type { CallEvent } from '../kamailio/switch-link.ts'
import type { ActiveCall } from './active-calls.ts'
import { type EngineContext, findCall, isHeardAtOnce } from './context.ts'
import { checkRested, noteUnclosed } from './unclosed-calls.ts'

/** A larger difference to our monotonic clock means that a clock was set. */
const CLOCK_TOLERANCE_MS = 2000
const NO_ANSWER_KNOWN = 0
/** The reason of a call whose seconds were over. */
const LIMIT = 'limit'

/** Charges the call and writes its records; settles when that is committed. */
export async function onEnd(context: EngineContext, event: CallEvent): Promise<void> {
  if (context.calls.forgetRefused(event.call_id)) return
  await context.gateways.noteAttempts(event.attempts)
  const active = await findCall(context, event)
  // Closed already.
  if (!active) return
  if (event.reason === LIMIT) await readGrant(context, active)
  const was_lost = event.kind === 'orphan_bye'
  await closeActive(context, active, endOf(context, active, event), was_lost)
}

/** Another engine may have extended the call: the switch reports all ends to the first one. */
async function readGrant(context: EngineContext, active: ActiveCall): Promise<void> {
  const { call, dialog } = active
  const by = { call_id: call.call_id, dialog, sip_call_id: call.invite.sip_call_id }
  const stored = await findOpenCall(context.database, by)
  if (!stored) return
  active.granted_seconds = stored.granted_seconds
  active.money_end = stored.money_end
}

export async function closeActive(
  context: EngineContext,
  active: ActiveCall,
  end: CallEnd,
  was_lost = false,
): Promise<{ was_open: boolean }> {
  checkRested(context, active)
  const outcome = await context.chargingQueue
    .write({ kind: 'close', call: active.call, end, was_lost })
    .catch(async (error: unknown) => {
      throw error instanceof DatabaseUnavailable
        ? error
        : await noteUnclosed(context, active, error)
    })
  context.calls.remove(active)
  const was_open = outcome.kind === 'done' && outcome.was_open
  if (was_open) context.metrics.noteEnd(active.call, end)
  return { was_open }
}

function endOf(context: EngineContext, active: ActiveCall, event: CallEvent): CallEnd {
  const answered_at = event.answered_at ?? active.answered_at
  const stamped_end = event.ended_at ?? context.clock.now_ms() / 1000
  const answered_by = answered_at === null ? null : (event.gateway_id ?? active.gateway_id)
  const checked_end = checkedEnd(context, active, event, stamped_end)
  const cut = cutOf(active, event, answered_at === null ? null : checked_end - answered_at)
  const talk = { answered_at: active.answered_at, media_at: active.media_at, ended_at: checked_end }
  const bills_silence = context.snapshots.settings()?.bill_silence ?? false
  return {
    ringing_at: event.ringing_at ?? active.ringing_at,
    answered_at,
    ended_at: answered_at === null ? stamped_end : endOfTalk(talk, cut, bills_silence),
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

/** `talk_seconds` is null for a call that was not answered. */
function cutOf(
  active: ActiveCall,
  { released_by, reason }: CallEvent,
  talk_seconds: number | null,
): CallEnd['cut'] {
  const { hang_up, granted_seconds, money_end, call } = active
  if (hang_up !== null && (released_by === 'switch' || talk_seconds === null)) return hang_up
  if (released_by !== 'switch' || talk_seconds === null) return null
  if (reason === 'keep-alive') return 'CALLER_GONE'
  if (reason === 'no-ack') return 'NO_ACK'
  if (reason !== LIMIT) return null
  // The switch counts by the clock of the machine: set forward, it ends a call with seconds left.
  const hadTalked = (seconds: number) => talk_seconds >= seconds - EARLY_SECONDS
  // An extension in the last moment may reach the switch too late.
  if (money_end && talk_seconds <= money_end.seconds + LATE_SECONDS) {
    return hadTalked(money_end.seconds) ? MONEY_ENDS[money_end.refusal] : 'LEASE_END'
  }
  const { max_call_duration_seconds: longest } = call
  return granted_seconds >= longest && hadTalked(longest) ? 'DURATION_LIMIT' : 'LEASE_END'
}

/** The tolerances of the switch's cut. */
const LATE_SECONDS = 1
const EARLY_SECONDS = 2

const MONEY_ENDS: Readonly<Record<FundsRefusal, Cut>> = {
  BALANCE_LOW: 'BALANCE_END',
  BALANCE_RESELLER: 'BALANCE_END',
  SPEND_LIMIT: 'SPEND_LIMIT_END',
  COST_LIMIT: 'COST_LIMIT_END',
  BALANCE_SETTLEMENT: 'SETTLEMENT_LIMIT_END',
}
