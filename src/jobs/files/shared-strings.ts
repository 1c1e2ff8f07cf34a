// The texts of a workbook, which its cells name by number. They are kept as bytes in pages: a
// million short strings of JavaScript would need several times the memory.
import { TableFileProblem } from './table-file-problem.ts'
import type { WorkbookArchive } from './workbook-archive.ts'
import { readXml, unescapeText } from './xml-tags.ts'

const PAGE_BYTES = 1_048_576
const PAGES_MAX = 40
const COUNT_MAX = 2_000_000
const TEXT_MAX = 32_767

export class SharedStrings {
  readonly #pages: Buffer[] = []
  #used = PAGE_BYTES
  /** Where each text begins, and its length in bytes. */
  #places = new Uint32Array(2048)
  #count = 0

  static async read(archive: WorkbookArchive, name: string): Promise<SharedStrings> {
    const strings = new SharedStrings()
    let text = ''
    let isText = false
    let isSound = 0
    const handler = {
      open(tag: string): void {
        if (tag === 'si') text = ''
        if (tag === 'rPh') isSound += 1
        isText = tag === 't'
      },
      close(tag: string): void {
        if (tag === 'si') strings.#add(unescapeText(text))
        if (tag === 'rPh') isSound -= 1
        isText = false
      },
      text(piece: string): void {
        // Runs of one text have no gap between them that is bounded otherwise.
        if (isText && isSound === 0 && text.length <= TEXT_MAX) text += piece
      },
    }
    for await (const _ of readXml(archive.textOf(name), handler, 'The list of texts'));
    return strings
  }

  at(place: number): string | undefined {
    if (!Number.isInteger(place) || place < 0 || place >= this.#count) return undefined
    const start = this.#places[place * 2] ?? 0
    const length = this.#places[place * 2 + 1] ?? 0
    const from = start % PAGE_BYTES
    return this.#pages[Math.floor(start / PAGE_BYTES)]?.toString('utf8', from, from + length)
  }

  #add(text: string): void {
    const bytes = Buffer.from(text.slice(0, TEXT_MAX + 1))
    if (this.#count >= COUNT_MAX) throw tooMany()
    if (this.#used + bytes.length > PAGE_BYTES) {
      if (this.#pages.length >= PAGES_MAX) throw tooMany()
      this.#pages.push(Buffer.allocUnsafeSlow(PAGE_BYTES))
      this.#used = 0
    }
    if (this.#count * 2 >= this.#places.length) {
      const larger = new Uint32Array(this.#places.length * 2)
      larger.set(this.#places)
      this.#places = larger
    }
    const page = this.#pages.length - 1
    bytes.copy(this.#pages[page] as Buffer, this.#used)
    this.#places[this.#count * 2] = page * PAGE_BYTES + this.#used
    this.#places[this.#count * 2 + 1] = bytes.length
    this.#used += bytes.length
    this.#count += 1
  }
}

const tooMany = (): TableFileProblem =>
  new TableFileProblem('The workbook has too much text: save its rates as CSV.')
