// The encoding of a text file, and its text piece by piece.
import { type Encoding, TABLE_FILE_LIMITS } from '#core/table-file/table-file.ts'
import { TableFileProblem } from './table-file-problem.ts'

const HEAD = 4096

/** UTF-16 by its mark, or by the zero in most of its letters. */
function utf16Of(head: Uint8Array): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const length = Math.min(head.length, HEAD)
  const zeros = [0, 0]
  for (let at = 0; at < length; at += 1) {
    if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  if (odd > length * 0.3 && even < odd / 4) return 'utf-16le'
  if (even > length * 0.3 && odd < even / 4) return 'utf-16be'
  return undefined
}

/** Decides over all pieces of a file: the first letter that is not English may be at its end. */
export class EncodingDetector {
  #utf16: Encoding | undefined
  #isUtf8 = true
  #isFirst = true
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })

  push(chunk: Uint8Array): void {
    if (this.#isFirst) this.#utf16 = utf16Of(chunk)
    this.#isFirst = false
    if (this.#utf16 || !this.#isUtf8) return
    this.#isUtf8 = this.#decodes(chunk, true)
  }

  end(): Encoding {
    if (this.#utf16) return this.#utf16
    const isWhole = this.#isUtf8 && this.#decodes(new Uint8Array(), false)
    return isWhole ? 'utf-8' : 'windows-1252'
  }

  #decodes(chunk: Uint8Array, stream: boolean): boolean {
    try {
      this.#decoder.decode(chunk, { stream })
      return true
    } catch {
      return false
    }
  }
}

/** Letters that the encoding does not have become U+FFFD, which is a fault of their cell. */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > TABLE_FILE_LIMITS.text_bytes) throw tooLarge(TABLE_FILE_LIMITS.text_bytes)
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

export const tooLarge = (bytes: number): TableFileProblem =>
  new TableFileProblem(`The file is larger than ${bytes / 1_000_000} MB.`)
