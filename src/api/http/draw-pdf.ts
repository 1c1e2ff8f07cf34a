// Draws a document on as many pages as it needs.
import { drawPdfTable } from './draw-pdf-table.ts'
import type { PdfDocument } from './pdf-document.ts'
import { MARGIN, PdfPage, plain, TEXT_SIZE } from './pdf-page.ts'

const LOGO_WIDTH = 150
const LOGO_HEIGHT = 48
const GREY = '#555b66'
const FOOTER_LINES = 2
const GAP = 16

/** Lines below each other, the first one bold; where the last one ends. */
function drawLines(page: PdfPage, lines: readonly string[], x: number, width: number, top: number) {
  let y = top
  lines.forEach((line, at) => {
    const doc = page.font(at === 0 ? 'bold' : 'regular', TEXT_SIZE)
    doc.text(plain(line), x, y, { width })
    y = doc.y
  })
  return y
}

/** An image that only looks like one is left out: its first bytes are all that was checked. */
function drawLogo(page: PdfPage, logo: Uint8Array): number {
  try {
    const fit: [number, number] = [LOGO_WIDTH, LOGO_HEIGHT]
    page.doc.image(Buffer.from(logo), MARGIN, page.y, { fit })
    return page.y + LOGO_HEIGHT
  } catch {
    return page.y
  }
}

function drawHead(page: PdfPage, document: PdfDocument): void {
  const { logo, issuer, recipient, title } = document
  const half = page.width / 2
  const logoEnd = logo ? drawLogo(page, logo) + GAP / 2 : page.y
  const left = drawLines(page, recipient, MARGIN, half - GAP, logoEnd)
  const right = drawLines(page, issuer, MARGIN + half, half, page.y)
  page.y = Math.max(left, right) + GAP
  const doc = page.font('bold', 16).text(plain(title), MARGIN, page.y, { width: page.width })
  page.y = doc.y + GAP / 2
}

/** Two beside each other. */
function drawFacts(page: PdfPage, facts: PdfDocument['facts']): void {
  const half = page.width / 2
  const label = half * 0.36
  for (let at = 0; at < facts.length; at += 2) {
    const ends = facts.slice(at, at + 2).map(([name, value], side) => {
      const x = MARGIN + side * half
      const doc = page.font('regular', TEXT_SIZE).fillColor(GREY)
      doc.text(plain(name), x, page.y, { width: label - 6 })
      const end = doc.y
      doc.fillColor('black').text(plain(value), x + label, page.y, { width: half - label - 8 })
      return Math.max(end, doc.y)
    })
    page.y = Math.max(...ends) + 2
  }
  page.y += GAP / 2
}

function drawText(page: PdfPage, text: string, font: 'regular' | 'bold', size: number): void {
  for (const line of text.split('\n')) {
    const doc = page.font(font, size).fillColor('black')
    const height = doc.heightOfString(plain(line) || ' ', { width: page.width })
    // A heading stays with what follows it.
    page.room(font === 'bold' ? height + 50 : height)
    doc.text(plain(line), MARGIN, page.y, { width: page.width })
    page.y += height
  }
  page.y += 4
}

function drawFooters(page: PdfPage, footer: string): void {
  const { doc } = page
  const { start, count } = doc.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    doc.switchToPage(start + at)
    const y = page.bottom + 12
    const number = `Page ${at + 1} of ${count}`
    page.font('regular', 7.5).fillColor(GREY)
    const width = doc.widthOfString(number)
    doc.text(number, MARGIN + page.width - width, y, { lineBreak: false })
    const height = FOOTER_LINES * doc.currentLineHeight(true)
    doc.text(plain(footer), MARGIN, y, { width: page.width - 90, height, ellipsis: true })
  }
}

export function drawPdf(document: PdfDocument): Promise<Buffer> {
  const page = new PdfPage(document)
  const pieces: Uint8Array[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    page.doc.on('data', (piece: Uint8Array) => pieces.push(piece))
    page.doc.on('end', () => resolve(Buffer.concat(pieces)))
    page.doc.on('error', reject)
  })
  drawHead(page, document)
  drawFacts(page, document.facts)
  for (const part of document.parts) {
    if ('heading' in part) drawText(page, part.heading, 'bold', 11)
    else if ('text' in part) drawText(page, part.text, 'regular', TEXT_SIZE)
    else drawPdfTable(page, part.table)
  }
  drawFooters(page, document.footer)
  page.doc.end()
  return whole
}
