// The rates of a tariff as a markup makes them, in SQL: the arithmetic of core/tariff/mark-up-rate.
import { RATE_MAX } from '#core/money.ts'
import {
  type Exchange,
  type MarkupRule,
  type RateRounding,
  rateUnit,
} from '#core/tariff/mark-up-rate.ts'
import { RATE_TERMS, termsOfKinds } from '#core/tariff/rate-terms.ts'

export interface Markup extends RateRounding {
  readonly rules: readonly MarkupRule[]
}

/** Null: the currencies are the same. */
export type MarkupExchange = Exchange | null

const [, FEE_MAX] = RATE_TERMS.attempt_fee.limits
const [, CHARGE_MAX] = RATE_TERMS.max_charge.limits

/** The columns of a rate that are copied as they are. */
const KEPT = [...termsOfKinds('text', 'flag', 'number', 'percent'), 'effective_until']
/** Marked up and converted. */
const PRICES = ['rate', ...termsOfKinds('rate', 'steps')]
/** Converted only. */
const FEES = termsOfKinds('money')

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

/**
 * Neither ended nor replaced for good: in effect, or coming. After a newer one that ends earlier a
 * rate counts again.
 */
const IS_CURRENT = `(r.effective_until is null or r.effective_until > now()) and not exists (
  select from tariff_rate n where n.tariff_id = r.tariff_id and n.prefix = r.prefix
    and n.window_id is not distinct from r.window_id
    and n.effective_from > r.effective_from and n.effective_from <= now()
    and (n.effective_until is null or n.effective_until >= r.effective_until))`

/** As a parameter of `wantedRates`. */
export const encodeRules = (rules: readonly MarkupRule[]): string => JSON.stringify(rules)

/** The place of the rule of `r`: a comparison per rule, where a search sorts them for each rate. */
function ruleOf(rules: readonly MarkupRule[]): string {
  const cases = rules
    .map(({ prefix }, at) => ({ digits: prefix.replace(/\D/g, ''), at: at + 1 }))
    .toSorted((a, b) => b.digits.length - a.digits.length)
    .map(({ digits, at }) => `when starts_with(r.prefix, '${digits}') then ${at}`)
  return `case ${cases.join(' ')} end`
}

interface Wanted {
  readonly has_past: boolean
  /** Conditions over `r`, and over `r` and its rule `u`. */
  readonly among?: string
  readonly which?: string
}

/**
 * A select of the computed rates with all their columns, those of money as numeric, which may be
 * beyond their limits. $1 is the parent, $2 the rules.
 */
export function wantedRates(
  markup: Markup,
  exchange: MarkupExchange,
  { has_past, among = 'true', which = 'true' }: Wanted,
): string {
  const { priceOf, amountOf } = arithmetic(markup, exchange)
  return `
    with rule as materialized (
      select at, x->>'prefix' as prefix, (x->>'percent')::numeric as percent,
        (x->>'fixed')::numeric as fixed
      from jsonb_array_elements($2::jsonb) with ordinality as rules (x, at)
    ), r as (
      select r.*, ${ruleOf(markup.rules)} as rule_at from tariff_rate r
      where r.tariff_id${among === 'true' ? '' : ' + 0'} = $1
        and ${has_past ? 'true' : IS_CURRENT} and ${among}
    )
    select r.id, r.prefix, r.effective_from, r.window_id, u.prefix as rule_prefix,
      r.rate as old_rate, ${KEPT.map((name) => `r.${name}`).join(', ')},
      ${priceOf('r.rate')} as rate, ${priceOf('r.first_rate')} as first_rate,
      ${stepsOf(priceOf)} as steps,
      ${FEES.map((name) => `${amountOf(`r.${name}`)} as ${name}`).join(', ')}
    from r join rule u on u.at = r.rule_at where ${which}`
}

/**
 * Over `r` and `u`: whether the computed rate may be beyond its limits. Most are not, and need no
 * arithmetic with numbers of any length.
 */
export function isSuspicious({ rules }: Markup, exchange: MarkupExchange): string {
  const { from_fx, to_fx } = exchange ?? { from_fx: 1, to_fx: 1 }
  const [from, to] = [BigInt(from_fx), BigInt(to_fx)]
  const bounds = rules.map(({ percent, fixed }) => {
    const factor = from * (1_000_000n + BigInt(percent))
    const worth = (price: bigint) => price * to * 1_000_000n
    if (factor === 0n) return { low: fixed < 0 ? ABOVE : 0n, high: ABOVE }
    const low = fixed < 0 ? worth(BigInt(-fixed)) / factor + 1n : 0n
    // Below the limit by what rounding adds at most.
    const high = worth(ABOVE - 100_000_000n - BigInt(fixed)) / factor - 1n
    return { low, high }
  })
  const low = bounds.reduce((most, one) => (one.low > most ? one.low : most), 0n)
  const high = bounds.reduce((least, one) => (one.high < least ? one.high : least), ABOVE)
  const fee = (BigInt(FEE_MAX) * to) / from - 1n
  const out = (column: string) => `r.${column} < ${low} or r.${column} > ${high}`
  return `(${out('rate')} or ${out('first_rate')} or r.steps <> '[]'
    or ${FEES.map((name) => `r.${name} > ${fee}`).join(' or ')})`
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
