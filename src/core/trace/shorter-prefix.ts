// A carrier that sells a whole country at one price looks cheap beside those that price its mobile
// numbers apart. It may be right, and is more often an old price list.
import type { Routed } from '../routing/decision.ts'
import type { Ranked, TraceStep } from '../routing/trace.ts'

const NAMED_AT_MOST = 3

/**
 * A step if the first route is cheaper than others by the rate of a shorter prefix, where the cost
 * decides. It decides nothing and is computed only for the trace.
 */
export function shorterPrefixOf({ routes, trace }: Routed): TraceStep[] {
  const ranked = trace.flatMap((one) =>
    one.step === 'GATEWAY' && one.ranked && one.prefix !== null
      ? [{ ...one.ranked, id: one.gateway_id, name: one.gateway, prefix: one.prefix }]
      : [],
  )
  const first = ranked.find(({ id }) => id === routes[0]?.gateway_id)
  if (!first || !isByCost(first)) return []
  const finer = new Map(
    ranked
      .filter(({ prefix }) => prefix.length > first.prefix.length)
      .filter(({ candidate }) => candidate.cost > first.candidate.cost)
      .map(({ name, prefix }) => [name, `${name} (${prefix})`]),
  )
  if (finer.size === 0) return []
  const others = [...finer.values()].slice(0, NAMED_AT_MOST)
  const more = finer.size - others.length
  return [
    {
      step: 'SHORTER_PREFIX',
      gateway: first.name,
      prefix: first.prefix,
      others: more > 0 ? [...others, `${more} more`] : others,
    },
  ]
}

const BY_COST: ReadonlySet<string> = new Set(['LCR', 'LCR_QUALITY', 'STATIC_THEN_LCR'])

const isByCost = ({ mode, candidate }: { mode: string; candidate: Ranked }): boolean =>
  BY_COST.has(mode) && !candidate.is_static
