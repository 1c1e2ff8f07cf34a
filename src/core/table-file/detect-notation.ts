// The decimal mark and the order of dates, by the cells of the columns that have them.
import type { DateOrder, DecimalMark, TableFormat, TableLayout, TableRow } from './table-file.ts'

export function detectDecimal(format: TableFormat, cells: readonly string[]): DecimalMark {
  let commas = 0
  let points = 0
  for (const cell of cells) {
    const last = /([.,])\d+\D*$/.exec(cell)
    // 1,234 may be grouped; 0,123 and 1,23 are not.
    const isSure = /^\D*0[.,]|[.,](\d{1,2}|\d{4,})\D*$|[.,].*[.,]/.test(cell)
    if (last?.[1] === ',') commas += isSure ? 10 : 1
    else if (last) points += isSure ? 10 : 1
  }
  if (commas === points) return format.separator === ';' ? ',' : '.'
  return commas > points ? ',' : '.'
}

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
  { columns, date_order, header_line }: Pick<TableLayout, 'columns' | 'date_order' | 'header_line'>,
  head: readonly TableRow[],
  meanings: readonly string[],
): string | undefined {
  if (date_order !== null) return undefined
  const rows = head.filter(({ line }) => line > (header_line ?? 0))
  const cells = columns.flatMap((meaning, at) =>
    meaning !== null && meanings.includes(meaning) ? rows.map((row) => row.cells[at] ?? '') : [],
  )
  return cells.find(needsOrder)?.trim()
}

/** For the console and the API. */
export const undecidedDateText = (date: string): string =>
  `Dates such as ${date}: is the day first, or the month? Choose their order.`
