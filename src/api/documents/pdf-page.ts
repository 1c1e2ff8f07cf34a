// The pages of one PDF document: fonts, margins, and the place where the next line begins.
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import type { PdfDocument } from './pdf-document.ts'
import { type Font, linesWithin, runsOf, type Weight } from './pdf-lines.ts'

const FAMILIES = [
  ['', 'noto-sans', 'NotoSans'],
  ['arabic-', 'noto-sans-arabic', 'NotoSansArabic'],
  ['hebrew-', 'noto-sans-hebrew', 'NotoSansHebrew'],
] as const
const WEIGHTS = [
  ['regular', '400Regular'],
  ['bold', '700Bold'],
] as const

export const MARGIN = 42
export const TEXT_SIZE = 9
export const FOOTER_SIZE = 7.5
/** Between the text and the footer. */
const FOOTER_GAP = 12
/** The width of the page number, beside the footer. */
export const PAGE_NUMBER_WIDTH = 150

/** The ascent of Noto Sans, above the line that letters rest on. */
const ASCENT = 1.069

/** The library would begin pages by itself; here only `room` does. */
const MARGINS = { top: 0, bottom: 0, left: MARGIN, right: MARGIN }

interface Style {
  readonly font: Weight
  readonly size: number
}

interface Placed extends Style {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly align?: 'left' | 'right'
  readonly lines_max?: number
}

export class PdfPage {
  readonly doc: PDFKit.PDFDocument
  readonly width: number
  readonly bottom: number
  /** The lines of the footer, which is complete on every page. */
  readonly footer: readonly string[]
  y = MARGIN

  constructor({ paper_size, title, issuer, footer, made_at_ms }: PdfDocument) {
    this.doc = new PDFDocument({
      size: paper_size,
      margins: MARGINS,
      // The number of pages is on each of them.
      bufferPages: true,
      // Not the regular one: by its file and by its name it would be read again for every text.
      font: '',
      lang: 'en',
      displayTitle: true,
      info: { Title: title, Author: issuer[0] ?? '', CreationDate: new Date(made_at_ms) },
    })
    for (const [prefix, packet, file] of FAMILIES) {
      for (const [weight, folder] of WEIGHTS) {
        const path = `@expo-google-fonts/${packet}/${folder}/${file}_${folder}.ttf`
        this.doc.registerFont(`${prefix}${weight}`, fileURLToPath(import.meta.resolve(path)))
      }
    }
    this.width = this.doc.page.width - 2 * MARGIN
    const style = { font: 'regular', size: FOOTER_SIZE } as const
    const width = this.width - PAGE_NUMBER_WIDTH
    this.footer = footer
      .split('\n')
      .flatMap((line) => this.wrap(plain(line), width, style))
      .map((line) => line.trimEnd())
    const lines = Math.max(this.footer.length, 1)
    this.bottom = this.doc.page.height - MARGIN - FOOTER_GAP - lines * this.lineHeight(style)
  }

  get footerTop(): number {
    return this.bottom + FOOTER_GAP
  }

  #font(font: Font, size: number): PDFKit.PDFDocument {
    return this.doc.font(font).fontSize(size)
  }

  lineHeight({ font, size }: Style): number {
    return this.#font(font, size).currentLineHeight(true)
  }

  widthOf(text: string, { font, size }: Style): number {
    const runs = runsOf(text, font)
    const [first] = runs
    if (runs.length === 1 && first?.font === font) return this.#font(font, size).widthOfString(text)
    return runs.reduce(
      (sum, run) => sum + this.#font(run.font, size).widthOfString(run.text, SHAPED),
      0,
    )
  }

  wrap(text: string, width: number, style: Style, lines_max = Number.POSITIVE_INFINITY): string[] {
    return linesWithin(text, width, (line) => this.widthOf(line, style), lines_max)
  }

  /** Draws a text in as many lines as it needs; where the last one ends. */
  write(text: string, { x, y, width, align, lines_max, ...style }: Placed): number {
    const height = this.lineHeight(style)
    const lines = this.wrap(plain(text), width, style, lines_max)
    lines.forEach((line, at) => {
      const left = align === 'right' ? x + width - this.widthOf(line, style) : x
      this.#writeLine(line, left, y + at * height, style)
    })
    return y + lines.length * height
  }

  #writeLine(line: string, x: number, y: number, { font, size }: Style): void {
    const runs = runsOf(line, font)
    const [first] = runs
    if (runs.length === 1 && first?.font === font) {
      this.#font(font, size).text(line, x, y, { lineBreak: false })
      return
    }
    // The fonts differ in height: all of them are placed on the line of Noto Sans.
    const base = y + ASCENT * size
    let left = x
    for (const run of runs) {
      const doc = this.#font(run.font, size)
      const width = doc.widthOfString(run.text, SHAPED)
      doc.text(run.text, left, base, { ...SHAPED, lineBreak: false, baseline: 'alphabetic' })
      left += width
    }
  }

  /** Begins a page if less than the height is left; whether it did. */
  room(height: number): boolean {
    if (this.y + height <= this.bottom) return false
    this.begin()
    return true
  }

  begin(): void {
    this.doc.addPage()
    this.y = MARGIN
  }
}

/** Words of a run are laid out together: one by one they would keep the order of their bytes. */
const SHAPED = { features: [] as PDFKit.Mixins.OpenTypeFeatures[] }

/** Leaves out characters without a picture in any font; a line stays one. */
export const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out.
  text.toWellFormed().replace(/[\x00-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g, ' ')
