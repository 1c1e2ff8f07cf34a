import { expect, test } from 'vitest'
import { endOfTalk } from './end-of-talk.ts'

const talk = { answered_at: 1000, media_at: 1020, ended_at: 1080 }

test('a call without media is billed to its last packet, or to its end by the settings', () => {
  expect(endOfTalk(talk, 'RTP_TIMEOUT', false)).toBe(1020)
  expect(endOfTalk(talk, 'RTP_TIMEOUT', true)).toBe(1080)
})

test('packets before the answer and after the end do not count', () => {
  expect(endOfTalk({ ...talk, media_at: 0 }, 'RTP_TIMEOUT', false)).toBe(1000)
  expect(endOfTalk({ ...talk, media_at: 1090 }, 'RTP_TIMEOUT', false)).toBe(1080)
})

test('a call that ended otherwise is billed to its end, with or without packets', () => {
  expect(endOfTalk(talk, null, false)).toBe(1080)
  expect(endOfTalk(talk, 'HUNG_UP', false)).toBe(1080)
})
