// Until when an answered call is billed.
import type { Cut } from '../routing/cuts.ts'

/** Epoch seconds. */
interface Talk {
  readonly answered_at: number | null
  /** The time of the last known packet. */
  readonly media_at: number
  readonly ended_at: number
}

/** The silence before an RTP timeout is billed only if the settings say so. */
export function endOfTalk(
  { answered_at, media_at, ended_at }: Talk,
  cut: Cut | null,
  bills_silence: boolean,
): number {
  if (cut !== 'RTP_TIMEOUT' || bills_silence) return ended_at
  return Math.min(ended_at, Math.max(answered_at ?? ended_at, media_at))
}
