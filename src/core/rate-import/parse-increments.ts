// Increments in a cell: `60/60`, `30+6`, `1/1/1`, or seconds alone.
import { type CellFault, cellFault, isCellFault } from '../table-file/cell-fault.ts'

export interface Increments {
  readonly first: number
  readonly next: number
}

const INCREMENT_MAX = 3600
const LENGTH_MAX = 60
/** A spreadsheet makes 30/6 the 30th of June. */
const BECAME_DATE = /^(\d{4}-\d{2}-\d{2}.*|\d{1,2}[-. ]+[A-Za-zäéû]{3,}.*|[A-Za-z]{3,}[-. ]\d+)$/

export function parseIncrementCell(text: string): number | CellFault {
  if (text.length > LENGTH_MAX) return cellFault('Not seconds.')
  // As a spreadsheet shows a time.
  const [, hours, minutes, rest] = /^(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(text) ?? []
  if (rest !== undefined) {
    return parseIncrementCell(`${Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)}`)
  }
  const seconds = /^(\d{1,5})(?:\.0+)?\s*(?:s|sec|secs|seconds?|sek)?\.?$/i.exec(text)
  if (!seconds) {
    return cellFault(BECAME_DATE.test(text) ? 'A date in place of increments.' : 'Not seconds.')
  }
  const value = Number(seconds[1])
  return value >= 1 && value <= INCREMENT_MAX
    ? value
    : cellFault(`Increments are 1 to ${INCREMENT_MAX} seconds.`)
}

/**
 * The last two of three parts are the increments. The first is the time that is billed at least,
 * which must be no other than the first increment, or none.
 */
export function parseIncrementsCell(text: string): Increments | CellFault {
  if (text.length > LENGTH_MAX) return cellFault('Not increments, such as 60/60.')
  if (BECAME_DATE.test(text)) {
    return cellFault('The spreadsheet made these increments a date: format the column as text.')
  }
  const parts = text.split(/\s*[/+\-:;|*x×\s]\s*/i).filter((part) => part !== '')
  if (parts.length < 1 || parts.length > 3) return cellFault('Not increments, such as 60/60.')
  const [first, next = first] = parts.slice(-2).map(parseIncrementCell)
  if (first === undefined || next === undefined) return cellFault('Not increments.')
  if (isCellFault(first)) return first
  if (isCellFault(next)) return next
  if (parts.length === 3 && Number(parts[0]) !== 0 && Number(parts[0]) !== first) {
    return cellFault('A minimum duration that is not the first increment.')
  }
  return { first, next }
}
