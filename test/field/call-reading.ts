// The calls and sums that a reconciliation reads from a file, before they are compared with ours.
import { formatMoney } from '#core/money.ts'
import { missingColumns } from '#core/reconciliation/detect-call-layout.ts'
import { CALL_DATE_COLUMNS, CALL_DECIMAL_COLUMNS } from '#core/reconciliation/reconciliation.ts'
import { undecidedDate, undecidedNumber } from '#core/table-file/detect-notation.ts'
import type { StagedCall } from '#db/reconciliations/reconciliation-work.ts'
import { readTableHead } from '#jobs/files/read-table.ts'
import { CALL_FILES } from '#jobs/reconciliations/call-files.ts'
import { readCalls } from '#jobs/reconciliations/work-on-reconciliations.ts'
import { inPieces } from '../support/rate-files.ts'
import { orRefused } from './field-files.ts'

/** An hour before UTC in the winter of all files: an offset that is not read is seen. */
const OPTIONS = { time_zone: 'Europe/Berlin' } as Parameters<typeof readCalls>[1]['options']

/** The key, the instant, the number of calls, seconds and amount; `-` where there is none. */
function callLine(one: StagedCall): string {
  if (one.reason !== '') return `line ${one.line} invalid`
  const at = one.at === null ? '-' : new Date(one.at * 1000).toISOString().replace('.000', '')
  const amount = one.amount === null ? '-' : formatMoney(one.amount)
  return [one.key, at, one.calls, one.seconds, amount].join(' ')
}

/** A line for each row; or the questions that come before, or why the file is refused. */
export const callReadingOf = (file: Uint8Array): Promise<string[]> => orRefused(callsOf(file))

async function callsOf(file: Uint8Array): Promise<string[]> {
  const { layout, rows } = await readTableHead(inPieces(file), CALL_FILES)
  const questions = [
    ...missingColumns(layout).map((meaning) => `asks for the column ${meaning}`),
    ...(undecidedNumber(layout, rows, CALL_DECIMAL_COLUMNS) ? ['asks for numbers'] : []),
    ...(undecidedDate(layout, rows, CALL_DATE_COLUMNS) ? ['asks for dates'] : []),
  ]
  if (questions.length > 0) return questions
  const lines: string[] = []
  const work = { layout, options: OPTIONS, currency: 'USD' }
  for await (const one of readCalls(inPieces(file), work)) lines.push(callLine(one))
  return lines.length === 0 ? ['no rows'] : lines
}
