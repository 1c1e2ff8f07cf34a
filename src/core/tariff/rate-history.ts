// Which of the values of a rate was in effect when. A value counts from its effective date, or from
// when it was entered if that is later, until its end or its change; of several that count at once,
// the one that takes effect last is in effect.
import type { Percent, Rate } from '../money.ts'

export interface RateValue {
  readonly effective_from: string
  readonly effective_until: string | null
  readonly entered_at: string
  /** When it was changed or deleted; null is a value of a rate that is there. */
  readonly replaced_at: string | null
}

export interface InEffect<V> {
  readonly value: V
  readonly from: number
  readonly until: number | null
}

interface Span<V> {
  readonly value: V
  readonly from: number
  readonly until: number
  readonly takes_effect: number
  readonly entered: number
}

const FOREVER = Number.POSITIVE_INFINITY
const timeOf = (text: string | null) => (text === null ? FOREVER : Date.parse(text))

function spanOf<V extends RateValue>(value: V): Span<V> {
  const takes_effect = Date.parse(value.effective_from)
  const entered = Date.parse(value.entered_at)
  const until = Math.min(timeOf(value.effective_until), timeOf(value.replaced_at))
  return { value, from: Math.max(takes_effect, entered), until, takes_effect, entered }
}

/** At an instant the one of the latest effective date, of equal ones the one entered last. */
const isBefore = <V>(a: Span<V>, b: Span<V>) =>
  a.takes_effect < b.takes_effect || (a.takes_effect === b.takes_effect && a.entered < b.entered)

/** The values in the order in which they were in effect, or will be; never without one between. */
export function valuesInEffect<V extends RateValue>(values: readonly V[]): InEffect<V>[] {
  const spans = values.map(spanOf).filter(({ from, until }) => from < until)
  const times = [...new Set(spans.flatMap(({ from, until }) => [from, until]))]
  const ordered = times.toSorted((a, b) => a - b)
  const found: InEffect<V>[] = []
  for (const [at, from] of ordered.entries()) {
    const until = ordered[at + 1]
    if (until === undefined) break
    const counting = spans.filter((span) => span.from <= from && span.until > from)
    if (counting.length === 0) continue
    const { value } = counting.reduce((a, b) => (isBefore(a, b) ? b : a))
    const last = found.at(-1)
    const end = until === FOREVER ? null : until
    if (last?.value === value && last.until === from) {
      found[found.length - 1] = { ...last, until: end }
    } else found.push({ value, from, until: end })
  }
  return found
}

/** 100 % in ten-thousandths of a percent. */
const WHOLE = 1_000_000n
const MOST = 10n ** 15n

/** From one rate to another, rounded towards zero; null from nothing. */
export function rateChange(before: Rate, after: Rate): Percent | null {
  if (before === 0) return null
  const exact = ((BigInt(after) - BigInt(before)) * WHOLE) / BigInt(before)
  return Number(exact > MOST ? MOST : exact) as Percent
}
