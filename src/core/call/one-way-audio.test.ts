import { expect, test } from 'vitest'
import type { CallMedia, MediaFigures } from './call.ts'
import { oneWayAudio } from './one-way-audio.ts'

const ANSWERED = 1_000_000.5
const ENDED = ANSWERED + 60

const figures = (change: Partial<MediaFigures> = {}): MediaFigures => ({
  ...{ mos: null, jitter_ms: null, loss_percent: null, round_trip_ms: null },
  ...{ packets: 3000, codec: 'PCMA', last_packet_at: ENDED - 1 },
  ...change,
})
const SILENT = figures({ packets: 0, last_packet_at: ANSWERED - 4 })

const sideOf = (media: Partial<CallMedia> | null, seconds = 60) =>
  oneWayAudio({
    answered_at: ANSWERED,
    ended_at: ANSWERED + seconds,
    media: media && { caller: figures(), callee: figures(), is_held: false, ...media },
  })

test('audio in both directions is none', () => {
  expect(sideOf({})).toBeNull()
})

test('the side that has sent nothing is named', () => {
  expect(sideOf({ caller: SILENT })).toBe('CALLER')
  expect(sideOf({ callee: SILENT })).toBe('CALLEE')
})

test('ringing tones before the answer are no audio of the talk', () => {
  expect(sideOf({ callee: figures({ packets: 200, last_packet_at: ANSWERED - 1 }) })).toBe('CALLEE')
})

test('silence of both sides is another fault', () => {
  expect(sideOf({ caller: SILENT, callee: SILENT })).toBeNull()
})

test('a call on hold has one direction, as asked', () => {
  expect(sideOf({ caller: SILENT, is_held: true })).toBeNull()
})

test('a call of less than five seconds is too short to say', () => {
  expect(sideOf({ caller: SILENT }, 4.9)).toBeNull()
  expect(sideOf({ caller: SILENT }, 5)).toBe('CALLER')
})

test('without an answer, a relay or its figures nothing is known', () => {
  expect(sideOf(null)).toBeNull()
  expect(sideOf({ caller: figures({ packets: null, last_packet_at: null }) })).toBeNull()
  const media = { caller: SILENT, callee: figures(), is_held: false }
  expect(oneWayAudio({ answered_at: null, ended_at: ENDED, media })).toBeNull()
})
