// The charge of a call, worked out with fractions of whole numbers as on paper: every increment by
// itself, nothing rounded before the end. Slow, and written from docs/domain/billing.md alone;
// chargeCall is held against it.
import fc from 'fast-check'
import type { Fx, Money, Percent, Rate } from '#core/money.ts'
import type { Rounding, Step, Terms } from '#core/tariff/terms.ts'

const ROUNDINGS: readonly Rounding[] = ['UP', 'DOWN', 'HALF_UP']

/** Round figures meet halves and borders more often than random ones. */
const upTo = (max: number, step: number) =>
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: Math.floor(max / step) }).map((steps) => steps * step),
    fc.integer({ min: 0, max: step }),
    fc.integer({ min: 0, max }),
  )
/** Most terms have none of what is seldom. */
const seldom = <T, N>(value: fc.Arbitrary<T>, none: N): fc.Arbitrary<T | N> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(none) }, { weight: 1, arbitrary: value })
const anyRounding = fc.constantFrom(...ROUNDINGS)
const anyRate = fc.oneof(upTo(100_000_000, 250_000), upTo(10_000_000_000_000, 250_000))
const anyIncrement = fc.oneof(fc.constantFrom(1, 6, 30, 60), fc.integer({ min: 1, max: 3600 }))
const anySteps = fc
  .array(
    fc.record({
      after_seconds: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 9999 })),
      rate: anyRate as fc.Arbitrary<Rate>,
      increment: anyIncrement,
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((steps): readonly Step[] =>
    steps
      .sort((a, b) => a.after_seconds - b.after_seconds)
      .filter((step, at) => step.after_seconds !== steps[at - 1]?.after_seconds),
  )
const anyFx = fc.oneof(
  fc.constantFrom(100_000_000, 108_000_000, 6250, 25_000_000, 330_000_000),
  fc.integer({ min: 1000, max: 1_000_000_000 }),
) as fc.Arbitrary<Fx>

const anyAmount = (max: number) => upTo(max, 10_000) as fc.Arbitrary<Money>

/** Any terms that the forms let through. */
export const anyTerms: fc.Arbitrary<Terms> = fc
  .record({
    rate: anyRate as fc.Arbitrary<Rate>,
    first_rate: anyRate as fc.Arbitrary<Rate>,
    first_increment: anyIncrement,
    next_increment: anyIncrement,
    connect_fee: anyAmount(100_000_000),
    attempt_fee: seldom(anyAmount(100_000_000), 0 as Money),
    grace_seconds: upTo(3600, 5),
    additional_seconds: seldom(fc.integer({ min: 0, max: 600 }), 0),
    free_seconds: upTo(86_400, 60),
    min_duration_seconds: upTo(3600, 60),
    min_charge: seldom(anyAmount(5_000_000), null),
    max_charge: seldom(anyAmount(50_000_000), null),
    steps: seldom(anySteps, []),
    surcharge_percent: seldom(upTo(10_000_000, 10_000) as fc.Arbitrary<Percent>, 0 as Percent),
    vat_percent: upTo(1_000_000, 10_000) as fc.Arbitrary<Percent>,
    duration_rounding: anyRounding,
    rounding_mode: anyRounding,
    rounding_decimals: fc.oneof(fc.constant(6), fc.integer({ min: 0, max: 6 })),
    reverse_billing: seldom(fc.constant(true), false),
    currency: fc.constant('USD'),
    tariff_fx: seldom(anyFx, 100_000_000 as Fx),
    party_fx: seldom(anyFx, 100_000_000 as Fx),
  })
  .map((terms) => ({ ...terms, max_charge: atLeast(terms.min_charge, terms.max_charge) }))

const atLeast = (min: Money | null, max: Money | null): Money | null =>
  min !== null && max !== null && max < min ? min : max

export const anyPackage: fc.Arbitrary<number> = upTo(36_000, 60)

/** A fraction of whole numbers, never below zero. */
interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

