// The decimal mark and the order of dates, by the cells of the columns that have them.
import type {
  DateOrder,
  DecimalNotation,
  TableFormat,
  TableLayout,
  TableRow,
} from './table-file.ts'

/**
 * Null if no number shows it: 12,345 is twelve or twelve thousand. With the mark of thousands if
 * all numbers agree: among those of both notations a group is no thousand for sure.
 */
export function detectDecimal(
  format: TableFormat,
  cells: readonly string[],
): DecimalNotation | null {
  const [points, commas] = ['.', ','].map(
    (mark) => cells.filter((cell) => sureMark(format, cell) === mark).length,
  ) as [number, number]
  if (points === 0 && commas === 0) return null
  if (points > 0 && commas > 0) return commas > points ? ',' : '.'
  return commas > points ? '.,' : ',.'
}

/** The decimal mark of a notation. */
export const markOf = (notation: DecimalNotation): '.' | ',' => (notation.endsWith('.') ? '.' : ',')

/** A lone group of three digits: 1,234 may be a thousand, 0,123 and 1,2345 are fractions. */
const LONE_GROUP = /^\D*[1-9]\d{0,2}[.,]\d{3}\D*$/

/** Whether the number is another one if its mark is that of thousands. */
export const needsNotation = (cell: string): boolean => LONE_GROUP.test(cell)

const LAST_MARK = /([.,])\d+\D*$/
const GROUPS = /^\D*\d{1,3}([.,])\d{3}\1\d{3}/

/** The decimal mark that a number shows; undefined where it may be the other one. */
function sureMark(format: TableFormat, cell: string): '.' | ',' | undefined {
  const last = LAST_MARK.exec(cell)?.[1]
  if (last === undefined || isUndecided(format, cell)) return undefined
  const group = GROUPS.exec(cell)?.[1]
  const isPoint = group === last ? last === ',' : last === '.'
  return isPoint ? '.' : ','
}

/** A workbook has its numbers with points; its texts may have any. */
const isUndecided = ({ format }: Pick<TableFormat, 'format'>, cell: string): boolean =>
  needsNotation(cell) && (format === 'TEXT' || cell.includes(','))

/** The first number of these columns that may be two; undefined if the notation is known. */
export function undecidedNumber(
  layout: Pick<TableLayout, 'columns' | 'decimal' | 'header_line' | 'format'>,
  head: readonly TableRow[],
  meanings: readonly string[],
): string | undefined {
  if (layout.decimal !== null) return undefined
  return cellsOf(layout, head, meanings).find((cell) => isUndecided(layout, cell))
}

/** For the console and the API. */
export const undecidedNumberText = (number: string): string =>
  `Numbers such as ${number}: is the mark that of thousands, or of decimals? Choose one.`

/** Null if no date shows whether 12/01/2026 is in December or in January, or two contradict. */
export function detectDateOrder(cells: readonly string[]): DateOrder | null {
  let isMonthFirst = false
  let isDayFirst = false
  let hasOther = false
  for (const cell of cells) {
    const parts = SHORT_DATE.exec(cell)
    if (!parts) continue
    hasOther = true
    isMonthFirst ||= Number(parts[3]) > 12
    isDayFirst ||= Number(parts[1]) > 12
  }
  if (!hasOther) return cells.some((cell) => /^\d{4}\D/.test(cell)) ? 'YMD' : null
  if (isMonthFirst === isDayFirst) return null
  return isMonthFirst ? 'MDY' : 'DMY'
}

/** Behind a point the month comes second; the order of the others is that of a country. */
const SHORT_DATE = /^(\d{1,2})([-/])(\d{1,2})\2\d/

/** Whether the date has another day if the month comes first. */
export function needsOrder(cell: string): boolean {
  const [, first, , second] = SHORT_DATE.exec(cell.trim()) ?? []
  return first !== second && Number(first) <= 12 && Number(second) <= 12
}

/** The first date of these columns that may be two days; undefined if the order is known. */
export function undecidedDate(
  layout: Pick<TableLayout, 'columns' | 'date_order' | 'header_line'>,
  head: readonly TableRow[],
  meanings: readonly string[],
): string | undefined {
  if (layout.date_order !== null) return undefined
  return cellsOf(layout, head, meanings).find(needsOrder)
}

/** For the console and the API. */
export const undecidedDateText = (date: string): string =>
  `Dates such as ${date}: is the day first, or the month? Choose their order.`

/** The cells below the header in the columns of these meanings. */
function cellsOf(
  { columns, header_line }: Pick<TableLayout, 'columns' | 'header_line'>,
  head: readonly TableRow[],
  meanings: readonly string[],
): string[] {
  const rows = head.filter(({ line }) => line > (header_line ?? 0))
  return columns.flatMap((meaning, at) =>
    meaning !== null && meanings.includes(meaning)
      ? rows.map(({ cells }) => (cells[at] ?? '').trim())
      : [],
  )
}
