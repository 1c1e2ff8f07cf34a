// Prefixes where a sell tariff is below the cost tariff, so that a reseller between the two loses
// money on each call (docs/domain/billing.md, B15).
import type { Money, Percent, Rate } from '../money.ts'
import { expectedAmount } from './expected-amounts.ts'
import type { Tariff } from './tariff.ts'
import type { Terms } from './terms.ts'
import { type RateDetails, termsOf } from './terms.ts'

export interface ListedRate {
  readonly rate: Rate
  readonly details: RateDetails
}

/** The rates of a tariff that count now, by their prefixes. */
export interface PriceList {
  readonly tariff: Omit<Tariff, 'sheet'>
  readonly rates: ReadonlyMap<string, ListedRate>
}

export interface Loss {
  readonly prefix: string
  readonly destination: string
  /** The duration of the call that loses this amount. */
  readonly seconds: number
  /** Without VAT, in the system currency. */
  readonly revenue: Money
  readonly cost: Money
}

const SHORT_SECONDS = 30

/**
 * Compares a short call and one of average duration, for every prefix of either list; returns the
 * worse.
 */
export function findLosses(sold: PriceList, paid: PriceList): Loss[] {
  const prefixes = new Set([...sold.rates.keys(), ...paid.rates.keys()])
  return [...prefixes].flatMap((prefix) => {
    const sale = longestOf(sold, prefix)
    const cost = longestOf(paid, prefix)
    // A call without a price is refused and loses nothing.
    if (!sale || !cost || sale.details.blocked || cost.details.blocked) return []
    const loss = worseOf(sold, termsIn(sold, sale), termsIn(paid, cost))
    return loss ? [{ prefix, destination: sale.details.destination, ...loss }] : []
  })
}

function longestOf({ rates }: PriceList, number: string): ListedRate | undefined {
  for (let length = number.length; length >= 0; length--) {
    const found = rates.get(number.slice(0, length))
    if (found) return found
  }
  return undefined
}

function termsIn({ tariff }: PriceList, { rate, details }: ListedRate): Terms {
  const { currency, fx } = tariff
  return termsOf(tariff, rate, details, { vat_percent: 0 as Percent, currency, fx })
}

function worseOf({ tariff }: PriceList, sale: Terms, cost: Terms) {
  const lossAfter = (seconds: number) => ({
    seconds,
    revenue: expectedAmount(sale, seconds),
    cost: expectedAmount(cost, seconds),
  })
  const [short, average] = [lossAfter(SHORT_SECONDS), lossAfter(tariff.average_duration_seconds)]
  const worse = lossOf(short) > lossOf(average) ? short : average
  return lossOf(worse) > 0 ? worse : undefined
}

export const lossOf = ({ revenue, cost }: Pick<Loss, 'revenue' | 'cost'>): number => cost - revenue
