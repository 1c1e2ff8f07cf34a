// Ends answered calls without media: after a phone vanished without a BYE, the call would be
// billed until the balance is used up (docs/domain/routing.md, R11).
import { routeOver } from '#core/call/call.ts'
import { REFUSALS } from '#core/routing/refusal.ts'
import type { RelayedMedia } from '../kamailio/switch-link.ts'
import type { ActiveCall } from './active-calls.ts'
import type { EngineContext } from './context.ts'

export const DEFAULT_RTP_TIMEOUT_SECONDS = 60
/** A call is queried again when its last known packet is this old. */
const ASK_AGAIN_SECONDS = 20
/** rtpengine answers one query after the other; more would only wait in its socket. */
const ASKED_AT_ONCE = 50
/** An rtpengine that does not respond relays nothing; a single failure may be a lost datagram. */
const MISSED_REPLIES_MAX = 3

/**
 * Queries rtpengine about relayed calls, and ends those without media. Runs with the comparison of
 * calls, so a call may end up to ten seconds late.
 */
export async function endCallsWithoutMedia(context: EngineContext): Promise<void> {
  const timeout = context.snapshots.settings()?.rtp_timeout_seconds ?? DEFAULT_RTP_TIMEOUT_SECONDS
  if (timeout === 0) return
  const before_ms = context.clock.monotonic_ms() - Math.min(timeout, ASK_AGAIN_SECONDS) * 1000
  const due = [...context.calls.all()].filter(
    (active) => mayBeSilent(active) && (active.media_monotonic_ms ?? 0) <= before_ms,
  )
  for (let from = 0; from < due.length; from += ASKED_AT_ONCE) {
    const some = due.slice(from, from + ASKED_AT_ONCE)
    await Promise.all(some.map((active) => endIfSilent(context, active, timeout)))
  }
}

/** Calls that the switch has lost are handled by `reconcile`. */
const mayBeSilent = (active: ActiveCall): boolean =>
  active.answered_at !== null && active.missing_at === null && isRelayed(active)

export const isRelayed = ({ gateway_id, call }: ActiveCall): boolean =>
  routeOver(call, gateway_id)?.media_mode === 'PROXY'

async function endIfSilent(
  context: EngineContext,
  active: ActiveCall,
  timeout: number,
): Promise<void> {
  const media = await context.link.media(active.call.invite.sip_call_id)
  const now_ms = context.clock.monotonic_ms()
  noteMedia(active, media, now_ms)
  if (!isWithoutMedia(active, media, { now_ms, timeout })) return
  const { call_id } = active.call
  context.log.info({ call_id, media: media.kind, media_at: active.media_at }, 'a call has no media')
  // Repeated until it has ended; an earlier reason stays.
  active.hang_up ??= 'RTP_TIMEOUT'
  const { q850_cause, text } = REFUSALS[active.hang_up]
  // If rtpengine fails, all calls may end at once: the list is not fetched again for each.
  await context.link.end(active.dialog, q850_cause, text, { is_answered: true })
}

/**
 * The current answer of rtpengine. Its stamps come from another clock, which may be set: silence is
 * measured by our monotonic clock since the stamp last changed.
 */
export function noteMedia(active: ActiveCall, media: RelayedMedia, now_ms: number): void {
  active.missed_media_replies = media.kind === 'no_reply' ? active.missed_media_replies + 1 : 0
  active.media_monotonic_ms ??= now_ms
  if (media.kind !== 'relayed' || media.last_packet_at === active.media_at) return
  active.media_at = media.last_packet_at
  active.media_monotonic_ms = now_ms
}

/**
 * Whether no packet has come for this long. A call on hold may be silent without limit; after a
 * restart rtpengine knows none of the earlier calls, which therefore have no media.
 */
export function isWithoutMedia(
  {
    media_monotonic_ms,
    missed_media_replies,
    is_held,
  }: Pick<ActiveCall, 'media_monotonic_ms' | 'missed_media_replies' | 'is_held'>,
  media: RelayedMedia,
  { now_ms, timeout }: { now_ms: number; timeout: number },
): boolean {
  if (media_monotonic_ms === null || now_ms - media_monotonic_ms < timeout * 1000) return false
  if (media.kind === 'no_reply') return missed_media_replies >= MISSED_REPLIES_MAX
  // A relay sees the answer alone, in which older gateways repeat no hold.
  return media.kind !== 'relayed' || !(is_held || media.is_held)
}
