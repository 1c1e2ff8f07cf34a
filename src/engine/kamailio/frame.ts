// Netstrings, the frames of Kamailio's evapi: `12:Hello world!,`.
import { assert } from '#core/assert.ts'

const MAX_BYTES = 64 * 1024
const COLON = 58
const COMMA = 44

/** The whole frames that came in, and the rest; `broken` when it can never become a frame. */
export type Frames = {
  readonly messages: readonly string[]
  readonly rest: Buffer
  readonly broken: boolean
}

export function writeFrame(message: string): Buffer {
  const bytes = Buffer.byteLength(message)
  assert(bytes <= MAX_BYTES, `a frame holds at most ${MAX_BYTES} bytes, not ${bytes}`)
  return Buffer.from(`${bytes}:${message},`)
}

/** Takes the whole frames from the front of `bytes`. */
export function readFrames(bytes: Buffer): Frames {
  const messages: string[] = []
  let start = 0
  while (start < bytes.length) {
    const colon = bytes.indexOf(COLON, start)
    const digits = bytes.toString('latin1', start, colon < 0 ? bytes.length : colon)
    if (!/^\d{1,6}$/.test(digits) || Number(digits) > MAX_BYTES) {
      return { messages, rest: Buffer.alloc(0), broken: true }
    }
    if (colon < 0) break
    const end = colon + 1 + Number(digits)
    if (bytes.length <= end) break
    if (bytes[end] !== COMMA) return { messages, rest: Buffer.alloc(0), broken: true }
    messages.push(bytes.toString('utf8', colon + 1, end))
    start = end + 1
  }
  return { messages, rest: bytes.subarray(start), broken: false }
}
