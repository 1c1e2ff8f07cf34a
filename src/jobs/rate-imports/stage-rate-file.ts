// The rows of a rate file as rates of its tariff.
import { CodeMarks, undecidedCodesText } from '#core/rate-import/bare-codes.ts'
import { CountryNames, countryConflictOf } from '#core/rate-import/named-country.ts'
import type { ParsedRate, RateRowContext } from '#core/rate-import/parse-rate-row.ts'
import { RateRows } from '#core/rate-import/rate-rows.ts'
import { TABLE_FILE_LIMITS as LIMITS } from '#core/table-file/table-file.ts'
import type { StagedRate } from '#db/rate-imports/rate-import-stage.ts'
import type { ImportWork } from '#db/rate-imports/rate-import-work.ts'
import { readTable } from '../files/read-table.ts'
import { TableFileProblem } from '../files/table-file-problem.ts'

export interface StagingContext extends RateRowContext {
  readonly now_ms: number
  /** The country (ISO 3166) of a prefix by the code deck; empty if it has none. */
  deckCountry(prefix: string): string
}

const NOTHING = {
  prefix: null,
  destination: '',
  rate: null,
  first_rate: null,
  first_increment: null,
  next_increment: null,
  connect_fee: null,
  starts_at: null,
  ends_at: null,
  blocked: false,
  is_deleted: false,
  note: '',
  has_date: false,
  named_country: null,
  code_country: null,
} as const

const NO_CONFLICT = { named_country: null, code_country: null } as const

/** Dates in the past are ignored: calls were already charged. */
const ifLater = (instant: string | null, now_ms: number): string | null =>
  instant !== null && Date.parse(instant) > now_ms ? instant : null

export async function* stageRateFile(
  chunks: AsyncIterable<Uint8Array>,
  work: ImportWork,
  context: StagingContext,
): AsyncGenerator<StagedRate> {
  const { now_ms } = context
  const rule_starts_at = work.effective === 'AT_TIME' ? ifLater(work.starts_at, now_ms) : null
  const { bare_code_country, columns } = work.layout
  const marks = bare_code_country === null ? new CodeMarks() : undefined
  const names = new CountryNames()
  const rates = new RateRows(work.layout, context)
  let count = 0
  for await (const row of readTable(chunks, work.layout)) {
    marks?.see(row.cells[columns.indexOf('PREFIX')] ?? '')
    if (marks?.mixed) throw new TableFileProblem(undecidedCodesText(marks.mixed), row.line)
    const parsed = rates.read(row)
    if (!parsed) continue
    // A short row can have thousands of codes.
    count += Array.isArray(parsed) ? parsed.length : parsed.prefixes.length
    if (count > LIMITS.rows) throw new TableFileProblem(`More than ${LIMITS.rows} rates.`, row.line)
    if (!Array.isArray(parsed)) {
      const { line, column, value, reason, prefixes } = parsed
      const fault = { ...NOTHING, line, column_name: column, value, reason }
      // A code that is in the file is not missing, whatever is wrong behind it.
      for (const prefix of prefixes.length > 0 ? prefixes : [null]) yield { ...fault, prefix }
      continue
    }
    const named = names.countriesNamed(parsed[0]?.destination ?? '')
    for (const rate of parsed) {
      const starts_at = ifLater(rate.effective_from, now_ms) ?? rule_starts_at
      const deckCountry = named.size > 0 ? context.deckCountry(rate.prefix) : ''
      const conflict = countryConflictOf(named, rate.prefix, deckCountry)
      yield { ...stagedRate(rate, starts_at, context), ...(conflict ?? NO_CONFLICT) }
    }
  }
}

function stagedRate(
  parsed: ParsedRate,
  starts_at: string | null,
  { now_ms }: StagingContext,
): Omit<StagedRate, 'named_country' | 'code_country'> {
  const { line, prefix, effective_until: ends_at, blocked, is_deleted } = parsed
  const starts_ms = starts_at === null ? now_ms : Date.parse(starts_at)
  const isOver = ends_at !== null && Date.parse(ends_at) <= starts_ms
  // A mark without a price leaves the rate as it is.
  const hasRate = parsed.rate > 0 || !(blocked || is_deleted)
  return {
    ...{ line, prefix, starts_at, ends_at, blocked, is_deleted },
    destination: parsed.destination,
    rate: hasRate ? parsed.rate : null,
    first_rate: parsed.first_rate,
    first_increment: parsed.first_increment,
    next_increment: parsed.next_increment,
    connect_fee: parsed.connect_fee,
    note: parsed.from_deck ? `Codes of '${parsed.destination}' from the code deck` : '',
    has_date: parsed.effective_from !== null,
    column_name: '',
    value: isOver && ends_at !== null ? ends_at : '',
    reason: isOver ? 'Ends before it takes effect.' : '',
  }
}
