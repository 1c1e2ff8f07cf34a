// A table of a PDF document, with its head on every page.
import type { PdfColumn, PdfTable } from './pdf-document.ts'
import { MARGIN, type PdfPage, plain } from './pdf-page.ts'

const SIZE = 8
const PADDING = 4
/** A longer text ends with an ellipsis. */
const LINES_MAX = 4
const HEAD_COLOUR = '#eef0f4'
const LINE_COLOUR = '#d5d8de'
/** The minimum width of a column whose texts are broken, unless even then the table is too wide. */
const NARROWEST = 40

const BODY = { font: 'regular', size: SIZE } as const
const BOLD = { font: 'bold', size: SIZE } as const

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
    this.#line = page.lineHeight(BODY)
    const natural = table.columns.map(({ heading }, at) => {
      const cell = (rows: readonly (readonly string[])[] = []) =>
        plain(longest(rows.map((row) => row[at] ?? '')))
      const bold = [plain(heading), cell(table.totals)].map((text) => page.widthOf(text, BOLD))
      return Math.ceil(Math.max(...bold, page.widthOf(cell(table.rows), BODY))) + 2 * PADDING + 1
    })
    this.#widths = columnWidths(table.columns, natural, page.width)
  }

  #heightOf(texts: readonly string[], style: typeof BODY | typeof BOLD): number {
    const lines = texts.map((text, at) => {
      const width = (this.#widths[at] ?? 0) - 2 * PADDING
      return this.#page.wrap(plain(text), width, style, LINES_MAX).length
    })
    return Math.max(...lines) * this.#line + PADDING
  }

  #draw(texts: readonly string[], style: typeof BODY | typeof BOLD, isHead = false): void {
    const page = this.#page
    const height = this.#heightOf(texts, style)
    if (page.room(height) && !isHead) this.drawHead()
    if (isHead) page.doc.rect(MARGIN, page.y, page.width, height).fill(HEAD_COLOUR)
    page.doc.fillColor('black')
    let x = MARGIN
    texts.forEach((text, at) => {
      const whole = this.#widths[at] ?? 0
      const align = this.#table.columns[at]?.align ?? 'left'
      const place = { x: x + PADDING, y: page.y + PADDING / 2, width: whole - 2 * PADDING }
      page.write(text, { ...style, ...place, align, lines_max: LINES_MAX })
      x += whole
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
      BOLD,
      true,
    )
  }

  drawRows(): void {
    const { rows, totals = [] } = this.#table
    // Not a head alone at the bottom of a page.
    this.#page.room(4 * (this.#line + PADDING))
    this.drawHead()
    rows.forEach((row, at) => {
      // Nor totals alone at the top of one.
      if (at === rows.length - 1 && totals.length > 0) {
        const heights = totals.map((total) => this.#heightOf(total, BOLD))
        const all = this.#heightOf(row, BODY) + sumOf(heights)
        if (this.#page.room(all)) this.drawHead()
      }
      this.#draw(row, BODY)
    })
    for (const row of totals) this.#draw(row, BOLD)
  }
}

export function drawPdfTable(page: PdfPage, table: PdfTable): void {
  new TableDrawing(page, table).drawRows()
  page.y += 10
}
