// What a call costs, worked out with fractions of whole numbers as on paper: slow, and written
// without a look at chargeCall, which is held against it.
import fc from 'fast-check'
import type { Money, Percent, Rate } from '#core/money.ts'
import type { Rounding, Terms } from '#core/tariff/terms.ts'

const ROUNDINGS: readonly Rounding[] = ['UP', 'DOWN', 'HALF_UP']

/** Round figures meet halves and borders more often than random ones. */
const upTo = (max: number, step: number) =>
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: Math.floor(max / step) }).map((steps) => steps * step),
    fc.integer({ min: 0, max: step }),
    fc.integer({ min: 0, max }),
  )
const anyRounding = fc.constantFrom(...ROUNDINGS)
const anyRate = upTo(100_000_000_000, 250_000) as fc.Arbitrary<Rate>

/** Any terms that the forms let through, with a fee of up to 100. */
export const anyTerms: fc.Arbitrary<Terms> = fc.record({
  rate: anyRate,
  first_rate: anyRate,
  first_increment: fc.oneof(fc.constantFrom(1, 6, 30, 60), fc.integer({ min: 1, max: 3600 })),
  next_increment: fc.oneof(fc.constantFrom(1, 6, 30, 60), fc.integer({ min: 1, max: 3600 })),
  connect_fee: upTo(100_000_000, 10_000) as fc.Arbitrary<Money>,
  grace_seconds: upTo(3600, 5),
  free_seconds: upTo(86_400, 60),
  min_duration: upTo(3600, 60),
  surcharge_percent: upTo(10_000_000, 10_000) as fc.Arbitrary<Percent>,
  vat_percent: upTo(1_000_000, 10_000) as fc.Arbitrary<Percent>,
  duration_rounding: anyRounding,
  rounding_mode: anyRounding,
  rounding_decimals: fc.integer({ min: 0, max: 6 }),
})

export const anyPackage: fc.Arbitrary<number> = upTo(36_000, 60)

interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

const fraction = (over: number, under: number): Fraction => ({
  over: BigInt(over),
  under: BigInt(under),
})
const plus = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})
const times = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.over,
  under: a.under * b.under,
})

/** The whole number below a fraction that is not negative, above it, or the nearer one. */
function toWhole({ over, under }: Fraction, rounding: Rounding): bigint {
  if (rounding === 'DOWN') return over / under
  if (rounding === 'UP') return (over + under - 1n) / under
  return (2n * over + under) / (2n * under)
}

function billedSeconds(terms: Terms, seconds: number, package_seconds: number): bigint {
  const counted = seconds < terms.min_duration ? terms.min_duration : seconds
  const left = counted - terms.free_seconds - package_seconds
  if (left < 1) return 0n
  if (left <= terms.first_increment) return BigInt(terms.first_increment)
  const steps = toWhole(fraction(left - terms.first_increment, terms.next_increment), 'UP')
  return BigInt(terms.first_increment) + steps * BigInt(terms.next_increment)
}

/** Net and amount in millionths. */
export function chargeByFractions(
  terms: Terms,
  duration_ms: number,
  package_seconds: number,
): { billed_seconds: bigint; net: bigint; amount: bigint } {
  const nothing = { billed_seconds: 0n, net: 0n, amount: 0n }
  let seconds = Number(toWhole(fraction(duration_ms, 1000), terms.duration_rounding))
  if (seconds === 0 && terms.duration_rounding === 'UP') seconds = 1
  if (seconds <= terms.grace_seconds) return nothing
  const billed_seconds = billedSeconds(terms, seconds, package_seconds)
  if (billed_seconds === 0n && package_seconds > 0) return nothing

  const first_seconds = billed_seconds === 0n ? 0 : terms.first_increment
  const later_seconds = Number(billed_seconds) - first_seconds
  const fee = fraction(terms.connect_fee, 1_000_000)
  const perSecond = (rate: Rate) => times(fraction(rate, 100_000_000), fraction(1, 60))
  const first = times(perSecond(terms.first_rate), fraction(first_seconds, 1))
  const later = times(perSecond(terms.rate), fraction(later_seconds, 1))
  const raised = (percent: Percent) => plus(fraction(1, 1), fraction(percent, 1_000_000))
  const exact_net = times(plus(fee, plus(first, later)), raised(terms.surcharge_percent))
  const exact_amount = times(exact_net, raised(terms.vat_percent))

  const unit = 10n ** BigInt(6 - terms.rounding_decimals)
  const rounded = (exact: Fraction) =>
    toWhole({ over: exact.over * 1_000_000n, under: exact.under * unit }, terms.rounding_mode) *
    unit
  return { billed_seconds, net: rounded(exact_net), amount: rounded(exact_amount) }
}
