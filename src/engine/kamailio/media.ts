// Queries to rtpengine: a cookie and a bencoded dictionary in one datagram each way.
import { createSocket } from 'node:dgram'
import { z } from 'zod'
import type { CallMedia, MediaFigures } from '#core/call/call.ts'
import { type Bencoded, decode, encode } from './bencode.ts'
import { rtpengineFigures } from './switch-figures.ts'
import type { RelayedMedia } from './switch-link.ts'

const TIMEOUT_MS = 1000
/** The end of a call is reported with its media figures, but does not wait long for them. */
const FIGURES_TIMEOUT_MS = 300

export type MediaRelay = {
  of(sip_call_id: string): Promise<RelayedMedia>
  /** Stops the media of both sides. */
  cut(sip_call_id: string): Promise<void>
  /** Returns the media quality, and ends the media of the call. */
  takeFigures(sip_call_id: string, caller_tag: string): Promise<CallMedia | null>
  /** Its own counters; empty without an answer. */
  figures(): Promise<Record<string, number>>
  /** Sends a command; undefined without an answer. */
  ask(question: Bencoded): Promise<Bencoded | undefined>
  close(): void
}

/** `randomId` makes the cookies, which are unique among all engines. */
export function connectMedia(port: number, randomId: () => string): MediaRelay {
  const waiting = new Map<string, (answer: Bencoded | undefined) => void>()
  const socket = createSocket('udp4')
  // No rtpengine: the query times out, which is handled like an error.
  socket.on('error', () => {})
  socket.on('message', (bytes) => {
    const space = bytes.indexOf(' ')
    const cookie = bytes.toString('latin1', 0, Math.max(0, space))
    waiting.get(cookie)?.(decode(bytes.subarray(space + 1)))
  })
  socket.unref()
  let is_closed = false

  async function ask(question: Bencoded, timeout_ms = TIMEOUT_MS): Promise<Bencoded | undefined> {
    const cookie = randomId()
    const { promise, resolve } = Promise.withResolvers<Bencoded | undefined>()
    waiting.set(cookie, resolve)
    const timer = setTimeout(() => resolve(undefined), timeout_ms)
    socket.send(`${cookie} ${encode(question)}`, port, '127.0.0.1')
    return await promise.finally(() => {
      clearTimeout(timer)
      waiting.delete(cookie)
    })
  }

  return {
    async of(sip_call_id) {
      return relayedMedia(await ask({ command: 'query', 'call-id': sip_call_id }))
    },
    async cut(sip_call_id) {
      await ask({ command: 'delete', 'call-id': sip_call_id, 'delete delay': 0 })
    },
    async takeFigures(sip_call_id, caller_tag) {
      // Without a tag it answers nothing but `ok`.
      const call = { 'call-id': sip_call_id, 'from-tag': caller_tag }
      const end = { ...call, command: 'delete', 'delete delay': 0 }
      return figuresOf(await ask(end, FIGURES_TIMEOUT_MS), caller_tag)
    },
    async figures() {
      return rtpengineFigures(await ask({ command: 'statistics' }))
    },
    ask: (question) => ask(question),
    close() {
      if (!is_closed) socket.close()
      is_closed = true
    },
  }
}

const KEPT_MAX = 10_000

export type KeptFigures = {
  /** Cached for a repeated event, because rtpengine answers only once. */
  of(
    event: { readonly key: string; readonly sip_call_id: string },
    caller_tag: string,
  ): Promise<CallMedia | null>
  forget(key: string): void
}

export function keepFigures(relay: MediaRelay): KeptFigures {
  const kept = new Map<string, Promise<CallMedia | null>>()
  return {
    of({ key, sip_call_id }, caller_tag) {
      const known = kept.get(key)
      if (known !== undefined) return known
      const taken = relay.takeFigures(sip_call_id, caller_tag)
      kept.set(key, taken)
      const [oldest] = kept.keys()
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
      return taken
    },
    forget: (key) => void kept.delete(key),
  }
}

