// The rows of a worksheet, piece by piece, as a spreadsheet shows them.
import {
  columnLetters,
  type HiddenParts,
  TABLE_FILE_LIMITS as LIMITS,
  type TableFormat,
  type TableLayout,
  type TableRow,
} from '#core/table-file/table-file.ts'
import { dateOfSerial, plainDecimal, timeOfSerial } from '#core/table-file/workbook-values.ts'
import { columnOf } from './cell-reference.ts'
import { TableFileProblem } from './table-file-problem.ts'
import type { Workbook } from './workbook.ts'
import { type MergedCells, MergeFiller, scanWorksheet } from './worksheet-scan.ts'
import { readXml, unescapeText, type XmlHandler } from './xml-tags.ts'

type Attributes = Readonly<Record<string, string>>

export type WorksheetFormat = Pick<TableFormat, 'worksheet' | 'reads_hidden'> &
  Pick<TableLayout, 'decimal'>

const isHidden = ({ hidden = '', ht = '1', width = '1' }: Attributes): boolean =>
  /^(1|true)$/.test(hidden) || Number(ht) === 0 || Number(width) === 0

const isFilled = (cell: string | undefined): boolean => (cell ?? '').trim() !== ''

/** Collects the cells of a row from the tags of a worksheet. */
class RowCollector implements XmlHandler {
  readonly #workbook: Workbook
  readonly #format: WorksheetFormat
  readonly #filler: MergeFiller
  rows: TableRow[] = []
  hiddenRows = 0
  /** Positions of those that hold something. */
  readonly hiddenColumns = new Set<number>()
  readonly #columnsHidden = new Set<number>()
  #isRowHidden = false
  #line = 0
  #cells: string[] = []
  #length = 0
  #column = 0
  #type = 'n'
  #style = -1
  #value = ''
  #formula = ''
  #within = ''
  #isSound = false

