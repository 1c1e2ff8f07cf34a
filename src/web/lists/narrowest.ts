// The filter that hides the most, where all of them together leave nothing: which one it is, and
// what it is called.
import { count } from '../ui/values/format.ts'
import type { Noun } from './TotalCount.tsx'

/** Where the name in the address is not what the filter is called. */
const WORDS: Readonly<Record<string, string>> = {
  q: 'search',
  range: 'time range',
  from: 'time range',
  source_ip: 'source IP',
  sip_code: 'SIP code',
  q850_cause: 'Q.850 cause',
  parent_id: 'reseller',
  parent_plan_id: 'fallback plan',
  sip_user_id: 'SIP user',
  holds: 'covers address',
  preset: 'view',
}

/** `gateway_id_not` is the gateway that rows must not have. */
export function filterWords(name: string): string {
  const negated = name.endsWith('_not')
  const of = negated ? name.slice(0, -'_not'.length) : name
  const words = WORDS[of] ?? of.replace(/_id$/, '').replaceAll('_', ' ')
  return negated ? `${words} is not` : words
}

export interface Narrowest {
  readonly name: string
  /** As many rows there are without it. */
  readonly found: number
}

export function narrowestWords({ name, found }: Narrowest, noun: Noun): string {
  const are = found === 1 ? 'is' : 'are'
  return `Without the filter “${filterWords(name)}” there ${are} ${count(found, ...noun)}.`
}

/** The filter that hides the most rows; undefined until all counts are known, or if none helps. */
export function narrowestOf(
  names: readonly string[],
  found: readonly (number | undefined)[],
): Narrowest | undefined {
  let most: Narrowest | undefined
  for (const [at, name] of names.entries()) {
    const count = found[at]
    if (count === undefined) return undefined
    if (count > (most?.found ?? 0)) most = { name, found: count }
  }
  return most
}
