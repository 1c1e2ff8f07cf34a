// Compares the open calls with the dialogs of the switch: no call may be billed after it has ended,
// and no call may continue unbilled.

import { NO_CHANGE } from '#core/billing/call-batch-rows.ts'
import { claimOpenCalls, findOpenCall } from '#db/calls/open-calls.ts'
import type { CallEvent, SwitchDialog } from '../kamailio/switch-link.ts'
import type { ActiveCall } from './active-calls.ts'
import { type EngineContext, takeOver } from './context.ts'
import { ANSWERED_SLACK_SECONDS } from './on-answer.ts'
import { closeActive } from './on-end.ts'
import { DEFAULT_RTP_TIMEOUT_SECONDS, isRelayed, isWithoutMedia, noteMedia } from './rtp-timeout.ts'
import { NotClosed } from './unclosed-calls.ts'

/** Younger calls may simply not be listed yet. */
const YOUNG_SECONDS = 10
const NOT_AVAILABLE = 41

/** Takes over calls from before a restart and of engines that have failed. */
export async function claimCalls(
  context: Pick<EngineContext, 'database' | 'engine' | 'calls' | 'clock' | 'log' | 'chargingQueue'>,
): Promise<void> {
  const stored = await claimOpenCalls(context.database, context.engine, context.calls.ids())
  for (const call of stored) {
    const active = takeOver(context, call, call.switch_seen_at)
    // This switch will not list it: the next comparison closes it.
    if (call.is_foreign) active.missing_at = context.chargingQueue.openings()
  }
  if (stored.length > 0) context.log.info({ calls: stored.length }, 'calls taken over')
}

export async function reconcile(context: EngineContext): Promise<void> {
  const dialogs = await context.link.list()
  const now = context.clock.now_ms() / 1000
  const listed = new Set(dialogs.filter((d) => d.state !== 'ENDED').map((d) => d.dialog))
  const missing: ActiveCall[] = []
  const held = new Set(dialogs.filter((d) => d.is_held).map((d) => d.dialog))
  for (const active of context.calls.all()) {
    if (listed.has(active.dialog)) {
      active.seen_at = now
      active.missing_at = null
      active.is_held = held.has(active.dialog)
    } else if (now - active.call.started_at > YOUNG_SECONDS && isMissedAgain(context, active)) {
      missing.push(active)
    }
  }
  const reported = missing.length === 0 ? new Set() : callsOf(context, await context.link.outbox())
  // Other calls are left alone: their event will come, however late.
  for (const active of missing) {
    if (reported.has(active)) continue
    await loseCall(context, active, now).catch((error: unknown) => {
      // The others are still handled.
      if (!(error instanceof NotClosed)) throw error
    })
  }
  for (const dialog of dialogs) await repair(context, dialog, now)
}

/** The link to the switch was lost: until now every call without an end event was alive. */
export function noteLastSeen({ calls, clock }: EngineContext): void {
  for (const active of calls.all()) {
    if (active.missing_at === null) active.seen_at = clock.now_ms() / 1000
  }
}

/** The event of its end may be on its way: a call is looked for if it is missing a second time. */
function isMissedAgain(context: EngineContext, active: ActiveCall): boolean {
  // If the database was down in between, the event could not be processed.
  const opening = context.chargingQueue.openings()
  const is_missed_again = active.missing_at === opening
  active.missing_at = opening
  return is_missed_again
}

const callsOf = (context: EngineContext, events: readonly CallEvent[]) =>
  new Set(events.map((event) => context.calls.find(event)))

async function loseCall(context: EngineContext, active: ActiveCall, now: number): Promise<void> {
  const { answered_at, granted_seconds, call } = active
  const { sip_call_id } = call.invite
  if (answered_at === null) {
    await context.link.cutMedia(sip_call_id)
    return closeLost(context, active, active.seen_at)
  }
  const paid_until = answered_at + granted_seconds
  const talk_until = answered_at + call.max_call_duration_seconds
  // Both sides may still talk, and their BYE ends the call.
  const may_talk = isRelayed(active)
    ? (await isHeard(context, active)) && now < paid_until
    : now < talk_until
  if (may_talk && active.hang_up === null) {
    return isRelayed(active) ? undefined : waitForBye(context, active, talk_until)
  }
  await context.link.cutMedia(sip_call_id)
  const ended_at = Math.min(active.lost_at ?? active.seen_at, paid_until)
  await closeLost(context, active, Math.max(answered_at, ended_at))
}

/** Whether rtpengine has the call and receives packets; stores the time of the last one. */
async function isHeard(context: EngineContext, active: ActiveCall): Promise<boolean> {
  const media = await context.link.media(active.call.invite.sip_call_id)
  if (media.kind !== 'relayed') return false
  const now_ms = context.clock.monotonic_ms()
  noteMedia(active, media, now_ms)
  active.seen_at = media.last_packet_at
  const timeout = context.snapshots.settings()?.rtp_timeout_seconds || DEFAULT_RTP_TIMEOUT_SECONDS
  return !isWithoutMedia(active, media, { now_ms, timeout })
}

/**
 * Direct media cannot be cut, and only the BYE shows how long it lasted: the call stays open for
 * it, paid by what is held already.
 */
async function waitForBye(
  context: EngineContext,
  active: ActiveCall,
  talk_until: number,
): Promise<void> {
  if (active.lost_at !== null) return
  const { call, seen_at: lost_at } = active
  const expires_at = talk_until + ANSWERED_SLACK_SECONDS
  const change = { ...NO_CHANGE, call_id: call.call_id, expires_at, lost_at }
  await context.chargingQueue.write({ kind: 'progress', call, change })
  active.lost_at = lost_at
  context.log.warn({ call_id: call.call_id }, 'a lost call stays open until its BYE')
}

/** Closes a call without an end event. */
async function closeLost(
  context: EngineContext,
  active: ActiveCall,
  ended_at: number,
): Promise<void> {
  const { answered_at, call } = active
  const { was_open } = await closeActive(context, active, {
    ringing_at: active.ringing_at,
    answered_at,
    ended_at,
    gateway_id: answered_at === null ? null : active.gateway_id,
    sip_code: answered_at === null ? 503 : 200,
    q850_cause: NOT_AVAILABLE,
    reason: '',
    released_by: 'SWITCH',
    attempts: [],
    media: null,
    early_media: false,
    cut: 'CALL_LOST',
  })
  // Otherwise another engine has closed it already.
  if (was_open)
    context.log.warn({ call_id: call.call_id, ended_at }, 'a call was lost by the switch')
}

/**
 * A dialog of the switch without an open call: a missed answer is stored, an unpaid call is ended.
 */
async function repair(context: EngineContext, dialog: SwitchDialog, now: number): Promise<void> {
  if (dialog.state !== 'ANSWERED') return
  const since = dialog.answered_at ?? dialog.started_at ?? 0
  if (now - since < YOUNG_SECONDS) return
  if (await isPaid(context, dialog)) return
  context.log.warn({ dialog }, 'an unpaid call is ended')
  await context.link.end(dialog.dialog, NOT_AVAILABLE, 'unknown call')
}

/** Both legs must be answered: a call that only the gateway has answered was never accepted. */
async function isPaid(context: EngineContext, dialog: SwitchDialog): Promise<boolean> {
  if (dialog.answered_at === null) return false
  const known = context.calls.find(dialog)
  if (!known) return (await findOpenCall(context.database, dialog)) !== undefined
  known.answered_at ??= dialog.answered_at
  return true
}
