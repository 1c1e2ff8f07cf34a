// A date in a title above the header, as in `Effective date: 15 December 2026`: rates of a file
// without a column of dates may take effect then. The user says so, or that it means another thing.

import { isCellFault } from '../table-file/cell-fault.ts'
import { needsOrder } from '../table-file/detect-notation.ts'
import { type FileDateFormat, parseDate } from '../table-file/parse-date.ts'
import type { TableRow } from '../table-file/table-file.ts'
import type { ImportOptions } from './import-options.ts'
import type { RateFileLayout } from './layout.ts'

const TITLE_LENGTH_MAX = 200
/** In the languages of the headers. */
const STARTS = [
  /effective|valid (as )?(from|of)|start|applicable|g(ü|ue)ltig ab|vigueur|compter du/i,
  /vigen|vigor|partir d|v(á|a)lid[oa]s? desde|生效/i,
]
const ENDS = /until|till|through|expir|end(s|ing)? |bis (zum )?\d|jusqu|hasta|at(é|e) |截止/i
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2})?`
const ZONE = String.raw`Z|UTC|GMT|[+-]\d{2}:?\d{2}`
const DATE = new RegExp(
  [
    String.raw`\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b`,
    String.raw`\d{4}年\d{1,2}月\d{1,2}日`,
    String.raw`\b\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})\b`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th|er|\.)?[-\s/]*(?:de )?\p{L}{3,10}[-\s./,]*(?:de )?\d{4}\b`,
    String.raw`\b\p{L}{3,10}\.?\s*\d{1,2}(?:st|nd|rd|th)?[,\s]+\d{4}\b`,
  ]
    .map((date) => String.raw`(?:${date}(?:[T\s,]+${CLOCK}(?:\s*(?:${ZONE})\b)?)?)`)
    .join('|'),
  'gu',
)

const datesIn = (title: string): string[] => [...title.matchAll(DATE)].map(([date]) => date)

const textOf = ({ cells }: TableRow): string =>
  cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' ')
    .slice(0, TITLE_LENGTH_MAX)

/** The title with a date that says from when rates count, or else the first with a date. */
export function datedTitleOf(
  rows: readonly TableRow[],
  header: TableRow | undefined,
): string | null {
  const titles = rows.filter(({ line }) => line < (header?.line ?? 0)).map(textOf)
  const dated = titles.filter((title) => datesIn(title).some(isDate))
  return dated.find(saysStart) ?? dated[0] ?? null
}

/** An order that both readings have: only whether it is a date counts. */
const isDate = (text: string): boolean =>
  !isCellFault(parseDate(text, { date_order: 'DMY', time_zone: 'UTC' })) ||
  !isCellFault(parseDate(text, { date_order: 'MDY', time_zone: 'UTC' }))

const saysStart = (title: string): boolean =>
  STARTS.some((words) => words.test(title)) && !ENDS.test(title)

/** The instants that the dates of a title may mean: two where day and month may be exchanged. */
export function datesOfTitle(title: string, { date_order, time_zone }: FileDateFormat): string[] {
  const orders = date_order === null ? (['DMY', 'MDY'] as const) : [date_order]
  const instants = datesIn(title).flatMap((date) =>
    (needsOrder(date) ? orders : [date_order]).flatMap((order) => {
      const instant = parseDate(date, { date_order: order, time_zone })
      return isCellFault(instant) ? [] : [instant]
    }),
  )
  return [...new Set(instants)]
}

/** The instant to propose for the rates; null if the title leaves it open, or has passed. */
export function proposedStart(
  { dated_title, columns }: Pick<RateFileLayout, 'dated_title' | 'columns'>,
  title_dates: readonly string[],
  now_ms: number,
): string | null {
  const [start, other] = title_dates
  if (columns.includes('EFFECTIVE_FROM') || !saysStart(dated_title ?? '')) return null
  const isOne = start !== undefined && other === undefined
  return isOne && Date.parse(start) > now_ms ? start : null
}

/** Whether the rates would take effect before a date in the title that may be their start. */
export const isTitleOpen = (
  { columns }: Pick<RateFileLayout, 'columns'>,
  title_dates: readonly string[],
  { effective }: Pick<ImportOptions, 'effective'>,
  now_ms: number,
): boolean =>
  effective !== 'AT_TIME' &&
  !columns.includes('EFFECTIVE_FROM') &&
  title_dates.some((date) => Date.parse(date) > now_ms)

/** For the console and the API. */
export const titleText = (title: string): string =>
  `The title says “${title}”: choose when the rates take effect, or ignore this date.`
