// A workbook (XLSX): its worksheets, its formats of numbers, and its texts.
import { type NumberKind, numberKind } from '#core/table-file/workbook-values.ts'
import { SharedStrings } from './shared-strings.ts'
import { TableFileProblem } from './table-file-problem.ts'
import { WorkbookArchive } from './workbook-archive.ts'
import { readXml, type XmlHandler } from './xml-tags.ts'

export interface Worksheet {
  readonly name: string
  readonly is_hidden: boolean
  /** The part of the archive that holds its cells. */
  readonly part: string
}

export interface Workbook {
  readonly archive: WorkbookArchive
  readonly worksheets: readonly Worksheet[]
  /** Days are counted from 1904, as old Macs do. */
  readonly is1904: boolean
  /** The kind of the numbers of a style, by the number of the style. */
  readonly numberKinds: readonly NumberKind[]
  readonly strings: SharedStrings
}

const WORKSHEETS_MAX = 500
const STYLES_MAX = 100_000

type Attributes = Readonly<Record<string, string>>

export async function openWorkbook(chunks: AsyncIterable<Uint8Array>): Promise<Workbook> {
  const archive = await WorkbookArchive.open(chunks)
  if (archive.has('xl/workbook.bin')) {
    throw new TableFileProblem('A binary workbook (.xlsb): save it as XLSX or CSV.')
  }
  if (!archive.has('xl/workbook.xml')) {
    throw new TableFileProblem(
      'A ZIP archive without an Excel workbook: unpack it, or save as XLSX.',
    )
  }
  const targets = await readTargets(archive)
  const { sheets, is1904 } = await readSheets(archive)
  const worksheets = sheets.flatMap(({ id, ...sheet }) => {
    const part = targets.get(id)
    return part !== undefined && archive.has(part) ? [{ ...sheet, part }] : []
  })
  if (worksheets.length === 0) throw new TableFileProblem('The workbook has no worksheet.')
  const numberKinds = await readNumberKinds(archive)
  const strings = await SharedStrings.read(archive, 'xl/sharedStrings.xml')
  return { archive, worksheets, is1904, numberKinds, strings }
}

async function readTags(
  archive: WorkbookArchive,
  part: string,
  open: (name: string, attributes: Attributes) => void,
  close: (name: string) => void = () => {},
): Promise<void> {
  const handler: XmlHandler = { open, close, text: () => {} }
  for await (const _ of readXml(archive.textOf(part), handler, part));
}

/** The parts that the workbook refers to, by their id. */
async function readTargets(archive: WorkbookArchive): Promise<Map<string, string>> {
  const targets = new Map<string, string>()
  await readTags(archive, 'xl/_rels/workbook.xml.rels', (name, { Id, Target = '' }) => {
    if (name !== 'Relationship' || Id === undefined || targets.size > WORKSHEETS_MAX) return
    targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
  })
  return targets
}

async function readSheets(
  archive: WorkbookArchive,
): Promise<{ sheets: (Omit<Worksheet, 'part'> & { id: string })[]; is1904: boolean }> {
  const sheets: (Omit<Worksheet, 'part'> & { id: string })[] = []
  let is1904 = false
  await readTags(archive, 'xl/workbook.xml', (tag, attributes) => {
    if (tag === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
    if (tag !== 'sheet' || sheets.length >= WORKSHEETS_MAX) return
    const id = Object.entries(attributes).find(([name]) => /(^|:)id$/.test(name))?.[1]
    const is_hidden = /^(hidden|veryHidden)$/.test(attributes.state ?? '')
    sheets.push({ name: (attributes.name ?? '').slice(0, 100), is_hidden, id: id ?? '' })
  })
  return { sheets, is1904 }
}

async function readNumberKinds(archive: WorkbookArchive): Promise<NumberKind[]> {
  const codes = new Map<number, string>()
  const styles: NumberKind[] = []
  let isCellStyles = false
  await readTags(
    archive,
    'xl/styles.xml',
    (tag, { numFmtId = '0', formatCode }) => {
      if (tag === 'cellXfs') isCellStyles = true
      const id = Number(numFmtId)
      if (codes.size > STYLES_MAX || styles.length > STYLES_MAX) return
      if (tag === 'numFmt' && formatCode !== undefined) codes.set(id, formatCode)
      if (tag === 'xf' && isCellStyles) styles.push(numberKind(id, codes.get(id)))
    },
    (tag) => {
      if (tag === 'cellXfs') isCellStyles = false
    },
  )
  return styles
}
