// Compares the open calls with the dialogs of the switch: no call may be billed after it has ended,
// and no call may continue unbilled.

import { NO_CHANGE } from '#core/billing/call-batch-rows.ts'
import { claimOpenCalls, findOpenCall } from '#db/calls/open-calls.ts'
import type { CallEvent, SwitchDialog } from '../kamailio/switch-link.ts'
import type { ActiveCall } from './active-calls.ts'
import { type EngineContext, takeOver } from './context.ts'
import { DEFAULT_RTP_TIMEOUT_SECONDS, isRelayed, isSilent, noteMedia } from './lost-media.ts'
import { closeActive } from './on-end.ts'
import { ANSWERED_SLACK_SECONDS } from './on-progress.ts'
import { NotClosed } from './unclosed-calls.ts'

/** Younger calls may simply not be listed yet. */
const YOUNG_SECONDS = 10
const NOT_AVAILABLE = 41

/** Takes over calls of a former life and of engines that are gone. */
export async function claimCalls(
  context: Pick<EngineContext, 'database' | 'engine' | 'calls' | 'log'>,
  seen_at?: number,
): Promise<void> {
  const stored = await claimOpenCalls(context.database, context.engine, context.calls.ids())
  for (const call of stored) takeOver(context, call, seen_at)
  if (stored.length > 0) context.log.info({ calls: stored.length }, 'calls taken over')
}

export async function reconcile(context: EngineContext): Promise<void> {
  const dialogs = await context.link.list()
  const now = context.clock.now_ms() / 1000
  const listed = new Set(dialogs.filter((d) => d.state !== 'ENDED').map((d) => d.dialog))
  const missing: ActiveCall[] = []
  for (const active of context.calls.all()) {
    if (listed.has(active.dialog)) {
      active.seen_at = now
      active.missing_at = null
    } else if (now - active.call.started_at > YOUNG_SECONDS && isMissedAgain(context, active)) {
      missing.push(active)
    }
  }
  const untold = missing.length === 0 ? new Set() : callsOf(context, await context.link.outbox())
  // What became of the others will be told, however late, and nobody knows it better.
  for (const active of missing) {
    if (untold.has(active)) continue
    await loseCall(context, active, now).catch((error: unknown) => {
      // The others are looked after all the same.
      if (!(error instanceof NotClosed)) throw error
    })
  }
  for (const dialog of dialogs) await repair(context, dialog, now)
}

/** The switch is gone just now: until here every call was there whose end it has not told. */
export function noteLastSeen({ calls, clock }: EngineContext): void {
  for (const active of calls.all()) {
    if (active.missing_at === null) active.seen_at = clock.now_ms() / 1000
  }
}

/** The event of its end may be on its way: a call is looked for if it is missing a second time. */
function isMissedAgain(context: EngineContext, active: ActiveCall): boolean {
  // With the database away in between, the event had no chance.
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
  const talk_until = answered_at + call.max_call_duration
  // They may talk on, and a BYE will tell when they stop.
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

/** Whether the relay has the call and hears somebody in it; notes when it last did. */
async function isHeard(context: EngineContext, active: ActiveCall): Promise<boolean> {
  const media = await context.link.media(active.call.invite.sip_call_id)
  if (media.kind !== 'relayed') return false
  const now_ms = context.clock.monotonic_ms()
  noteMedia(active, media, now_ms)
  active.seen_at = media.last_packet_at
  const timeout = context.keeper.settings()?.rtp_timeout_seconds || DEFAULT_RTP_TIMEOUT_SECONDS
  return !isSilent(active, media, { now_ms, timeout })
}

/**
 * Nobody can cut media that goes past us, and only the BYE proves how long it went: the call stays
 * open for it, and what is held already pays for it.
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
  context.log.warn({ call_id: call.call_id }, 'a call that was lost is open until its BYE')
}

/** Closes a call whose end nobody will tell. */
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
  // Otherwise another engine has closed it, and only we did not know.
  if (was_open)
    context.log.warn({ call_id: call.call_id, ended_at }, 'a call was lost by the switch')
}

/**
 * A call that the switch has and we do not: an answer that we missed is
 * noted, an unpaid call ended.
 */
async function repair(context: EngineContext, dialog: SwitchDialog, now: number): Promise<void> {
  if (dialog.state !== 'ANSWERED') return
  const since = dialog.answered_at ?? dialog.started_at ?? 0
  if (now - since < YOUNG_SECONDS) return
  if (await isPaid(context, dialog)) return
  context.log.warn({ dialog }, 'a call that nobody pays for is ended')
  await context.link.end(dialog.dialog, NOT_AVAILABLE, 'unknown call')
}

/** Both legs are of a call of ours: one that only the gateway has answered was never accepted. */
async function isPaid(context: EngineContext, dialog: SwitchDialog): Promise<boolean> {
  if (dialog.answered_at === null) return false
  const known = context.calls.find(dialog)
  if (!known) return (await findOpenCall(context.database, dialog)) !== undefined
  known.answered_at ??= dialog.answered_at
  return true
}
