// Limits how much of our output may be unread. Kamailio's evapi reads up to 32 KB at once, and
// silently loses a frame whose length is split between two reads, and with it everything until a
// read happens to begin with a frame: dozens of calls without a decision. So it never has that much
// to read at once; more output waits here.
import { readQuestion } from './command.ts'
import { writeFrame } from './frame.ts'

const WINDOW_BYTES = 24 * 1024
/** After this many bytes Kamailio is asked how far it has read. */
const STEP_BYTES = 6 * 1024
/** The answer may be lost, and then everything would wait forever. */
const ASK_AGAIN_MS = 500

interface Question {
  readonly number: number
  /** The bytes sent since the question before, with this one. */
  readonly bytes: number
}

export class Window {
  readonly #write: (frame: Buffer) => void
  #held: Buffer[] = []
  #heldBytes = 0
  /** Questions without an answer, and what was said since the last one. */
  #asked: Question[] = []
  #unasked = 0
  #lastNumber = 0
  #timer: NodeJS.Timeout | undefined

  constructor(write: (frame: Buffer) => void) {
    this.#write = write
  }

  /** Sends the frame as soon as there is room for it, after all that came before. */
  send(frame: Buffer): void {
    if (this.#held.length === 0 && this.#hasRoomFor(frame)) {
      this.#sendNow(frame)
    } else {
      this.#held.push(frame)
      this.#heldBytes += frame.length
    }
  }

  heldBytes = (): number => this.#heldBytes

  /** Kamailio has read all up to this question; answers come in any order. */
  onRead(number: number): void {
    this.#asked = this.#asked.filter((question) => question.number > number)
    if (this.#asked.length === 0) this.#stopTimer()
    this.#sendHeld()
  }

  close(): void {
    this.#stopTimer()
  }

  #hasRoomFor(frame: Buffer): boolean {
    const unread = this.#asked.reduce((sum, { bytes }) => sum + bytes, this.#unasked)
    return unread === 0 || unread + frame.length <= WINDOW_BYTES
  }

  #sendNow(frame: Buffer): void {
    this.#write(frame)
    this.#unasked += frame.length
    if (this.#unasked >= STEP_BYTES) this.#ask()
  }

  #ask(): void {
    const number = ++this.#lastNumber
    const frame = writeFrame(readQuestion(number))
    this.#write(frame)
    this.#asked.push({ number, bytes: this.#unasked + frame.length })
    this.#unasked = 0
    this.#timer ??= setInterval(() => this.#ask(), ASK_AGAIN_MS)
  }

  #sendHeld(): void {
    let sent = 0
    for (const frame of this.#held) {
      if (!this.#hasRoomFor(frame)) break
      this.#sendNow(frame)
      this.#heldBytes -= frame.length
      sent++
    }
    this.#held.splice(0, sent)
  }

  #stopTimer(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
