// A table of a PDF document, with its head on every page.
import type { PdfColumn, PdfTable } from './pdf-document.ts'
import { MARGIN, type PdfPage, plain } from './pdf-page.ts'

const SIZE = 8
const PADDING = 4
/** A longer text ends with an ellipsis. */
const LINES_MAX = 4
const HEAD_COLOUR = '#eef0f4'
const LINE_COLOUR = '#d5d8de'
/** Of a column whose texts are broken, unless even then the table is too wide. */
const NARROWEST = 40

type Font = 'regular' | 'bold'

const longest = (texts: readonly string[]): string =>
  texts.reduce((found, text) => (text.length > found.length ? text : found), '')

const sumOf = (numbers: readonly number[]): number =>
  numbers.reduce((total, each) => total + each, 0)

/** The width above which texts are broken: those below it leave their rest to the others. */
function widestText(texts: readonly number[], space: number): number {
  let left = space
  const sorted = texts.toSorted((a, b) => a - b)
  for (const [at, width] of sorted.entries()) {
    const share = left / (sorted.length - at)
    if (width > share) return Math.max(share, NARROWEST)
    left -= width
  }
  return space
}

/** Numbers keep their width, long texts share the rest; a narrow table is stretched to the page. */
export function columnWidths(
  columns: readonly PdfColumn[],
  natural: readonly number[],
  space: number,
): number[] {
  const spare = space - sumOf(natural)
  if (spare >= 0) return natural.map((width) => width + spare / columns.length)
  const isText = (at: number) => columns[at]?.align !== 'right'
  const texts = natural.filter((_, at) => isText(at))
  const widest = widestText(texts, spare + sumOf(texts))
  const widths = natural.map((width, at) => (isText(at) ? Math.min(width, widest) : width))
  const fit = Math.min(1, space / sumOf(widths))
  return widths.map((width) => width * fit)
}

class TableDrawing {
  readonly #page: PdfPage
  readonly #table: PdfTable
  readonly #widths: readonly number[]
  readonly #line: number

  constructor(page: PdfPage, table: PdfTable) {
    this.#page = page
    this.#table = table
    this.#line = page.font('regular', SIZE).currentLineHeight(true)
    const natural = table.columns.map(({ heading }, at) => {
      const cell = (rows: readonly (readonly string[])[] = []) =>
        page.doc.widthOfString(plain(longest(rows.map((row) => row[at] ?? ''))))
      page.font('bold', SIZE)
      const bold = Math.max(page.doc.widthOfString(plain(heading)), cell(table.totals))
      page.font('regular', SIZE)
      return Math.ceil(Math.max(bold, cell(table.rows))) + 2 * PADDING + 1
    })
    this.#widths = columnWidths(table.columns, natural, page.width)
  }

  /** Each text with its height in its column. */
  #measured(texts: readonly string[], font: Font) {
    const { doc } = this.#page
    this.#page.font(font, SIZE)
    return texts.map((text, at) => {
      const cell = plain(text)
      const width = (this.#widths[at] ?? 0) - 2 * PADDING
      const own = doc.widthOfString(cell)
      const height = own <= width ? this.#line : doc.heightOfString(cell, { width })
      return { cell, own, width, height: Math.min(height, LINES_MAX * this.#line) }
    })
  }

  #draw(texts: readonly string[], font: Font, isHead = false): void {
    const page = this.#page
    const cells = this.#measured(texts, font)
    const height = Math.max(...cells.map((cell) => cell.height)) + PADDING
    if (page.room(height) && !isHead) this.drawHead()
    if (isHead) page.doc.rect(MARGIN, page.y, page.width, height).fill(HEAD_COLOUR)
    page.font(font, SIZE).fillColor('black')
    let x = MARGIN
    cells.forEach(({ cell, own, width, height: cellHeight }, at) => {
      const isRight = this.#table.columns[at]?.align === 'right'
      const top = page.y + PADDING / 2
      if (own <= width) {
        const left = x + PADDING + (isRight ? width - own : 0)
        page.doc.text(cell, left, top, { lineBreak: false })
      } else {
        const align = isRight ? 'right' : 'left'
        page.doc.text(cell, x + PADDING, top, { width, align, height: cellHeight, ellipsis: true })
      }
      x += this.#widths[at] ?? 0
    })
    page.y += height
    this.#rule()
  }

  #rule(): void {
    const { doc, y, width } = this.#page
    doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + width, y)
      .lineWidth(0.5)
      .strokeColor(LINE_COLOUR)
      .stroke()
  }

  drawHead(): void {
    this.#draw(
      this.#table.columns.map(({ heading }) => heading),
      'bold',
      true,
    )
  }

  drawRows(): void {
    // Not a head alone at the bottom of a page.
    this.#page.room(4 * (this.#line + PADDING))
    this.drawHead()
    for (const row of this.#table.rows) this.#draw(row, 'regular')
    for (const row of this.#table.totals ?? []) this.#draw(row, 'bold')
  }
}

export function drawPdfTable(page: PdfPage, table: PdfTable): void {
  new TableDrawing(page, table).drawRows()
  page.y += 10
}
