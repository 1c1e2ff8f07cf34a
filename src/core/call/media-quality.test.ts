import { expect, test } from 'vitest'
import type { CallMedia, MediaFigures } from './call.ts'
import { mediaQuality } from './media-quality.ts'

const side = (mos: number | null, change: Partial<MediaFigures> = {}): MediaFigures => ({
  ...{ mos, jitter_ms: 2, loss_percent: 0, round_trip_ms: null, packets: 600, codec: 'PCMA' },
  ...{ last_packet_at: 1_000_000, ...change },
})
const media = (caller: MediaFigures, callee: MediaFigures): CallMedia => ({
  ...{ caller, callee, is_held: false },
})

test('a call is as good as its worse direction', () => {
  const bad = side(3.1, { loss_percent: 5, round_trip_ms: 40 })
  const figures = { mos: 3.1, loss_percent: 5, jitter_ms: 2, round_trip_ms: 40 }
  expect(mediaQuality(media(bad, side(4.3)))).toEqual(figures)
  expect(mediaQuality(media(side(4.3), bad))).toEqual(figures)
})

test('of one direction alone its figures count', () => {
  const unknown = side(null, { jitter_ms: null, loss_percent: null })
  expect(mediaQuality(media(unknown, side(4.3)))).toMatchObject({ mos: 4.3, loss_percent: 0 })
})

test('nothing is known without a relay, and of records from before the sums', () => {
  const none = { mos: null, loss_percent: null, jitter_ms: null, round_trip_ms: null }
  expect(mediaQuality(null)).toEqual(none)
  const { is_held: _, ...old } = media(side(4.3), side(4.3))
  expect(mediaQuality(old as CallMedia)).toEqual(none)
})