const fraction = (over: number, under = 1): Fraction => ({
  over: BigInt(over),
  under: BigInt(under),
})
const NOTHING = fraction(0)
const plus = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})
const times = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.over,
  under: a.under * b.under,
})
const through = (a: Fraction, b: Fraction): Fraction => times(a, { over: b.under, under: b.over })
const isLess = (a: Fraction, b: Fraction) => a.over * b.under < b.over * a.under

/** The whole number below a fraction, above it, or the nearer one. */
function toWhole({ over, under }: Fraction, rounding: Rounding): bigint {
  if (rounding === 'DOWN') return over / under
  if (rounding === 'UP') return (over + under - 1n) / under
  return (2n * over + under) / (2n * under)
}

/** How many seconds are billed at which price per minute, one increment after the other. */
function countIncrements(terms: Terms, seconds: number): Map<Rate, number> {
  const billed = new Map<Rate, number>()
  if (seconds <= 0) return billed
  billed.set(terms.first_rate, terms.first_increment)
  for (let position = terms.first_increment; position < seconds; ) {
    const begun = terms.steps.filter((step) => step.after_seconds <= position).at(-1)
    const { rate, increment } = begun ?? { rate: terms.rate, increment: terms.next_increment }
    // As far as the next price begins, to count a day of seconds in one go.
    const next = terms.steps.find((step) => step.after_seconds > position)
    const border = Math.min(seconds, next?.after_seconds ?? seconds)
    let count = 0
    while (position < border) {
      position += increment
      count++
    }
    billed.set(rate, (billed.get(rate) ?? 0) + count * increment)
  }
  return billed
}

const perHundred = (percent: Percent) => plus(fraction(1), fraction(percent, 1_000_000))
const inMoney = (amount: Money) => fraction(amount, 1_000_000)

/** The price without VAT and attempts in the currency of the tariff: steps 4 and 5. */
function priceOfTalk(terms: Terms, billed: ReadonlyMap<Rate, number>): Fraction {
  let price = inMoney(terms.connect_fee)
  for (const [rate, seconds] of billed) {
    price = plus(price, times(fraction(rate, 100_000_000), fraction(seconds, 60)))
  }
  price = times(price, perHundred(terms.surcharge_percent))
  const { min_charge, max_charge } = terms
  if (min_charge !== null && isLess(price, inMoney(min_charge))) price = inMoney(min_charge)
  if (max_charge !== null && isLess(inMoney(max_charge), price)) price = inMoney(max_charge)
  return price
}

interface Expected {
  readonly billed_seconds: bigint
  readonly net: bigint
  readonly amount: bigint
}

/** Net and amount in millionths. */
export function chargeByFractions(
  terms: Terms,
  duration_ms: number,
  package_seconds = 0,
  attempts = 0,
): Expected {
  let seconds = Number(toWhole(fraction(duration_ms, 1000), terms.duration_rounding))
  if (seconds === 0 && terms.duration_rounding === 'UP') seconds = 1
  const talk = Math.max(seconds + terms.additional_seconds, terms.min_duration_seconds)
  const paid = talk - terms.free_seconds - package_seconds
  const is_free = seconds <= terms.grace_seconds || (paid <= 0 && package_seconds > 0)
  const billed = is_free ? new Map<Rate, number>() : countIncrements(terms, paid)
  const talk_price = is_free ? NOTHING : priceOfTalk(terms, billed)
  const tries_price = times(inMoney(terms.attempt_fee), fraction(attempts))
  const exchange = through(fraction(terms.tariff_fx), fraction(terms.party_fx))
  const net = times(plus(talk_price, tries_price), exchange)

  const unit = fraction(10 ** (6 - terms.rounding_decimals), 1_000_000)
  const rounded = (exact: Fraction) => {
    const millionths = toWhole(through(exact, unit), terms.rounding_mode) * millionthsOf(unit)
    // No call costs more than a thousand million.
    const amount = millionths > 10n ** 15n ? 10n ** 15n : millionths
    return terms.reverse_billing ? -amount : amount
  }
  return {
    billed_seconds: BigInt([...billed.values()].reduce((sum, part) => sum + part, 0)),
    net: rounded(net),
    amount: rounded(times(net, perHundred(terms.vat_percent))),
  }
}

const millionthsOf = ({ over, under }: Fraction): bigint => (over * 1_000_000n) / under
