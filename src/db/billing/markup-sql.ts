// The rates of a tariff as a markup makes them, in SQL: the arithmetic of core/tariff/mark-up-rate.
import { RATE_MAX } from '#core/money.ts'
import {
  type Exchange,
  type MarkupRule,
  type RateRounding,
  rateUnit,
} from '#core/tariff/mark-up-rate.ts'

export interface Markup extends RateRounding {
  readonly rules: readonly MarkupRule[]
}

/** Null: the currencies are the same. */
export type MarkupExchange = Exchange | null

const FEE_MAX = 100_000_000_000
const CHARGE_MAX = 1_000_000_000_000

/** What of a rate is copied as it is. */
const KEPT = [
  'destination',
  'blocked',
  'first_increment',
  'next_increment',
  'grace_seconds',
  'additional_seconds',
  'free_seconds',
  'min_duration_seconds',
  'surcharge_percent',
  'reverse_billing',
  'effective_until',
] as const
const PRICES = ['rate', 'first_rate', 'steps'] as const
/** Converted only. */
const FEES = ['connect_fee', 'attempt_fee', 'min_charge', 'max_charge'] as const

/** All that a computed rate has beside its key, which is prefix, effective_from and window_id. */
export const COMPUTED = [...KEPT, ...PRICES, ...FEES]

/** More than a rate can be lowered by: div() cuts off what is negative instead of rounding it. */
const ABOVE = BigInt(RATE_MAX)

/** Statements over `r`, a rate of the parent, and `u`, its rule. */
function arithmetic({ decimals, rounding_mode }: RateRounding, exchange: MarkupExchange) {
  const { from_fx: from, to_fx: to } = exchange ?? { from_fx: 1, to_fx: 1 }
  const unit = BigInt(rateUnit(decimals))
  const divisor = BigInt(to) * 1_000_000n * unit
  const up = { UP: divisor - 1n, DOWN: 0n, HALF_UP: divisor / 2n }[rounding_mode]
  const priceOf = (rate: string) =>
    `(div(${rate}::numeric * ${from} * (1000000 + u.percent) + u.fixed * ${to} * 1000000
      + ${up + divisor * ABOVE}, ${divisor}) - ${ABOVE}) * ${unit}`
  const amountOf = (fee: string) => `div(${fee}::numeric * ${from} * 2 + ${to}, ${to} * 2)`
  return { priceOf, amountOf }
}

/** Steps that are none are most, and need no arithmetic. */
const stepsOf = (priceOf: (rate: string) => string) => `case when r.steps = '[]' then r.steps else (
  select jsonb_agg(jsonb_set(step, '{rate}', to_jsonb(${priceOf("(step->>'rate')")}))
    order by position)
  from jsonb_array_elements(r.steps) with ordinality as s (step, position)) end`

/** Not replaced by a newer one, and not ended: in effect, or coming. */
const IS_CURRENT = `(r.effective_until is null or r.effective_until > now()) and not exists (
  select from tariff_rate n where n.tariff_id = r.tariff_id and n.prefix = r.prefix
    and n.window_id is not distinct from r.window_id
    and n.effective_from > r.effective_from and n.effective_from <= now())`

/** As a parameter of `wantedRates`. */
export const encodeRules = (rules: readonly MarkupRule[]): string => JSON.stringify(rules)

/**
 * A select of the computed rates with all their columns, those of money as numeric, which may be
 * beyond their limits. $1 is the parent, $2 the rules; `which` is a condition over `r`.
 */
export function wantedRates(
  markup: RateRounding,
  exchange: MarkupExchange,
  has_past: boolean,
  which = 'true',
): string {
  const { priceOf, amountOf } = arithmetic(markup, exchange)
  return `
    with rule as materialized (
      select x->>'prefix' as prefix, (x->>'percent')::numeric as percent,
        (x->>'fixed')::numeric as fixed
      from jsonb_array_elements($2::jsonb) x
    )
    select r.prefix, r.effective_from, r.window_id, u.prefix as rule_prefix, r.rate as old_rate,
      ${KEPT.map((name) => `r.${name}`).join(', ')}, ${priceOf('r.rate')} as rate,
      ${priceOf('r.first_rate')} as first_rate, ${stepsOf(priceOf)} as steps,
      ${FEES.map((name) => `${amountOf(`r.${name}`)} as ${name}`).join(', ')}
    from tariff_rate r cross join lateral (
      select * from rule where starts_with(r.prefix, rule.prefix)
      order by length(rule.prefix) desc limit 1) u
    where r.tariff_id = $1 and ${has_past ? 'true' : IS_CURRENT} and ${which}`
}

const outside = (value: string, max: number) => `${value} not between 0 and ${max}`

/** Over `w`, a wanted rate: why it cannot be one, or null. */
export const FAULT = `case
  when ${outside('w.rate', RATE_MAX)} or ${outside('w.first_rate', RATE_MAX)}
    or w.steps <> '[]' and exists (select from jsonb_array_elements(w.steps) step
      where ${outside("(step->>'rate')::numeric", RATE_MAX)})
    then case when w.rate < 0 or w.first_rate < 0 then 'the rate would be below 0'
      when w.rate > ${RATE_MAX} or w.first_rate > ${RATE_MAX}
        then 'the rate would be above 1000000 per minute'
      else 'the rate of a tier would be below 0 or above 1000000 per minute' end
  when ${outside('w.connect_fee', FEE_MAX)} or ${outside('w.attempt_fee', FEE_MAX)}
    then 'a fee would be above 100000'
  when ${outside('w.min_charge', CHARGE_MAX)} or ${outside('w.max_charge', CHARGE_MAX)}
    then 'a minimum or maximum charge would be above 1000000' end`

export const faultText = (prefix: string, destination: string, fault: string): string =>
  `${`${prefix || 'default'} ${destination}`.trim()}: ${fault}.`
