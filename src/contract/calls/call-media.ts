// The media of a call in both directions, as the relay has measured it.
import { z } from 'zod'
import { SILENT_SIDES } from '#core/call/one-way-audio.ts'

/** Received from one side. */
const sideMedia = z.object({
  codec: z.string().nullable(),
  packets: z.number().nullable(),
  mos: z.number().nullable(),
  jitter_ms: z.number().nullable(),
  loss_percent: z.number().nullable(),
  /** These are absent in calls from before migration 91. */
  round_trip_ms: z.number().nullable().optional(),
  /** Epoch seconds. */
  last_packet_at: z.number().nullable().optional(),
})

/** The fields of a call record. */
export const callMedia = {
  media_mode: z.string(),
  /** The codecs received from the caller, and from the called party. */
  codec: z.string(),
  callee_codec: z.string(),
  media: z.object({ caller: sideMedia, callee: sideMedia }).nullable(),
  /** MOS of the media received from each side. */
  caller_mos: z.number().nullable(),
  callee_mos: z.number().nullable(),
  /** The side that sent no audio in an answered call that was relayed. */
  one_way_audio: z.enum(SILENT_SIDES).nullable(),
  /** Whether there was early media; false on rows before the last. */
  early_media: z.boolean(),
}
