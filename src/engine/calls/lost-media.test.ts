import { expect, test } from 'vitest'
import { isSilent } from './lost-media.ts'

const RELAYED = { kind: 'relayed', last_packet_at: 1000, is_held: false } as const

test.each([
  ['a relay that is slow for once', { kind: 'untold' }, 1, false],
  ['a relay that has not answered three times', { kind: 'untold' }, 3, true],
  ['a relay that was started anew', { kind: 'gone' }, 0, true],
  ['a call on hold', { ...RELAYED, is_held: true }, 0, false],
  ['a call without packets', RELAYED, 0, true],
] as const)('silence is an end, or none: %s', (_, media, media_untold, is_silent) => {
  const isSilentSince = (media_monotonic_ms: number | null) =>
    isSilent({ media_monotonic_ms, media_untold }, media, { now_ms: 90_000, timeout: 60 })
  expect(isSilentSince(30_000)).toBe(is_silent)
  expect(isSilentSince(30_001)).toBe(false)
  expect(isSilentSince(null)).toBe(false)
})
