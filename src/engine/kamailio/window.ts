// How much of what we say may be unread. Kamailio's evapi reads up to 32 KB at once, and loses a
// frame whose length a read has cut in two, without a word, and with it all that follows until a
// read happens to begin with a frame: dozens of calls that get no answer. So it never has that much
// to read at once; what is more waits here.
import { READ } from './command.ts'
import { writeFrame } from './frame.ts'

const WINDOW_BYTES = 24 * 1024
/** After so many bytes Kamailio is asked to say how far it has read. */
const STEP_BYTES = 6 * 1024
/** Its answer may be lost, and then everything would wait for ever. */
const ANSWER_LOST_MS = 500

const READ_FRAME = writeFrame(READ)

export class Window {
  readonly #write: (frame: Buffer) => void
  #held: Buffer[] = []
  #heldBytes = 0
  /** Bytes up to each question that has no answer yet, and behind the last one. */
  #asked: number[] = []
  #unasked = 0
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

  /** Kamailio has read up to the first question that it had not answered. */
  onRead(): void {
    this.#asked.shift()
    if (this.#asked.length > 0) this.#timer?.refresh()
    else this.#stopTimer()
    this.#sendHeld()
  }

  close(): void {
    this.#stopTimer()
  }

  #hasRoomFor(frame: Buffer): boolean {
    const unread = this.#asked.reduce((sum, bytes) => sum + bytes, this.#unasked)
    return unread === 0 || unread + frame.length <= WINDOW_BYTES
  }

  #sendNow(frame: Buffer): void {
    this.#write(frame)
    this.#unasked += frame.length
    if (this.#unasked < STEP_BYTES) return
    this.#write(READ_FRAME)
    this.#asked.push(this.#unasked + READ_FRAME.length)
    this.#unasked = 0
    this.#timer ??= setTimeout(() => this.#giveUpWaiting(), ANSWER_LOST_MS)
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

  #giveUpWaiting(): void {
    this.#asked = []
    this.#stopTimer()
    this.#sendHeld()
  }

  #stopTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
