// The rows of a rate file as rates of its tariff, with what each would cost the operator.
import type { BuySheet } from '#core/rate-import/find-buy-rate.ts'
import { findBuyRate } from '#core/rate-import/find-buy-rate.ts'
import {
  type ParsedRate,
  parseRateRow,
  type RateRowContext,
} from '#core/rate-import/parse-rate-row.ts'
import type { StagedRate } from '#db/billing/rate-import-stage.ts'
import type { ImportWork } from '#db/billing/rate-import-work.ts'
import { readRateFile } from './read-rate-file.ts'

export interface StagingContext extends RateRowContext {
  readonly now_ms: number
  readonly buySheets: readonly BuySheet[]
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
  buy_rate: null,
  buy_tariff_id: null,
} as const

/** Dates that are over are as good as none: calls were already charged. */
const ifLater = (instant: string | null, now_ms: number): string | null =>
  instant !== null && Date.parse(instant) > now_ms ? instant : null

export async function* stageRateFile(
  chunks: AsyncIterable<Uint8Array>,
  work: ImportWork,
  context: StagingContext,
): AsyncGenerator<StagedRate> {
  const { now_ms } = context
  const rule_starts_at = work.effective === 'AT_TIME' ? ifLater(work.starts_at, now_ms) : null
  for await (const row of readRateFile(chunks, work.layout)) {
    const parsed = parseRateRow(row, work.layout, context)
    if (!Array.isArray(parsed)) {
      const { line, column, value, reason } = parsed
      yield { ...NOTHING, line, column_name: column, value, reason }
      continue
    }
    for (const rate of parsed) {
      const starts_at = ifLater(rate.effective_from, now_ms) ?? rule_starts_at
      yield stagedRate(rate, starts_at, work, context)
    }
  }
}

function stagedRate(
  parsed: ParsedRate,
  starts_at: string | null,
  { fx }: ImportWork,
  { now_ms, buySheets }: StagingContext,
): StagedRate {
  const { line, prefix, effective_until: ends_at, blocked, is_deleted } = parsed
  const starts_ms = starts_at === null ? now_ms : Date.parse(starts_at)
  const isOver = ends_at !== null && Date.parse(ends_at) <= starts_ms
  const buy = findBuyRate(buySheets, prefix, now_ms / 1000, fx)
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
    buy_rate: buy?.rate ?? null,
    buy_tariff_id: buy?.tariff_id ?? null,
    column_name: '',
    value: isOver && ends_at !== null ? ends_at : '',
    reason: isOver ? 'Ends before it takes effect.' : '',
  }
}
