// Rate files for tests: workbooks part by part, and files as the pieces in which they are uploaded.
import { strToU8, zipSync } from 'fflate'

export async function* inPieces(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const REL = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

export interface WorkbookParts {
  /** The XML within `sheetData` of each worksheet. */
  readonly sheets: readonly string[]
  /** Positions of those that are hidden. */
  readonly hidden?: readonly number[]
  /** The XML within `cols` of each worksheet. */
  readonly columns?: string
  /** The XML within `sst`. */
  readonly strings?: string
  /** The XML within `styleSheet`. */
  readonly styles?: string
  readonly is1904?: boolean
  /** Further parts, or others in place of those. */
  readonly parts?: Readonly<Record<string, Uint8Array>>
}

export function makeWorkbook({
  sheets,
  hidden = [],
  columns,
  strings,
  styles,
  is1904,
  parts,
}: WorkbookParts): Uint8Array {
  const names = sheets.map((_, at) => {
    const state = hidden.includes(at) ? ' state="hidden"' : ''
    return `<sheet name="S${at}" sheetId="${at + 1}"${state} r:id="r${at}"/>`
  })
  const targets = sheets.map(
    (_, at) => `<Relationship Id="r${at}" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  const pr = `<workbookPr date1904="${is1904 ? 1 : 0}"/>`
  const texts: Record<string, string> = {
    'xl/workbook.xml':
      `<workbook ${MAIN} ${REL}>${pr}` + `<sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}</Relationships>`,
  }
  for (const [at, sheet] of sheets.entries()) {
    const cols = columns === undefined ? '' : `<cols>${columns}</cols>`
    const xml = `<worksheet ${MAIN}>${cols}<sheetData>${sheet}</sheetData></worksheet>`
    texts[`xl/worksheets/sheet${at + 1}.xml`] = xml
  }
  if (strings !== undefined) texts['xl/sharedStrings.xml'] = `<sst ${MAIN}>${strings}</sst>`
  if (styles !== undefined) texts['xl/styles.xml'] = `<styleSheet>${styles}</styleSheet>`
  const files = Object.entries(texts).map(([name, text]) => [name, strToU8(text)] as const)
  return zipSync({ ...Object.fromEntries(files), ...parts }, { level: 6 })
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const textCell = (cell: string): string => `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`

/** A row of texts, as programs write it that share none. */
export const textRow = (cells: readonly string[]): string =>
  `<row>${cells.map(textCell).join('')}</row>`

export const hiddenRow = (cells: readonly string[]): string =>
  textRow(cells).replace('<row>', '<row hidden="1">')
