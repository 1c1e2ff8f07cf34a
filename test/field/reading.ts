// The rates that an import reads from a file, before it is compared with a tariff.
import { formatRate, rate } from '#core/money.ts'
import { undecidedCodes } from '#core/rate-import/bare-codes.ts'
import { datesOfTitle, isTitleOpen, proposedStart } from '#core/rate-import/dated-title.ts'
import { DATE_COLUMNS, PRICE_COLUMNS, type RateFileLayout } from '#core/rate-import/layout.ts'
import { undecidedColumns } from '#core/rate-import/undecided-columns.ts'
import { undecidedDate, undecidedNumber } from '#core/table-file/detect-notation.ts'
import type { StagedRate } from '#db/rate-imports/rate-import-stage.ts'
import type { ImportWork } from '#db/rate-imports/rate-import-work.ts'
import { readTableHead } from '#jobs/files/read-table.ts'
import { RATE_FILES } from '#jobs/rate-imports/rate-files.ts'
import { stageRateFile } from '#jobs/rate-imports/stage-rate-file.ts'
import { inPieces } from '../support/rate-files.ts'
import { orRefused } from './field-files.ts'

const NOW_MS = Date.parse('2026-11-29T12:00:00Z')
export const CONTEXT = {
  time_zone: 'UTC',
  currency: 'USD',
  now_ms: NOW_MS,
  namePrefixes: () => [],
  deckCountry: () => '',
}

/** `447 0.02 from … until …`, `447 invalid`, `226 0.01 says CA, is BF`. */
function lineOf(one: StagedRate): string {
  const prefix = one.prefix === '' ? 'default' : (one.prefix ?? 'no code')
  if (one.reason !== '') return `${prefix} invalid`
  const { starts_at, ends_at, named_country, code_country } = one
  return [
    prefix,
    one.blocked ? 'blocked' : formatRate(rate(one.rate ?? 0)),
    starts_at && `from ${minuteOf(starts_at)}`,
    ends_at && `until ${minuteOf(ends_at)}`,
    one.first_increment && `${one.first_increment}/${one.next_increment}`,
    named_country && `says ${named_country}, is ${code_country}`,
  ]
    .filter(Boolean)
    .join(' ')
}

const minuteOf = (instant: string): string => `${instant.slice(0, 16)}Z`

/** A line for each rate; or the questions that come before, or why the file is refused. */
export const readingOf = (file: Uint8Array): Promise<string[]> => orRefused(ratesOf(file))

async function ratesOf(file: Uint8Array): Promise<string[]> {
  const { layout, rows } = await readTableHead(inPieces(file), RATE_FILES)
  const questions = [
    ...(undecidedColumns(layout, rows).length > 0 ? ['asks for columns'] : []),
    ...(undecidedCodes(layout, rows) ? ['asks for codes'] : []),
    ...(undecidedNumber(layout, rows, PRICE_COLUMNS) ? ['asks for numbers'] : []),
    ...(undecidedDate(layout, rows, DATE_COLUMNS) ? ['asks for dates'] : []),
    ...titleQuestion(layout),
  ]
  if (questions.length > 0) return questions
  const lines: string[] = []
  const work = { layout, effective: 'AT_ONCE', starts_at: null } as ImportWork
  for await (const one of stageRateFile(inPieces(file), work, CONTEXT)) lines.push(lineOf(one))
  return lines
}

/** A start that is proposed, or a date of which only the user knows what it means. */
function titleQuestion(layout: RateFileLayout): string[] {
  const { dated_title, date_order } = layout
  const dates = datesOfTitle(dated_title ?? '', { date_order, time_zone: CONTEXT.time_zone })
  const start = proposedStart(layout, dates, NOW_MS)
  if (start !== null) return [`proposes ${minuteOf(start)}`]
  const isOpen = isTitleOpen(layout, dates, { effective: 'AT_ONCE' }, NOW_MS)
  return isOpen ? ['asks for the date of the title'] : []
}
