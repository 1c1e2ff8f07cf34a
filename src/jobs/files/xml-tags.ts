// Reads the XML of a workbook tag by tag. A document type, deep nesting, and names or texts without
// an end are refused: they exhaust memory and no workbook has them.
import { SaxesParser } from 'saxes'
import { TableFileProblem } from './table-file-problem.ts'

export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  close(name: string): void
  text(text: string): void
}

const DEPTH_MAX = 64
/** Between two tags. */
const GAP_MAX = 1_000_000
const PIECE = 65_536

/** `x:row` is a row, too: some programs write all names with a prefix. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Calls the handler for the tags of each piece of text, and yields after each piece, so that the
 * caller can pass on what it found. A part that does not exist has no tags.
 */
export async function* readXml(
  texts: AsyncIterable<string>,
  handler: XmlHandler,
  part: string,
): AsyncGenerator<undefined> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  let gap = 0
  let isEmpty = true
  parser.on('error', () => {
    throw new TableFileProblem(`The workbook is damaged: ${part} is not XML.`)
  })
  parser.on('doctype', () => {
    throw new TableFileProblem('The workbook has a document type, which no spreadsheet writes.')
  })
  parser.on('opentag', (tag) => {
    gap = 0
    depth += 1
    if (depth > DEPTH_MAX) throw new TableFileProblem(`${part} is nested too deep.`)
    handler.open(localName(tag.name), tag.attributes as Record<string, string>)
  })
  parser.on('closetag', (tag) => {
    gap = 0
    depth -= 1
    handler.close(localName(tag.name))
  })
  parser.on('text', (text) => handler.text(text))
  parser.on('cdata', (text) => handler.text(text))
  for await (const text of texts) {
    isEmpty = false
    for (let at = 0; at < text.length; at += PIECE) {
      gap += Math.min(PIECE, text.length - at)
      if (gap > GAP_MAX) throw new TableFileProblem(`${part} has a text without an end.`)
      parser.write(text.slice(at, at + PIECE))
      yield undefined
    }
  }
  if (isEmpty) return
  parser.close()
  yield undefined
}

/** The text of a workbook writes control characters as _x0000_. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text
