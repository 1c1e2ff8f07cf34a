// The media quality of a whole call, for sums: that of its worse direction.
import type { CallMedia, MediaFigures } from './call.ts'

export type MediaQuality = Pick<
  MediaFigures,
  'mos' | 'loss_percent' | 'jitter_ms' | 'round_trip_ms'
>

const UNKNOWN: MediaQuality = {
  ...{ mos: null, loss_percent: null, jitter_ms: null, round_trip_ms: null },
}

/** Null where neither direction was measured. */
export function mediaQuality(media: CallMedia | null): MediaQuality {
  // Records from before migration 92 are in no sums.
  if (media === null || !('is_held' in media)) return UNKNOWN
  const { caller, callee } = media
  const worse = (field: keyof MediaQuality, choose: (...values: number[]) => number) => {
    const known = [caller[field], callee[field]].filter((value) => value !== null)
    return known.length > 0 ? choose(...known) : null
  }
  return {
    mos: worse('mos', Math.min),
    loss_percent: worse('loss_percent', Math.max),
    jitter_ms: worse('jitter_ms', Math.max),
    round_trip_ms: worse('round_trip_ms', Math.max),
  }
}
