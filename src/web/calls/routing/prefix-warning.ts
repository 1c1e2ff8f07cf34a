// A carrier that sells a whole country at one price looks cheap beside those that price its mobile
// numbers apart. It may be right, and is more often an old rate sheet.
import type { RouteTest } from '#contract/routing/route-tests.ts'

type Route = Pick<RouteTest['routes'][number], 'gateway_name' | 'margin'> & {
  readonly buy: { readonly prefix: string } | null
}

const NAMED_AT_MOST = 3

/** Said when the first gateway is cheaper than others only because its price is a coarser one. */
export function prefixWarning(routes: readonly Route[]): string | undefined {
  const [first, ...others] = routes
  const prefix = first?.buy?.prefix
  if (first === undefined || prefix === undefined) return undefined
  const finer = others.filter(
    ({ buy, margin }) => buy && buy.prefix.length > prefix.length && margin < first.margin,
  )
  if (finer.length === 0) return undefined
  const named = finer
    .slice(0, NAMED_AT_MOST)
    .map((one) => `${one.gateway_name} (${one.buy?.prefix})`)
  const more = finer.length - named.length
  const apart = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return (
    `${first.gateway_name} comes first by its price for the shorter prefix ${prefix || '(all)'}. ` +
    `A longer prefix sets the price of ${apart}. ` +
    'Check that the shorter one is meant for this number.'
  )
}
