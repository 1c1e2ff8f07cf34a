// The rows of a worksheet, piece by piece.
import {
  columnLetters,
  type DecimalMark,
  TABLE_FILE_LIMITS as LIMITS,
  type TableRow,
} from '#core/table-file/table-file.ts'
import { dateOfSerial, plainDecimal, timeOfSerial } from '#core/table-file/workbook-values.ts'
import { columnOf } from './cell-reference.ts'
import { type MergedCells, MergeFiller, readMergedCells } from './merged-cells.ts'
import { TableFileProblem } from './table-file-problem.ts'
import type { Workbook } from './workbook.ts'
import { readXml, unescapeText, type XmlHandler } from './xml-tags.ts'

type Attributes = Readonly<Record<string, string>>

/** Collects the cells of a row from the tags of a worksheet. */
class RowCollector implements XmlHandler {
  readonly #workbook: Workbook
  readonly #decimal: DecimalMark
  readonly #filler: MergeFiller
  rows: TableRow[] = []
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

  constructor(workbook: Workbook, decimal: DecimalMark, merges: readonly MergedCells[]) {
    this.#workbook = workbook
    this.#decimal = decimal
    this.#filler = new MergeFiller(merges)
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'row') this.#beginRow(attributes)
    else if (name === 'c') this.#beginCell(attributes)
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

  #endRow(): void {
    this.rows.push({ line: this.#line, cells: this.#filler.fill(this.#line, this.#cells) })
  }

  #beginRow({ r }: Attributes): void {
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
    const date = kind === 'NUMBER' ? undefined : dateOfSerial(plain, this.#workbook.is1904)
    const shown = date ?? (kind === 'TIME' ? timeOfSerial(plain) : undefined)
    if (shown !== undefined) return shown
    return this.#decimal === ',' ? plain.replace('.', ',') : plain
  }
}

/** The column of a reference such as AB12, from 0. */
function columnIn(reference: string): number | undefined {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(reference)?.[1]
  return letters === undefined ? undefined : columnOf(letters)
}

export async function* readWorksheetRows(
  workbook: Workbook,
  worksheet: number,
  decimal: DecimalMark,
): AsyncGenerator<TableRow[]> {
  const sheet = workbook.worksheets[worksheet]
  if (!sheet) throw new TableFileProblem(`The workbook has no worksheet ${worksheet + 1}.`)
  const merges = await readMergedCells(workbook.archive, sheet.part)
  const collector = new RowCollector(workbook, decimal, merges)
  const name = `Worksheet "${sheet.name}"`
  for await (const _ of readXml(workbook.archive.textOf(sheet.part), collector, name)) {
    if (collector.rows.length === 0) continue
    yield collector.rows
    collector.rows = []
  }
}
