import { expect, test } from 'vitest'
import { isWithoutMedia } from './rtp-timeout.ts'

const RELAYED = { kind: 'relayed', last_packet_at: 1000, is_held: false } as const

test.each([
  ['a relay that is slow for once', { kind: 'no_reply' }, 1, false],
  ['a relay that has not answered three times', { kind: 'no_reply' }, 3, true],
  ['a relay that was started anew', { kind: 'gone' }, 0, true],
  ['a call on hold', { ...RELAYED, is_held: true }, 0, false],
  ['a call without packets', RELAYED, 0, true],
] as const)('silence is an end, or none: %s', (_, media, missed_media_replies, is_silent) => {
  const isWithoutMediaSince = (media_monotonic_ms: number | null) =>
    isWithoutMedia({ media_monotonic_ms, missed_media_replies, is_held: false }, media, {
      now_ms: 90_000,
      timeout: 60,
    })
  expect(isWithoutMediaSince(30_000)).toBe(is_silent)
  expect(isWithoutMediaSince(30_001)).toBe(false)
  expect(isWithoutMediaSince(null)).toBe(false)
})

test('a call whose last offer was a hold may be silent, but not without its relay', () => {
  const isSilent = (media: typeof RELAYED | { kind: 'gone' }) =>
    isWithoutMedia({ media_monotonic_ms: 0, missed_media_replies: 0, is_held: true }, media, {
      now_ms: 90_000,
      timeout: 60,
    })
  expect([isSilent(RELAYED), isSilent({ kind: 'gone' })]).toEqual([false, true])
})
