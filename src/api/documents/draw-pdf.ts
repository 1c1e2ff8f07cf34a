// Draws a document on as many pages as it needs.
import { drawPdfTable } from './draw-pdf-table.ts'
import type { PdfDocument, PdfFigure } from './pdf-document.ts'
import { FOOTER_SIZE, MARGIN, PAGE_NUMBER_WIDTH, PdfPage, TEXT_SIZE } from './pdf-page.ts'

const LOGO_WIDTH = 150
const LOGO_HEIGHT = 48
const GREY = '#555b66'
const GAP = 16
const TEXT = { font: 'regular', size: TEXT_SIZE } as const
const BOLD = { font: 'bold', size: TEXT_SIZE } as const

/** Lines below each other, the first one bold; where the last one ends. */
function drawLines(page: PdfPage, lines: readonly string[], x: number, width: number, top: number) {
  return lines.reduce(
    (y, line, at) => page.write(line, { ...(at === 0 ? BOLD : TEXT), x, y, width }),
    top,
  )
}

/** An image that only looks like one is left out: its first bytes are all that was checked. */
function drawLogo(page: PdfPage, logo: Uint8Array): number {
  try {
    const fit: [number, number] = [LOGO_WIDTH, LOGO_HEIGHT]
    page.doc.image(Buffer.from(logo), MARGIN, page.y, { fit })
    return page.y + LOGO_HEIGHT + GAP / 2
  } catch {
    return page.y
  }
}

function drawHead(page: PdfPage, document: PdfDocument): void {
  const { logo, issuer, recipient, recipient_label, title } = document
  const half = page.width / 2
  const width = half - GAP
  let top = logo ? drawLogo(page, logo) : page.y
  if (recipient_label) {
    page.doc.fillColor(GREY)
    top = page.write(recipient_label, { ...TEXT, size: FOOTER_SIZE, x: MARGIN, y: top, width })
    page.doc.fillColor('black')
  }
  const left = drawLines(page, recipient, MARGIN, width, top)
  const right = drawLines(page, issuer, MARGIN + half, half, page.y)
  const y = Math.max(left, right) + GAP
  page.y = page.write(title, { font: 'bold', size: 16, x: MARGIN, y, width: page.width }) + GAP / 2
}

/** Two beside each other. */
function drawFacts(page: PdfPage, facts: PdfDocument['facts']): void {
  const half = page.width / 2
  const label = half * 0.36
  for (let at = 0; at < facts.length; at += 2) {
    const ends = facts.slice(at, at + 2).map(([name, value], side) => {
      const x = MARGIN + side * half
      page.doc.fillColor(GREY)
      const end = page.write(name, { ...TEXT, x, y: page.y, width: label - 6 })
      page.doc.fillColor('black')
      const place = { x: x + label, y: page.y, width: half - label - 8 }
      return Math.max(end, page.write(value, { ...TEXT, ...place }))
    })
    page.y = Math.max(...ends) + 2
  }
  page.y += GAP / 2
}

function drawText(page: PdfPage, text: string): void {
  for (const line of text.split('\n')) {
    page.room(page.lineHeight(TEXT))
    page.y = page.write(line, { ...TEXT, x: MARGIN, y: page.y, width: page.width })
  }
  page.y += 4
}

/** It stays with what follows it. */
function drawHeading(page: PdfPage, text: string): void {
  const style = { font: 'bold', size: 11 } as const
  page.room(page.lineHeight(style) + 80)
  page.y = page.write(text, { ...style, x: MARGIN, y: page.y, width: page.width }) + 4
}

function drawFigure(page: PdfPage, { label, value, note }: PdfFigure): void {
  const [label_style, value_style] = [BOLD, { font: 'bold', size: 14 } as const]
  const height = page.lineHeight(value_style) + 14
  page.room(height)
  page.doc.rect(MARGIN, page.y, page.width, height).fill('#eef0f4')
  page.doc.fillColor('black')
  const inside = page.width - 16
  const drop = page.lineHeight(value_style) - page.lineHeight(label_style) - 2
  const place = { x: MARGIN + 8, y: page.y + 7 + drop, width: inside / 2 }
  page.write(note === '' ? label : `${label}, ${note}`, { ...label_style, ...place })
  const right = { x: MARGIN + 8, y: page.y + 7, width: inside, align: 'right' } as const
  page.write(value, { ...value_style, ...right })
  page.y += height + GAP
}

function drawFooters(page: PdfPage, reference: string): void {
  const { doc } = page
  const { start, count } = doc.bufferedPageRange()
  const style = { font: 'regular', size: FOOTER_SIZE } as const
  const x = MARGIN + page.width - PAGE_NUMBER_WIDTH
  for (let at = 0; at < count; at++) {
    doc.switchToPage(start + at)
    doc.fillColor(GREY)
    const y = page.footerTop
    const number = `Page ${at + 1} of ${count}`
    const text = reference === '' ? number : `${reference} · ${number}`
    page.write(text, { ...style, x, y, width: PAGE_NUMBER_WIDTH, align: 'right' })
    const width = page.width - PAGE_NUMBER_WIDTH
    page.footer.reduce((top, line) => page.write(line, { ...style, x: MARGIN, y: top, width }), y)
  }
}

function drawPart(page: PdfPage, part: PdfDocument['parts'][number]): void {
  if ('heading' in part) drawHeading(page, part.heading)
  else if ('text' in part) drawText(page, part.text)
  else if ('figure' in part) drawFigure(page, part.figure)
  else if ('table' in part) drawPdfTable(page, part.table)
  else page.begin()
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
  for (const part of document.parts) drawPart(page, part)
  drawFooters(page, document.reference ?? '')
  page.doc.end()
  return whole
}
