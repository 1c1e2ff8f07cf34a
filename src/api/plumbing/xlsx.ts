// A spreadsheet of one sheet with a head that stays in view, as a stream (ECMA-376, the least of
// it).
import { zip } from './zip.ts'

export type Cell = string | number

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const TEXT_MAX = 32_767

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

/** What XML cannot hold at all is replaced, because numbers of callers come from the network. */
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

async function* sheetXml(pages: AsyncIterable<readonly Cell[][]>): AsyncGenerator<string> {
  yield SHEET_BEGIN
  for await (const rows of pages) {
    yield rows.map((row) => `<row>${row.map(cellXml).join('')}</row>`).join('')
  }
  yield '</sheetData></worksheet>'
}

/** The bytes of the file; the first row is the head. */
export const xlsx = (pages: AsyncIterable<readonly Cell[][]>): AsyncGenerator<Buffer> =>
  zip([
    { name: '[Content_Types].xml', content: [CONTENT_TYPES] },
    { name: '_rels/.rels', content: [relationship('officeDocument', 'xl/workbook.xml')] },
    { name: 'xl/workbook.xml', content: [WORKBOOK] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [relationship('worksheet', 'worksheets/sheet1.xml')],
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml(pages) },
  ])
