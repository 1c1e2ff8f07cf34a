// The parts of a workbook, which is a ZIP archive. Its directory is at its end, so that all bytes
// are in memory, compressed; parts are unpacked piece by piece.
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { TABLE_FILE_LIMITS as LIMITS } from '#core/table-file/table-file.ts'
import { TableFileProblem } from './table-file-problem.ts'
import { tooLarge } from './text-encoding.ts'

const PARTS_MAX = 5000
const DAMAGED = 'The workbook is damaged: open it in Excel and save it again.'

export class WorkbookArchive {
  readonly #zip: ZipFile
  readonly #parts: ReadonlyMap<string, Entry>
  #unpacked = 0
  /** Those that were unpacked to their end: once more is not more. */
  readonly #counted = new Set<string>()

  private constructor(zip: ZipFile, parts: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#parts = parts
  }

  static async open(chunks: AsyncIterable<Uint8Array>): Promise<WorkbookArchive> {
    const bytes = await collect(chunks)
    try {
      const zip = await fromBufferPromise(bytes, { lazyEntries: true })
      const parts = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) {
        if (parts.size >= PARTS_MAX) throw new TableFileProblem('A workbook of too many parts.')
        parts.set(entry.fileName.toLowerCase(), entry)
      }
      return new WorkbookArchive(zip, parts)
    } catch (error) {
      throw error instanceof TableFileProblem ? error : new TableFileProblem(DAMAGED)
    }
  }

  has(name: string): boolean {
    return this.#parts.has(name.toLowerCase())
  }

  /** The text of a part; none if it does not exist. */
  async *textOf(name: string): AsyncGenerator<string> {
    const entry = this.#parts.get(name.toLowerCase())
    if (!entry) return
    if (entry.isEncrypted()) throw new TableFileProblem('The workbook has a password: remove it.')
    if (entry.uncompressedSize > LIMITS.unpacked_bytes) throw tooMuch()
    const decoder = new TextDecoder('utf-8', { fatal: true })
    try {
      for await (const piece of await this.#zip.openReadStreamPromise(entry)) {
        if (!this.#counted.has(name)) this.#unpacked += (piece as Uint8Array).length
        if (this.#unpacked > LIMITS.unpacked_bytes) throw tooMuch()
        yield decoder.decode(piece as Uint8Array, { stream: true })
      }
      decoder.decode()
      this.#counted.add(name)
    } catch (error) {
      throw error instanceof TableFileProblem ? error : new TableFileProblem(DAMAGED)
    }
  }
}

const tooMuch = (): TableFileProblem =>
  new TableFileProblem(`The workbook unpacks to more than ${LIMITS.unpacked_bytes / 1_000_000} MB.`)

/** All bytes as one buffer. */
async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > LIMITS.workbook_bytes) throw tooLarge(LIMITS.workbook_bytes)
    pieces.push(chunk)
  }
  return Buffer.concat(pieces, length)
}
