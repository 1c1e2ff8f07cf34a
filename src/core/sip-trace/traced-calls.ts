// SIP messages of traced calls on their way from Kamailio to the database: each finds its call,
// gets its number and waits to be written. Everything is bounded.
import { bytesOf, type HepPacket, latin1 } from './hep.ts'
import { maskSecrets } from './mask-secrets.ts'
import { answers, isFinalAfter, readSip, type SipHead } from './read-sip.ts'
import { readTraceNote, type TraceNote } from './trace-note.ts'

export interface TracedMessage {
  readonly call_id: string
  /** Epoch seconds, with microseconds. */
  readonly at: number
  readonly message_no: number
  readonly transport: HepPacket['transport']
  readonly from_ip: string
  readonly from_port: number
  readonly to_ip: string
  readonly to_port: number
  readonly sip_call_id: string
  readonly message: Uint8Array
  readonly is_cut: boolean
}

export const MESSAGE_BYTES_MAX = 16_384
export const CALL_MESSAGES_MAX = 200
/** Those that wait to be written, and those of calls that are kept only if they fail. */
export const WAITING_MAX = 20_000
/** Calls that are known at a time; then the oldest is forgotten. */
const CALLS_MAX = 100_000
/** A call that is kept only if it fails must have failed by then. */
export const HELD_MS = 300_000
/** Messages that are repeated after the end of a call (RFC 3261, timers B, F and J). */
const AFTER_END_MS = 40_000
/** Longer than any call. */
const LONGEST_MS = 90_000_000
/** Messages of a leg that is not known yet: its first one may come a little later. */
const UNKNOWN_MAX = 1000
const UNKNOWN_MS = 2000
/** So much later the copy of a message may come than that of its answer. */
export const SETTLED_MS = 1000

interface Call {
  readonly note: TraceNote
  /** The Call-IDs of its legs. */
  readonly names: string[]
  readonly begun_ms: number
  forgotten_ms: number
  /** Those that have come, and those that have their number. */
  messages: number
  numbered: number
  /** In their order; those before them may still come. */
  readonly unsettled: Unsettled[]
  /** All that has come while some of it is unsettled, to know repetitions. */
  readonly seen: Set<string>
  /** CSeq of the INVITE of the caller. */
  cseq: number
  /** Undefined once it is known that the call is kept. */
  held: TracedMessage[] | undefined
  /** It was answered, and is kept only if it fails. */
  is_ignored: boolean
}

interface Unsettled {
  readonly head: SipHead
  readonly message: Omit<TracedMessage, 'message_no'>
  readonly came_ms: number
}

interface Unknown {
  readonly packet: HepPacket
  readonly head: SipHead
  readonly came_ms: number
}

const SEAL = /;seal=([0-9a-f]{32})/

export class TracedCalls {
  readonly #calls = new Map<string, Call>()
  readonly #byName = new Map<string, Call>()
  readonly #bySeal = new Map<string, Call>()
  #unknown: Unknown[] = []
  readonly #waiting: TracedMessage[] = []
  readonly #unsettledCalls = new Set<Call>()
  #unsettled = 0
  #held = 0
  #dropped = 0

  /** Messages that there was no room for. */
  get dropped(): number {
    return this.#dropped
  }

  get waiting(): number {
    return this.#waiting.length + this.#unsettled
  }

  get held(): number {
    return this.#held
  }

  get calls(): number {
    return this.#calls.size
  }

  take(packet: HepPacket, now_ms: number): void {
    if (packet.payload_kind === 'NOTE') this.#begin(readTraceNote(packet), now_ms)
    else this.#takeMessage(packet, now_ms)
  }

  /** The oldest that wait to be written; they stay until `written`. */
  next(count: number): readonly TracedMessage[] {
    return this.#waiting.slice(0, count)
  }

  written(count: number): void {
    this.#waiting.splice(0, count)
  }

