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
  const moment = { now: 1060, timeout: 60 }
  expect(isSilent({ media_at: 1000, media_untold }, media, moment)).toBe(is_silent)
  expect(isSilent({ media_at: 1001, media_untold }, media, moment)).toBe(false)
})
