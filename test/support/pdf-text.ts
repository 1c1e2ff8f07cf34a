// The text of a PDF that we wrote: for each page its pieces, in the order in which they were drawn.
import { inflateSync } from 'node:zlib'

const LETTERS = /<([\da-f ]+)>/g

const textOf = (hex: string): string =>
  String.fromCodePoint(...hex.split(' ').map((code) => Number.parseInt(code, 16)))

/** The letters of the glyphs of a font, from the table that it carries for readers. */
function lettersOf(table: string): string[] {
  const lists = [...table.matchAll(/> \[(.*)\]/g)].map(([, list = '']) => list)
  return lists.flatMap((list) => [...list.matchAll(LETTERS)].map(([, hex = '']) => textOf(hex)))
}

function piece(drawing: string, fonts: ReadonlyMap<string, readonly string[]>): string {
  const letters = fonts.get(/\/(F\d+) /.exec(drawing)?.[1] ?? '') ?? []
  const glyphs = [...drawing.matchAll(LETTERS)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
  return glyphs.map((glyph) => letters[Number.parseInt(glyph, 16)] ?? '?').join('')
}

export function pdfPages(bytes: Uint8Array): string[][] {
  const objects = new Map<string, string>()
  const file = Buffer.from(bytes).toString('latin1')
  for (const [, id = '', body = ''] of file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', stream] = body.split(/\nstream\n([\s\S]*)/)
    const isText = stream !== undefined && head.includes('Flate') && !head.includes('Subtype')
    const content = isText ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : ''
    objects.set(id, head + content)
  }
  const all = [...objects.values()]
  const fonts = new Map<string, string[]>()
  for (const [, name = '', id = ''] of all.join('\n').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table = /ToUnicode (\d+)/.exec(objects.get(id) ?? '')?.[1] ?? ''
    fonts.set(name, lettersOf(objects.get(table) ?? ''))
  }
  return all.flatMap((object) => {
    const contents = /\/Type \/Page\n[\s\S]*Contents (\d+)/.exec(object)?.[1]
    if (!contents) return []
    const drawings = (objects.get(contents) ?? '').match(/BT\n[\s\S]*?\nET/g) ?? []
    return [drawings.map((drawing) => piece(drawing, fonts))]
  })
}
