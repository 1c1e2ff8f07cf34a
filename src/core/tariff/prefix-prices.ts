// The cost of the targets of a route rule for the numbers of its prefix, compared prefix by prefix
// as calls are: the longest one that a tariff has sets its rate.
import { type Rate, rate } from '../money.ts'

/** Rates per minute in the system currency by prefix; null is a blocked one. */
export type PrefixRates = ReadonlyMap<string, Rate | null>

interface Found {
  readonly prefix: string
  readonly rate: Rate
}

function longestOf(rates: PrefixRates, number: string): Found | undefined {
  for (let length = number.length; length >= 0; length--) {
    const prefix = number.slice(0, length)
    const found = rates.get(prefix)
    if (found === null) return undefined
    if (found !== undefined) return { prefix, rate: found }
  }
  return undefined
}

export interface RateRange {
  /** Whose rate counts for the numbers of the rule that have no longer prefix; null without. */
  readonly prefix: string | null
  readonly lowest: Rate
  readonly highest: Rate
  /** Longer prefixes with rates of their own. */
  readonly longer: number
}

/** The rates of a tariff for the numbers that begin with the prefix. */
export function findRateRange(rates: PrefixRates, prefix: string): RateRange | null {
  const own = longestOf(rates, prefix)
  const longer = longerThan(rates, prefix).flatMap((one) => rates.get(one) ?? [])
  const all = own ? [own.rate, ...longer] : longer
  if (all.length === 0) return null
  return {
    prefix: own?.prefix ?? null,
    lowest: all.reduce((a, b) => (b < a ? b : a)),
    highest: all.reduce((a, b) => (b > a ? b : a)),
    longer: longer.length,
  }
}

const longerThan = (rates: PrefixRates, prefix: string): string[] =>
  [...rates.keys()].filter((one) => one.length > prefix.length && one.startsWith(prefix))

/** The lowest margin per minute of any prefix that both have; null where they share none. */
export function findLowestMargin(
  sold: PrefixRates,
  bought: PrefixRates,
  prefix: string,
): Rate | null {
  const prefixes = new Set([prefix, ...longerThan(sold, prefix), ...longerThan(bought, prefix)])
  let lowest: number | null = null
  for (const one of prefixes) {
    const [sale, cost] = [longestOf(sold, one), longestOf(bought, one)]
    if (!sale || !cost) continue
    const margin = sale.rate - cost.rate
    if (lowest === null || margin < lowest) lowest = margin
  }
  return lowest === null ? null : rate(lowest)
}

export interface PricedGateway {
  readonly gateway_id: number
  readonly rates: PrefixRates
}

/** A gateway that is the cheapest somewhere only because its rate is that of a shorter prefix. */
export interface ShorterPrefix {
  readonly gateway_id: number
  readonly prefix: string
  readonly rate: Rate
  /** How many longer prefixes of others it wins, and the one with the greatest difference. */
  readonly count: number
  readonly at: string
  /** The cheapest of those that have a longer prefix there. */
  readonly other: { readonly gateway_id: number; readonly prefix: string; readonly rate: Rate }
}

interface Won {
  readonly gateway_id: number
  readonly at: string
  readonly own: Found
  readonly other: ShorterPrefix['other']
}

/** One warning for each gateway; a gateway with the same settlement account has the same rates. */
export function findShorterPrefixes(
  gateways: readonly PricedGateway[],
  prefix: string,
): ShorterPrefix[] {
  const prefixes = new Set([prefix, ...gateways.flatMap(({ rates }) => longerThan(rates, prefix))])
  const won = [...prefixes].flatMap((at) => wonAt(gateways, at) ?? [])
  return [...Map.groupBy(won, ({ gateway_id }) => gateway_id)].map(([gateway_id, all]) => {
    const worst = all.reduce((a, b) => (gainOf(b) > gainOf(a) ? b : a))
    const { at, own, other } = worst
    return { gateway_id, prefix: own.prefix, rate: own.rate, count: all.length, at, other }
  })
}

const gainOf = ({ own, other }: Won): number => other.rate - own.rate

function wonAt(gateways: readonly PricedGateway[], at: string): Won | undefined {
  const offers = gateways.flatMap(({ gateway_id, rates }) => {
    const own = longestOf(rates, at)
    return own ? [{ gateway_id, own }] : []
  })
  const [first, ...others] = offers.toSorted((a, b) => a.own.rate - b.own.rate)
  const longer = others.find(
    ({ own }) => first && own.prefix.length > first.own.prefix.length && own.rate > first.own.rate,
  )
  if (!first || !longer) return undefined
  const { gateway_id, own } = longer
  return { gateway_id: first.gateway_id, at, own: first.own, other: { gateway_id, ...own } }
}