  /** Gives messages their numbers, and forgets calls that are over. */
  sweep(now_ms: number): void {
    for (const call of this.#unsettledCalls) this.#settle(call, now_ms)
    this.#unknown = this.#unknown.filter(({ came_ms }) => now_ms - came_ms < UNKNOWN_MS)
    for (const call of this.#calls.values()) {
      if (call.held && now_ms - call.begun_ms >= HELD_MS) this.#ignore(call)
      if (now_ms >= call.forgotten_ms) this.#forget(call)
    }
  }

  #begin(note: TraceNote | undefined, now_ms: number): void {
    if (!note || this.#calls.has(note.call_id)) return
    const [oldest] = this.#calls.size >= CALLS_MAX ? this.#calls.values() : []
    if (oldest) this.#forget(oldest)
    const call: Call = {
      note,
      names: [],
      begun_ms: now_ms,
      forgotten_ms: now_ms + LONGEST_MS,
      messages: 0,
      numbered: 0,
      unsettled: [],
      seen: new Set(),
      cseq: -1,
      held: note.is_failed_only ? [] : undefined,
      is_ignored: false,
    }
    this.#calls.set(note.call_id, call)
    this.#bySeal.set(note.seal, call)
    this.#name(call, note.sip_call_id)
    this.#takeUnknown(note.sip_call_id, 0, now_ms)
  }

  #name(call: Call, sip_call_id: string): void {
    call.names.push(sip_call_id)
    this.#byName.set(sip_call_id, call)
  }

