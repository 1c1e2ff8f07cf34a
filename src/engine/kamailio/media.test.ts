import { expect, test } from 'vitest'
import { figuresOf, keepFigures, relayedMedia } from './media.ts'

const stream = (SSRC: number, packets: number) => ({
  'last packet': 1795287517,
  SSRC,
  stats: { packets, bytes: packets * 172, errors: 0 },
})
const side = (codec: string, SSRC: number, packets: number) => ({
  medias: [{ index: 1, type: 'audio', codec, streams: [stream(SSRC, packets), stream(SSRC, 4)] }],
})

/** In microseconds. */
const ROUND_TRIP = { 'round-trip time leg': 41_700, 'round-trip time': 83_000, samples: 1 }

/** As rtpengine 10.5 answers, without what is not read. */
const ANSWER = {
  result: 'ok',
  SSRC: {
    '1111': { 'average MOS': { MOS: 35, jitter: 10, 'packet loss': 5, ...ROUND_TRIP } },
    '2222': { 'average MOS': { MOS: 28, jitter: 20, 'packet loss': 10, samples: 2 } },
  },
  tags: { caller: side('PCMA/8000', 1111, 60), callee: side('G729/8000', 2222, 57) },
}

test('each side is judged by what came from it, as the other has heard it', () => {
  const last_packet_at = 1795287517
  expect(figuresOf(ANSWER, 'caller')).toEqual({
    caller: {
      ...{ codec: 'PCMA', packets: 60, mos: 2.8, jitter_ms: 20, loss_percent: 10 },
      ...{ round_trip_ms: null, last_packet_at },
    },
    callee: {
      ...{ codec: 'G729', packets: 57, mos: 3.5, jitter_ms: 10, loss_percent: 5 },
      ...{ round_trip_ms: 42, last_packet_at },
    },
    is_held: true,
  })
  const flags = ['initialized', 'send', 'recv']
  const tags = Object.entries(ANSWER.tags).map(([tag, { medias }]) => [
    tag,
    { medias: medias.map((media) => ({ ...media, flags })) },
  ])
  const going = figuresOf({ ...ANSWER, tags: Object.fromEntries(tags) }, 'caller')
  expect(going?.is_held).toBe(false)
})

test('what nobody has told is not known', () => {
  const { SSRC: _, ...silent } = ANSWER
  expect(figuresOf({ ...silent, SSRC: {} }, 'caller')).toMatchObject({
    caller: { packets: 60, mos: null, jitter_ms: null, loss_percent: null },
  })
  expect(figuresOf({ result: 'ok' }, 'caller')).toBeNull()
  expect(figuresOf({ ...ANSWER, tags: {} }, 'caller')).toMatchObject({
    caller: { packets: null, codec: null },
    callee: { packets: null },
  })
  expect(figuresOf(undefined, 'caller')).toBeNull()
})

test('of several phones that rang, the one that talked counts', () => {
  const tags = { ...ANSWER.tags, other: side('PCMU/8000', 3333, 0) }
  expect(figuresOf({ ...ANSWER, tags }, 'caller')?.callee).toMatchObject({ codec: 'G729' })
})

test('a call is on hold while one side sends nothing, or wants nothing', () => {
  const going = (...flags: string[][]) =>
    relayedMedia({
      result: 'ok',
      tags: Object.fromEntries(
        flags.map((flag, at) => [
          `side ${at}`,
          { medias: [{ index: 1, type: 'audio', flags: flag, streams: [stream(1, 2)] }] },
        ]),
      ),
    })
  const relayed = { kind: 'relayed', last_packet_at: 1795287517 }
  const both = ['initialized', 'send', 'recv']
  expect(going(both, both)).toEqual({ ...relayed, is_held: false })
  expect(going(['initialized', 'recv'], ['initialized', 'send'])).toEqual({
    ...relayed,
    is_held: true,
  })
  expect(going(['initialized'], ['initialized'])).toEqual({ ...relayed, is_held: true })
  const unknown = { result: 'error', 'error-reason': 'Unknown call-id' }
  expect(relayedMedia(unknown)).toEqual({ kind: 'gone' })
  expect(relayedMedia(undefined)).toEqual({ kind: 'no_reply' })
})

test('rtpengine is asked once for an event, however often it comes', async () => {
  const asked: string[] = []
  const figures = keepFigures({
    of: async () => ({ kind: 'no_reply' }),
    cut: async () => {},
    takeFigures: async (sip_call_id) => {
      asked.push(sip_call_id)
      return figuresOf(ANSWER, 'caller')
    },
    figures: async () => ({}),
    ask: async () => undefined,
    close: () => {},
  })
  const event = { key: '1-2-3', sip_call_id: 'a@b' }
  expect(await figures.of(event, 'caller')).toEqual(await figures.of(event, 'caller'))
  expect(asked).toEqual(['a@b'])
  figures.forget('1-2-3')
  await figures.of(event, 'caller')
  expect(asked).toEqual(['a@b', 'a@b'])
})
