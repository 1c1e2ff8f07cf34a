// Extends the grant of answered calls; the switch ends a call at its limit. Without an engine
// nothing extends the limit, so no call runs unpaid (docs/domain/billing.md, B12).

import { payersOver } from '#core/billing/operation.ts'
import { DatabaseUnavailable } from '../charging/charging-queue.ts'
import { type ActiveCall, isShort, takeGrant } from './active-calls.ts'
import type { EngineContext } from './context.ts'
import { ANSWERED_SLACK_SECONDS } from './on-answer.ts'

/**
 * This long before its cut, a call limited by money is retried every second: a payment, a new
 * credit limit or the end of another call may have freed money.
 */
const LAST_SECONDS = 3

/** Extends every call whose granted seconds end within a step. Runs every second. */
export async function extendCalls(context: EngineContext): Promise<void> {
  const step = stepOf(context)
  const isDue = (active: ActiveCall) => {
    const left = active.granted_seconds - talkSeconds(context, active)
    return left <= (isShort(active) ? Math.min(step, LAST_SECONDS) : step)
  }
  const due = [...context.calls.all()].filter((active) => canLast(active) && isDue(active))
  await Promise.all(due.map((active) => extend(context, active, step)))
}

/**
 * The console has changed the funds of this account: its calls that are limited by money are
 * extended at once. Calls that ring or are being extended are retried in their last seconds.
 */
export async function moneyMoved(context: EngineContext, account_id: number): Promise<void> {
  const isPaidBy = ({ call, gateway_id }: ActiveCall) =>
    payersOver(call, gateway_id).some((payer) => payer.account_id === account_id)
  const short = [...context.calls.all()].filter(
    (active) => isShort(active) && canLast(active) && isPaidBy(active),
  )
  await Promise.all(short.map((active) => extend(context, active, stepOf(context))))
}

const stepOf = ({ snapshots }: EngineContext) =>
  snapshots.settings()?.reservation_step_seconds ?? 30

function canLast(active: ActiveCall): boolean {
  if (active.answered_at === null || active.is_extending) return false
  if (!getsLimits(active)) return false
  return active.granted_seconds < active.call.max_call_duration_seconds
}

/** Whether the switch would take a new limit for the call. */
const getsLimits = ({ unclosed, missing_at }: ActiveCall) =>
  unclosed === null && missing_at === null

async function extend(context: EngineContext, active: ActiveCall, step: number): Promise<void> {
  const { call, answered_at } = active
  if (answered_at === null) return
  const wanted_seconds = Math.min(active.granted_seconds + step, call.max_call_duration_seconds)
  active.is_extending = true
  try {
    const grant = await context.chargingQueue.write({
      kind: 'extend',
      call,
      gateway_id: active.gateway_id,
      wanted_seconds,
      expires_at: answered_at + wanted_seconds + ANSWERED_SLACK_SECONDS,
      at: context.clock.now_ms() / 1000,
    })
    if (grant.kind !== 'granted') return
    const was_granted = active.granted_seconds
    takeGrant(active, grant)
    if (grant.seconds <= was_granted) return
    setLimit(context, active)
  } catch (error) {
    // Without the database the limit stays: the call ends there.
    if (!(error instanceof DatabaseUnavailable)) throw error
  } finally {
    active.is_extending = false
  }
}

/** A timer is this late at most, or its limit would come too late. */
const LATE_SECONDS = 0.1

/**
 * Sends the switch how long the call may still last. Limits are whole seconds. With less than one
 * left, the old limit ends the call in time, and a new one would end it too late. With a fraction
 * more, the limit is set at once, so that the old one does not end the call before, and again when
 * the fraction has passed: otherwise a call that ends by money would lose it.
 */
function setLimit(context: EngineContext, active: ActiveCall): void {
  const { call, dialog, granted_seconds } = active
  const left = granted_seconds - talkSeconds(context, active)
  const whole = Math.floor(left)
  if (whole < 1) return
  context.link.setLimit(dialog, whole)
  if (left === whole) return
  context.later((left - whole) * 1000, () => {
    const known = context.calls.find({ call_id: call.call_id, dialog, sip_call_id: '' })
    const lasts = known === active && getsLimits(active)
    const is_late = granted_seconds - talkSeconds(context, active) + LATE_SECONDS < whole
    if (!lasts || is_late || active.granted_seconds !== granted_seconds) return
    context.link.setLimit(dialog, whole)
  })
}

/** A larger difference means that a clock was set. */
const CLOCK_TOLERANCE_SECONDS = 2

/**
 * How long the call has lasted, by the monotonic clock if the answer arrived live. It may have
 * arrived a moment late: then the stamp is more exact, unless a clock was set.
 */
function talkSeconds(context: EngineContext, active: ActiveCall): number {
  const stamped = context.clock.now_ms() / 1000 - (active.answered_at ?? 0)
  if (active.answered_monotonic_ms === null) return stamped
  const measured = (context.clock.monotonic_ms() - active.answered_monotonic_ms) / 1000
  const is_set = Math.abs(stamped - measured) > CLOCK_TOLERANCE_SECONDS
  return is_set ? measured : Math.max(stamped, measured)
}
