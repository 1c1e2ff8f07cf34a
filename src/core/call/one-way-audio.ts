// One-way audio: an answered call in which the relay has received packets of one side only.
import type { CallMedia, MediaFigures } from './call.ts'

export const SILENT_SIDES = ['CALLER', 'CALLEE'] as const
export type SilentSide = (typeof SILENT_SIDES)[number]

/** A shorter call may be over before both sides have begun to send. */
const MIN_TALK_SECONDS = 5

/** Epoch seconds. */
interface RelayedCall {
  readonly answered_at: number | null
  readonly ended_at: number
  readonly media: CallMedia | null
}

/** The side that has sent nothing; null where audio went both ways or neither, or on hold. */
export function oneWayAudio({ answered_at, ended_at, media }: RelayedCall): SilentSide | null {
  if (answered_at === null || media === null || media.is_held) return null
  if (ended_at - answered_at < MIN_TALK_SECONDS) return null
  const caller = hasSent(media.caller, answered_at)
  const callee = hasSent(media.callee, answered_at)
  if (caller === null || callee === null || caller === callee) return null
  return caller ? 'CALLEE' : 'CALLER'
}

/** Since the answer: early media is no talk. Null if it is not known. */
function hasSent({ packets, last_packet_at }: MediaFigures, answered_at: number): boolean | null {
  if (packets === null || last_packet_at === null) return null
  return packets > 0 && last_packet_at > answered_at
}
