// Markups of tests, and what the core makes of rates by them.
import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import type { copyTariff } from '#contract/tariffs/markups.ts'
import { percent, type Rate, rate, SYSTEM_FX } from '#core/money.ts'
import { type Exchange, type MarkupRule, markUpRate } from '#core/tariff/mark-up-rate.ts'
import type { TestApi } from './api.ts'

export type CopyForm = BodyOf<typeof copyTariff>
export const RULES: MarkupRule[] = [
  { prefix: '', percent: percent(100_000), fixed: rate(0) },
  { prefix: '44', percent: percent(-55_555), fixed: rate(1_234) },
  { prefix: '447', percent: percent(0), fixed: rate(70_000) },
]
export const COPY: Omit<CopyForm, 'name'> = {
  kind: 'SELL',
  currency: 'USD',
  exchange: null,
  follows: true,
  has_past: false,
  rules: RULES,
  decimals: 6,
  rounding_mode: 'HALF_UP',
}
const USD = { from_fx: SYSTEM_FX, to_fx: SYSTEM_FX }

type Row = Record<string, unknown> & {
  prefix: string
  rate: Rate
  first_rate: Rate | null
  steps: { rate: Rate }[]
}
/** All that a rate says, by its prefix, start and window. */
export async function ratesOf(api: TestApi, tid: number): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(r) - array['id', 'tariff_id', 'version', 'notes', 'import_id', 'created_at',
      'updated_at'] as row from tariff_rate r where tariff_id = ${tid}
    order by prefix, effective_from, coalesce(window_id, 0)`.execute(api.database)
  return rows.map(({ row }) => row)
}

/** The whole computation, by the core. */
export function computed(
  rows: Row[],
  { rules, decimals, rounding_mode } = COPY,
  exchange: Exchange = USD,
) {
  return rows.map((row) => {
    const [rule] = rules
      .filter(({ prefix }) => row.prefix.startsWith(prefix))
      .toSorted((a, b) => b.prefix.length - a.prefix.length)
    const up = (price: Rate) =>
      Number(markUpRate(price, rule!, exchange, { decimals, rounding_mode }))
    return {
      ...row,
      rate: up(row.rate),
      first_rate: row.first_rate === null ? null : up(row.first_rate),
      steps: row.steps.map((step) => ({ ...step, rate: up(step.rate) })),
    }
  })
}