const stream = z.object({
  'last packet': z.number(),
  SSRC: z.number().optional(),
  stats: z.object({ packets: z.number() }),
})
const side = z.object({
  medias: z.array(
    z.object({
      codec: z.string().optional(),
      flags: z.array(z.string()).default([]),
      streams: z.array(stream),
    }),
  ),
})
const quality = z.object({
  MOS: z.number(),
  jitter: z.number(),
  'packet loss': z.number(),
  'round-trip time leg': z.number().optional(),
})
const answer = z.object({
  result: z.literal('ok'),
  tags: z.record(z.string(), side),
  SSRC: z.record(z.string(), z.object({ 'average MOS': quality.optional() })).default({}),
})
type Answer = z.infer<typeof answer>

const UNKNOWN: MediaFigures = {
  mos: null,
  jitter_ms: null,
  loss_percent: null,
  round_trip_ms: null,
  packets: null,
  codec: null,
  last_packet_at: null,
}

/** rtpengine's answer to a query. */
export function relayedMedia(told: Bencoded | undefined): RelayedMedia {
  if (told === undefined) return { kind: 'no_reply' }
  const medias = Object.values(answer.safeParse(told).data?.tags ?? {}).flatMap((one) => one.medias)
  const packets = medias.flatMap(({ streams }) => streams.map((one) => one['last packet']))
  if (packets.length === 0) return { kind: 'gone' }
  return { kind: 'relayed', last_packet_at: Math.max(...packets), is_held: isHeld(medias) }
}

/** A side sends nothing, or wants nothing. */
const isHeld = (medias: readonly { readonly flags: readonly string[] }[]): boolean =>
  medias.some(({ flags }) => !flags.includes('send') || !flags.includes('recv'))

/** rtpengine's answer to the end of a call; null when it is none. */
export function figuresOf(told: Bencoded | undefined, caller_tag: string): CallMedia | null {
  const read = answer.safeParse(told)
  if (!read.success) return null
  const { tags, SSRC } = read.data
  const caller = streamOf(tags[caller_tag])
  // Several phones may have rung: the one with the most packets answered the call.
  const [callee] = Object.entries(tags)
    .flatMap(([tag, one]) => (tag === caller_tag ? [] : [streamOf(one)]))
    .toSorted((a, b) => (b?.packets ?? 0) - (a?.packets ?? 0))
  return {
    caller: { ...UNKNOWN, ...cameFrom(caller), ...heardBy(callee, SSRC) },
    callee: { ...UNKNOWN, ...cameFrom(callee), ...heardBy(caller, SSRC) },
    is_held: isHeld(Object.values(tags).flatMap(({ medias }) => medias.slice(0, 1))),
  }
}

type Stream = {
  packets: number
  codec: string | null
  ssrc: number | undefined
  last_packet_at: number
}

function streamOf(one: z.infer<typeof side> | undefined): Stream | undefined {
  const [media] = one?.medias ?? []
  const [rtp] = media?.streams ?? []
  if (!media || !rtp) return undefined
  const codec = media.codec?.split('/')[0] ?? null
  const last_packet_at = rtp['last packet']
  return { packets: rtp.stats.packets, codec, ssrc: rtp.SSRC, last_packet_at }
}

function cameFrom(stream: Stream | undefined): Partial<MediaFigures> {
  if (!stream) return {}
  const { ssrc: _, ...came } = stream
  return came
}

/** Quality that a side has reported by RTCP; rtpengine stores it under that side's own SSRC. */
function heardBy(stream: Stream | undefined, SSRC: Answer['SSRC']): Partial<MediaFigures> {
  const heard = SSRC[String(stream?.ssrc)]?.['average MOS']
  if (!heard) return {}
  const round_trip = heard['round-trip time leg'] ?? 0
  return {
    // In tenths, because bencode has no fractions.
    mos: heard.MOS / 10,
    jitter_ms: heard.jitter,
    loss_percent: heard['packet loss'],
    // In microseconds; 0 where no report of the side said when it had the last one of ours.
    round_trip_ms: round_trip > 0 ? Math.round(round_trip / 1000) : null,
  }
}