  constructor(workbook: Workbook, format: WorksheetFormat, merges: readonly MergedCells[]) {
    this.#workbook = workbook
    this.#format = format
    this.#filler = new MergeFiller(merges)
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'row') this.#beginRow(attributes)
    else if (name === 'c') this.#beginCell(attributes)
    else if (name === 'col' && isHidden(attributes)) this.#hideColumns(attributes)
    else if (name === 'rPh') this.#isSound = true
    this.#within = name
  }

  close(name: string): void {
    this.#within = ''
    if (name === 'c') this.#endCell()
    else if (name === 'rPh') this.#isSound = false
    else if (name === 'row') this.#endRow()
  }

  text(text: string): void {
    const isValue = this.#within === 'v' || (this.#within === 't' && !this.#isSound)
    if (isValue) this.#value += text
    if (this.#within === 'f') this.#formula += text
    if (this.#value.length + this.#formula.length <= LIMITS.cell_length * 2) return
    throw this.#problem(`A cell of more than ${LIMITS.cell_length} characters.`)
  }

  #problem(reason: string): TableFileProblem {
    return new TableFileProblem(reason, this.#line, columnLetters(this.#column))
  }

  #hideColumns({ min, max }: Attributes): void {
    const last = Math.min(Number(max), LIMITS.columns)
    for (let at = Number(min) - 1; at < last; at += 1) this.#columnsHidden.add(at)
  }

  #endRow(): void {
    // A value that is merged from a hidden row is shown in the rows below it.
    const cells = this.#filler.fill(this.#line, this.#cells)
    const isHiddenRow = this.#isRowHidden && cells.some(isFilled)
    if (isHiddenRow) this.hiddenRows += 1
    for (const at of this.#columnsHidden) {
      if (isFilled(cells[at])) this.hiddenColumns.add(at)
      if (!this.#format.reads_hidden && at < cells.length) cells[at] = ''
    }
    if (isHiddenRow && !this.#format.reads_hidden) return
    this.rows.push({ line: this.#line, cells })
  }

  #beginRow(attributes: Attributes): void {
    const { r } = attributes
    this.#isRowHidden = isHidden(attributes)
    const line = r === undefined ? this.#line + 1 : Number(r)
    if (!Number.isSafeInteger(line) || line <= this.#line || line > LIMITS.rows) {
      throw new TableFileProblem('The rows of the worksheet are not in order.', this.#line + 1)
    }
    this.#line = line
    this.#cells = []
    this.#length = 0
    this.#column = -1
  }

  #beginCell({ r, t = 'n', s }: Attributes): void {
    const named = r === undefined ? this.#column + 1 : columnIn(r)
    if (named === undefined || named <= this.#column) {
      throw this.#problem('The cells of the row are not in order.')
    }
    this.#column = named
    this.#type = t
    this.#style = s === undefined ? -1 : Number(s)
    this.#value = ''
    this.#formula = ''
  }

  #endCell(): void {
    const text = this.#text()
    if (text === '') return
    if (this.#column >= LIMITS.columns) {
      throw new TableFileProblem(`More than ${LIMITS.columns} columns.`, this.#line)
    }
    if (text.length > LIMITS.cell_length) {
      throw this.#problem(`A cell of more than ${LIMITS.cell_length} characters.`)
    }
    this.#length += text.length
    if (this.#length > LIMITS.row_length) {
      throw new TableFileProblem(`More than ${LIMITS.row_length} characters.`, this.#line)
    }
    while (this.#cells.length < this.#column) this.#cells.push('')
    this.#cells.push(text)
  }

  #text(): string {
    const value = this.#value
    if (value === '') return this.#formula === '' ? '' : `=${this.#formula}`
    switch (this.#type) {
      case 's': {
        const text = /^\d{1,9}$/.test(value) ? this.#workbook.strings.at(Number(value)) : undefined
        if (text === undefined) throw this.#problem('A cell names a text that does not exist.')
        return text
      }
      case 'b':
        return value === '1' ? 'TRUE' : 'FALSE'
      case 'n':
        return this.#number(value)
      default:
        return unescapeText(value)
    }
  }

  #number(value: string): string {
    const plain = plainDecimal(value)
    const kind = this.#workbook.numberKinds[this.#style] ?? 'NUMBER'
    // A time beside a day has the day too, whatever part of it is shown.
    const mayHaveDay = kind === 'DATE' || kind === 'TIME'
    const date = mayHaveDay ? dateOfSerial(plain, this.#workbook.is1904) : undefined
    const shown = date ?? (kind === 'TIME' || kind === 'SPAN' ? timeOfSerial(plain) : undefined)
    if (shown !== undefined) return shown
    return this.#format.decimal?.endsWith(',') ? plain.replace('.', ',') : plain
  }
}

/** The column of a reference such as AB12, from 0. */
function columnIn(reference: string): number | undefined {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(reference)?.[1]
  return letters === undefined ? undefined : columnOf(letters)
}

export interface OpenWorksheet {
  readonly rows: AsyncGenerator<TableRow[]>
  readonly has_hidden: boolean
  /** Those among the rows that were read so far. */
  hidden(): Pick<HiddenParts, 'rows' | 'columns'>
}

export async function openWorksheet(
  workbook: Workbook,
  format: WorksheetFormat,
): Promise<OpenWorksheet> {
  const sheet = workbook.worksheets[format.worksheet]
  if (!sheet) {
    throw new TableFileProblem(`The workbook has no worksheet ${format.worksheet + 1}.`)
  }
  const { name, part } = sheet
  const { merges, has_hidden } = await scanWorksheet(workbook.archive, part)
  const collector = new RowCollector(workbook, format, merges)
  async function* rows(): AsyncGenerator<TableRow[]> {
    const texts = workbook.archive.textOf(part)
    for await (const _ of readXml(texts, collector, `Worksheet "${name}"`)) {
      if (collector.rows.length === 0) continue
      yield collector.rows
      collector.rows = []
    }
  }
  return {
    rows: rows(),
    has_hidden,
    hidden: () => ({
      rows: collector.hiddenRows,
      columns: [...collector.hiddenColumns].toSorted((a, b) => a - b).map(columnLetters),
    }),
  }
}
