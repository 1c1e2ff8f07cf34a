// The tariffs of the demo: every country and most mobile networks, at random prices that are the
// same in every demo.

import { type Chance, makeChance } from '../support/random.ts'
import type { WorldDescription } from '../support/write-world.ts'
import { PRICES, RESELLERS, SETTLEMENTS } from './demo-data.ts'
import { DESTINATIONS, type Destination } from './destinations.ts'

type Tariff = NonNullable<WorldDescription['tariffs']>[string]
type Rate = Tariff['rates'][number]

const DAY_MS = 86_400_000
const SEED = 7
/** The hundred-millionths of a rate, and its four decimals. */
const UNIT = 1e8
const DECIMALS = 1e4

interface PricedDestination extends Destination {
  /** The market price of a minute, in USD. */
  readonly price: number
}

export function makePriceLists(now_ms: number): NonNullable<WorldDescription['tariffs']> {
  const chance = makeChance(SEED)
  // Before the first call.
  const since = new Date(now_ms - 36 * DAY_MS).toISOString()
  const all = DESTINATIONS.map((one) => ({ ...one, price: marketPrice(one, chance) }))
  const tariffs = new Map<string, Tariff>()
  const sold_by = Object.entries(PRICES.sell)
  for (const [name, { factor, prefixes, reseller: _, ...increments }] of sold_by) {
    const sold = all.filter(({ prefix }) => prefixes.some((begin) => prefix.startsWith(begin)))
    const rates = sold.map((one) => rateOf(one, factor, since))
    tariffs.set(name, { ...COMMON, kind: 'SELL', ...increments, rates })
  }
  for (const { tariff, coverage, price } of SETTLEMENTS) {
    const served = chooseCountries(coverage, chance)
    const rates = all
      .filter(({ country }) => served.has(country))
      .map((one) => rateOf(one, price * (0.94 + chance.next() * 0.12), since))
    tariffs.set(tariff, { ...COMMON, kind: 'BUY', loss_protection: false, rates })
  }
  for (const { tariff, currency, price } of RESELLERS) {
    const factor = price / Number(PRICES.currencies[currency]?.rate ?? 1)
    const rates = all.map((one) => rateOf(one, factor, since))
    tariffs.set(tariff, { ...COMMON, kind: 'RESELLER_COST', currency, rates })
  }
  addPeakRates(tariffs, all, since)
  addNextWeek(tariffs, all, new Date(now_ms + 7 * DAY_MS).toISOString())
  blockFraud(tariffs)
  return Object.fromEntries(tariffs)
}

const COMMON = { first_increment: 1, next_increment: 1, average_duration_seconds: 90 }

/** Land lines are cheap, mobile networks cost more, and remote places most. */
function marketPrice({ prefix, is_mobile }: Destination, chance: Chance): number {
  const is_remote = prefix.length >= 3 && !/^(3[5-8]|42|85|88|97)/.test(prefix)
  return (0.006 + chance.next() * 0.03) * (is_remote ? 3 : 1) * (is_mobile ? 2.2 : 1)
}

/** A country within the code of another one is always served: the rate of the other is too low. */
function chooseCountries(coverage: number, chance: Chance): ReadonlySet<string> {
  const codes = DESTINATIONS.filter(({ is_mobile }) => !is_mobile).map(({ prefix }) => prefix)
  const isWithin = (code: string) => codes.some((other) => other !== code && code.startsWith(other))
  return new Set(codes.filter((code) => chance.next() < coverage || isWithin(code)))
}

function rateOf(
  { prefix, name, price }: PricedDestination,
  factor: number,
  effective_from: string,
): Rate {
  const rate = (Math.round(price * factor * DECIMALS) / DECIMALS) * UNIT
  const by_minute = PRICES.by_minute.includes(prefix)
  const increments = by_minute ? { first_increment: 60, next_increment: 60 } : {}
  return { prefix, destination: name, rate: Math.round(rate), ...increments, effective_from }
}

function addPeakRates(
  tariffs: Map<string, Tariff>,
  all: readonly PricedDestination[],
  since: string,
): void {
  const { tariff, window, factor, prefixes } = PRICES.peak
  const rates = all
    .filter(({ prefix }) => prefixes.includes(prefix))
    .map((one) => ({ ...rateOf(one, factor, since), window }))
  change(tariffs, tariff, (before) => [...before, ...rates])
}

/** Prices that rise next week. */
function addNextWeek(
  tariffs: Map<string, Tariff>,
  all: readonly PricedDestination[],
  next_week: string,
): void {
  const { tariff, factor, prefixes } = PRICES.next_week
  const isChanged = ({ prefix = '' }: { prefix?: string | undefined }) => prefixes.includes(prefix)
  const rates = all.filter(isChanged).map((one) => rateOf(one, factor, next_week))
  change(tariffs, tariff, (before) => [
    ...before.map((rate) => (isChanged(rate) ? { ...rate, effective_until: next_week } : rate)),
    ...rates,
  ])
}

function blockFraud(tariffs: Map<string, Tariff>): void {
  const { tariff, prefixes, notes } = PRICES.blocked
  change(tariffs, tariff, (before) =>
    before.map((rate) =>
      prefixes.includes(rate.prefix ?? '') ? { ...rate, blocked: true, notes } : rate,
    ),
  )
}

function change(
  tariffs: Map<string, Tariff>,
  name: string,
  edit: (rates: readonly Rate[]) => readonly Rate[],
): void {
  const tariff = tariffs.get(name)!
  tariffs.set(name, { ...tariff, rates: edit(tariff.rates) })
}
