// The sound of a call from its packets of RTP: the caller on the left channel, the called party on
// the right, each sample where it was in time.
import { inLaw, LAWS, type Law, SILENCE } from './g711.ts'
import type { RtpPacket } from './read-pcap.ts'
import { wavHeader } from './wav.ts'

const SAMPLES_PER_MS = 8
/** A stream whose timestamps leave its clock by more begins again where its packet came. */
const DRIFT_SAMPLES_MAX = 2000 * SAMPLES_PER_MS
/** Four hours: a longer call is recorded to there. */
const SAMPLES_MAX = 4 * 3600 * 1000 * SAMPLES_PER_MS
const FIRST_SAMPLES = 60_000 * SAMPLES_PER_MS

/** Where a stream of packets has its first sample. */
interface StreamStart {
  readonly ssrc: number
  readonly timestamp: number
  readonly sample: number
}

export interface Sound {
  /** A WAV file. */
  readonly file: Uint8Array
  readonly duration_ms: number
}

export class StereoSound {
  readonly #caller_ports: ReadonlySet<number>
  /** Where the stream began that each channel has now. */
  readonly #starts: [StreamStart?, StreamStart?] = []
  #law: Law | undefined
  #begun_us: number | undefined
  /** Two bytes for each moment. */
  #samples = new Uint8Array(0)
  #length = 0
  #read = 0
  #other = 0

  constructor(caller_ports: readonly number[]) {
    this.#caller_ports = new Set(caller_ports)
  }

  add(packet: RtpPacket): void {
    const law = LAWS[packet.payload_type]
    this.#begun_us ??= packet.at_us
    if (law === undefined) {
      this.#other += 1
      return
    }
    this.#read += 1
    this.#law ??= law
    const channel = this.#caller_ports.has(packet.to_port) ? 0 : 1
    const at = this.#place(packet, channel, (packet.at_us - this.#begun_us) / 1000)
    this.#write(channel, at, inLaw(packet.payload, law, this.#law))
  }

  /** Undefined if most of the call is in another codec, whose packets have to be kept instead. */
  finish(): Sound | undefined {
    const law = this.#law
    if (law === undefined || this.#other > this.#read) return undefined
    const bytes = this.#length * 2
    const header = wavHeader({ encoding: law, channels: 2, bytes })
    const file = new Uint8Array(header.length + bytes)
    file.set(header)
    file.set(this.#samples.subarray(0, bytes), header.length)
    return { file, duration_ms: Math.round(this.#length / SAMPLES_PER_MS) }
  }

  /** By the timestamp of its stream, which does not tremble as the network does. */
  #place({ ssrc, timestamp }: RtpPacket, channel: 0 | 1, after_ms: number): number {
    const came = Math.round(after_ms * SAMPLES_PER_MS)
    const start = this.#starts[channel]
    if (start?.ssrc === ssrc) {
      // Timestamps begin again at zero; and a packet may come before the one that was first.
      const at = start.sample + ((timestamp - start.timestamp) | 0)
      if (Math.abs(at - came) <= DRIFT_SAMPLES_MAX) return at
    }
    this.#starts[channel] = { ssrc, timestamp, sample: came }
    return came
  }

  #write(channel: 0 | 1, at: number, samples: Uint8Array): void {
    const end = Math.min(at + samples.length, SAMPLES_MAX)
    if (at < 0 || end <= at) return
    this.#growTo(end)
    for (let sample = at; sample < end; sample++) {
      this.#samples[sample * 2 + channel] = samples[sample - at] ?? 0
    }
  }

  #growTo(end: number): void {
    if (end * 2 > this.#samples.length) {
      const larger = Math.min(SAMPLES_MAX, Math.max(end, this.#length * 2, FIRST_SAMPLES))
      const grown = new Uint8Array(larger * 2).fill(SILENCE[this.#law ?? 'PCMU'])
      grown.set(this.#samples)
      this.#samples = grown
    }
    this.#length = Math.max(this.#length, end)
  }
}
