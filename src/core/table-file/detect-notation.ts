// The decimal mark and the order of dates, by the cells of the columns that have them.
import type { DateOrder, DecimalMark, TableFormat } from './table-file.ts'

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

/** 12/01/2026 is read as in America only where nothing shows another order. */
export function detectDateOrder(cells: readonly string[], decimal: DecimalMark): DateOrder {
  let monthFirst = 0
  let hasSlash = false
  let hasOther = false
  for (const cell of cells) {
    const parts = /^(\d{1,2})([-/.])(\d{1,2})\2\d/.exec(cell)
    if (!parts) continue
    hasOther = true
    hasSlash ||= parts[2] === '/'
    if (Number(parts[3]) > 12) monthFirst += 1
    if (Number(parts[1]) > 12) monthFirst -= 1
  }
  const hasYearFirst = cells.some((cell) => /^\d{4}\D/.test(cell))
  if (hasYearFirst && !hasOther) return 'YMD'
  if (monthFirst !== 0) return monthFirst > 0 ? 'MDY' : 'DMY'
  return hasSlash && decimal === '.' && !hasYearFirst ? 'MDY' : 'DMY'
}
