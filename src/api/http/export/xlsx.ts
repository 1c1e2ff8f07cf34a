// A spreadsheet of one sheet with a head that stays in view, as a stream (ECMA-376, the least of
// it).
import { setImmediate } from 'node:timers/promises'
import { Zip, ZipDeflate } from 'fflate'

export type Cell = string | number

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const TEXT_MAX = 32_767
/** Compression blocks this thread: after this many rows, other requests get their turn. */
const ROWS_AT_A_TIME = 100
const FAST = { level: 1 } as const

const relationship = (kind: string, target: string): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" ` +
  `Type="${OFFICE}/${kind}" Target="${target}"/></Relationships>`

const CONTENT_TYPES =
  `${XML}<Types xmlns="${PACKAGE}/content-types">` +
  '<Default Extension="rels" ' +
  'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`

const WORKBOOK =
  `${XML}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}">` +
  '<bookViews><workbookView/></bookViews>' +
  '<sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>'

const SHEET_BEGIN =
  `${XML}<worksheet xmlns="${SHEET}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
  '</sheetView></sheetViews><sheetData>'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Replaces characters that XML cannot hold: numbers of callers come from the network. */
const escapeXml = (text: string): string =>
  text
    .slice(0, TEXT_MAX)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get through.
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)

function cellXml(cell: Cell): string {
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (cell === '') return '<c/>'
  return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
}

/** The rows of a sheet, head included (ECMA-376 leaves it to Excel, and Excel ends there). */
const SHEET_ROWS = 1_048_576
const CUT =
  'More rows follow: this is the most an Excel sheet holds. Filter the list or export CSV.'

/** The maximum of rows in a sheet; if there are more, the last row says so. */
async function* fitting(
  pages: AsyncIterable<readonly Cell[][]>,
  max: number,
): AsyncGenerator<readonly Cell[][]> {
  let left = max
  // Kept until it is known whether anything follows.
  let last: readonly Cell[][] = []
  for await (const rows of pages) {
    if (rows.length === 0) continue
    if (last.length + rows.length > left) {
      yield [...last, ...rows].slice(0, left - 1)
      yield [[CUT]]
      return
    }
    yield last
    left -= last.length
    last = rows
  }
  yield last
}

async function* sheetXml(pages: AsyncIterable<readonly Cell[][]>): AsyncGenerator<string> {
  yield SHEET_BEGIN
  for await (const rows of pages) {
    for (let at = 0; at < rows.length; at += ROWS_AT_A_TIME) {
      const some = rows.slice(at, at + ROWS_AT_A_TIME)
      yield some.map((row) => `<row>${row.map(cellXml).join('')}</row>`).join('')
      await setImmediate()
    }
  }
  yield '</sheetData></worksheet>'
}

const partsOf = (pages: AsyncIterable<readonly Cell[][]>, max: number) =>
  ({
    '[Content_Types].xml': [CONTENT_TYPES],
    '_rels/.rels': [relationship('officeDocument', 'xl/workbook.xml')],
    'xl/workbook.xml': [WORKBOOK],
    'xl/_rels/workbook.xml.rels': [relationship('worksheet', 'worksheets/sheet1.xml')],
    'xl/worksheets/sheet1.xml': sheetXml(fitting(pages, max)),
  }) satisfies Record<string, Iterable<string> | AsyncIterable<string>>

/** The bytes of the file, made as they are taken; the first row is the head. */
export async function* xlsx(
  pages: AsyncIterable<readonly Cell[][]>,
  max = SHEET_ROWS,
): AsyncGenerator<Uint8Array, void> {
  const packed: Uint8Array[] = []
  const archive = new Zip((error, chunk) => {
    if (error) throw error
    packed.push(chunk)
  })
  for (const [name, content] of Object.entries(partsOf(pages, max))) {
    const part = new ZipDeflate(name, FAST)
    archive.add(part)
    for await (const text of content) {
      part.push(Buffer.from(text))
      yield* packed.splice(0)
    }
    part.push(new Uint8Array(), true)
  }
  archive.end()
  yield* packed
}