  #takeMessage(packet: HepPacket, now_ms: number): void {
    const text = latin1(packet.payload)
    const head = readSip(text)
    if (!head) return
    const known = this.#byName.get(head.sip_call_id)
    if (known) {
      this.#add(known, packet, head, text, now_ms)
      return
    }
    const sealed = this.#bySeal.get(SEAL.exec(text)?.[1] ?? '')
    if (sealed) {
      this.#name(sealed, head.sip_call_id)
      this.#add(sealed, packet, head, text, now_ms)
      this.#takeUnknown(head.sip_call_id, packet.at, now_ms)
    } else if (this.#unknown.length < UNKNOWN_MAX) {
      // Its bytes are those of a buffer that is used again.
      const payload = packet.payload.slice()
      this.#unknown.push({ packet: { ...packet, payload }, head, came_ms: now_ms })
    } else this.#dropped += 1
  }

  /** An answer may be read before the copy of its request is: it is not earlier than that. */
  #takeUnknown(sip_call_id: string, not_before: number, now_ms: number): void {
    const call = this.#byName.get(sip_call_id)
    const found = this.#unknown.filter(({ head }) => head.sip_call_id === sip_call_id)
    if (!call || found.length === 0) return
    this.#unknown = this.#unknown.filter(({ head }) => head.sip_call_id !== sip_call_id)
    for (const { packet, head } of found) {
      const at = Math.max(packet.at, not_before)
      this.#add(call, { ...packet, at }, head, latin1(packet.payload), now_ms)
    }
  }

  #add(call: Call, packet: HepPacket, head: SipHead, text: string, now_ms: number): void {
    const { note } = call
    const isOfCaller = head.sip_call_id === note.sip_call_id
    const isFirst = call.cseq < 0 && isOfCaller && head.method === 'INVITE' && head.sip_code === 0
    if (isFirst) call.cseq = head.cseq
    // The last message of a call may be lost, and then nothing forgets it before it is very old.
    const is_over = head.method === 'BYE' || this.#isFinal(call, head)
    call.forgotten_ms = now_ms + (is_over ? AFTER_END_MS : LONGEST_MS)
    if (call.is_ignored) return
    if (call.messages < CALL_MESSAGES_MAX) {
      call.messages += 1
      const at = isFirst ? note.started_at : packet.at
      this.#order(call, head, { ...storedMessage(note, packet, head, text), at }, now_ms)
    }
    if (call.held && this.#isFinal(call, head)) {
      if (head.sip_code < 300) this.#ignore(call)
      else this.#release(call)
    }
  }

  /**
   * Kamailio copies a message after it has sent it, and the answer may be copied before. Two of
   * its processes may read 180 and 200 at once. A repeated message stays behind the answer to the
   * first.
   */
  #order(call: Call, head: SipHead, message: Unsettled['message'], now_ms: number): void {
    if (this.waiting + this.#held >= WAITING_MAX) {
      this.#dropped += 1
      return
    }
    const key = [message.from_ip, message.from_port, ...Object.values(head)].join(' ')
    const place = call.seen.has(key)
      ? -1
      : call.unsettled.findIndex(
          (other) =>
            (answers(other.head, head) && isBack(other.message, message)) ||
            (isFinalAfter(other.head, head) && isSameWay(other.message, message)),
        )
    call.seen.add(key)
    this.#unsettledCalls.add(call)
    this.#unsettled += 1
    const answer = call.unsettled[place]
    if (!answer) call.unsettled.push({ head, message, came_ms: now_ms })
    else {
      const at = Math.min(message.at, answer.message.at)
      call.unsettled.splice(place, 0, { head, message: { ...message, at }, came_ms: now_ms })
    }
  }

  #settle(call: Call, now_ms: number): void {
    const first_young = call.unsettled.findIndex(({ came_ms }) => now_ms - came_ms < SETTLED_MS)
    const settled = call.unsettled.splice(0, first_young < 0 ? call.unsettled.length : first_young)
    this.#unsettled -= settled.length
    for (const { message } of settled) {
      if (call.is_ignored) continue
      call.numbered += 1
      const numbered = { ...message, message_no: call.numbered }
      if (call.held) {
        call.held.push(numbered)
        this.#held += 1
      } else this.#waiting.push(numbered)
    }
    if (call.unsettled.length > 0) return
    this.#unsettledCalls.delete(call)
    call.seen.clear()
  }

  /** The caller gets its final answer. */
  #isFinal({ note, cseq }: Call, head: SipHead): boolean {
    const isOfInvite = head.method === 'INVITE' && head.cseq === cseq
    return isOfInvite && head.sip_call_id === note.sip_call_id && head.sip_code >= 200
  }

  /** It has failed. */
  #release(call: Call): void {
    const { held = [] } = call
    call.held = undefined
    this.#held -= held.length
    this.#waiting.push(...held)
  }

  #ignore(call: Call): void {
    this.#held -= call.held?.length ?? 0
    call.held = undefined
    call.is_ignored = true
  }

  #forget(call: Call): void {
    this.#settle(call, Number.POSITIVE_INFINITY)
    this.#held -= call.held?.length ?? 0
    this.#calls.delete(call.note.call_id)
    this.#bySeal.delete(call.note.seal)
    for (const name of call.names) {
      if (this.#byName.get(name) === call) this.#byName.delete(name)
    }
  }
}

/** From where the other one goes to. */
const isBack = (answer: Unsettled['message'], message: Unsettled['message']): boolean =>
  answer.from_ip === message.to_ip &&
  answer.from_port === message.to_port &&
  answer.to_ip === message.from_ip &&
  answer.to_port === message.from_port

const isSameWay = (one: Unsettled['message'], other: Unsettled['message']): boolean =>
  one.from_ip === other.from_ip &&
  one.from_port === other.from_port &&
  one.to_ip === other.to_ip &&
  one.to_port === other.to_port

function storedMessage(note: TraceNote, packet: HepPacket, head: SipHead, text: string) {
  const { transport, from_ip, from_port, to_ip, to_port } = packet
  // Masked before it is cut: a secret that is cut would not be found.
  const masked = bytesOf(maskSecrets(text))
  return {
    call_id: note.call_id,
    transport,
    from_ip,
    from_port,
    to_ip,
    to_port,
    sip_call_id: head.sip_call_id,
    message: masked.length > MESSAGE_BYTES_MAX ? masked.slice(0, MESSAGE_BYTES_MAX) : masked,
    is_cut: masked.length > MESSAGE_BYTES_MAX,
  }
}
