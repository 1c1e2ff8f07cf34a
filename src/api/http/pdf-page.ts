// The pages of one PDF document: fonts, margins, and the place where the next line begins.
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import type { PdfDocument } from './pdf-document.ts'

const FONTS = '@expo-google-fonts/noto-sans'
const fontFile = (name: string): string =>
  fileURLToPath(import.meta.resolve(`${FONTS}/${name}/NotoSans_${name}.ttf`))

export const MARGIN = 42
const FOOTER_HEIGHT = 40
export const TEXT_SIZE = 9

/** The library would begin pages by itself; here only `room` does. */
const MARGINS = { top: 0, bottom: 0, left: MARGIN, right: MARGIN }

export class PdfPage {
  readonly doc: PDFKit.PDFDocument
  readonly width: number
  readonly bottom: number
  y = MARGIN

  constructor({ paper_size, title, issuer, made_at_ms }: PdfDocument) {
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
    this.doc.registerFont('regular', fontFile('400Regular'))
    this.doc.registerFont('bold', fontFile('700Bold'))
    this.width = this.doc.page.width - 2 * MARGIN
    this.bottom = this.doc.page.height - MARGIN - FOOTER_HEIGHT
  }

  font(name: 'regular' | 'bold', size: number): PDFKit.PDFDocument {
    return this.doc.font(name).fontSize(size)
  }

  /** Begins a page if less than the height is left; whether it did. */
  room(height: number): boolean {
    if (this.y + height <= this.bottom) return false
    this.doc.addPage()
    this.y = MARGIN
    return true
  }
}

/** What no font has a picture of is left out; a line stays one. */
export const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out.
  text.toWellFormed().replace(/[\x00-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g, ' ')
