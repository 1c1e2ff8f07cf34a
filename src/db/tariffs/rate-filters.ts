// The filters of the rates of a tariff, over a rate `r`.
import { type RawBuilder, sql } from 'kysely'
import { codesOf } from '#core/number/country.ts'
import type { RateFilter } from '#core/rate-import/rate-change.ts'
import { readSearchText } from '#core/search-text.ts'
import { contains, startsWith } from '../paging.ts'
import { countsAgainAt, isReplaced } from './counts-again.ts'

export type RateState = 'active' | 'again' | 'future' | 'expired'

const IS_REPLACED = sql.raw(isReplaced('now()'))
const COUNTS_AGAIN_AT = sql.raw(countsAgainAt('now()'))

/**
 * A rate ends at its end date, or when a newer one with the same prefix and window begins. After a
 * newer one that ends earlier it counts again.
 */
export const rateState = sql<RateState>`case
  when r.effective_from > now() then 'future'
  when r.effective_until <= now() then 'expired'
  when not ${IS_REPLACED} then 'active'
  when ${COUNTS_AGAIN_AT} is null then 'expired'
  else 'again' end`

/** When it begins to count, for the next time if it counts again later. */
export const countsFrom = sql<string>`case
  when r.effective_from > now() or r.effective_until <= now() or not ${IS_REPLACED}
    then r.effective_from
  else coalesce(${COUNTS_AGAIN_AT}, r.effective_from) end`

/** Every prefix of a number that a rate may have, including the empty one. */
export const beginningsOf = (number: string): string[] =>
  Array.from({ length: Math.min(number.length, 15) + 1 }, (_, length) => number.slice(0, length))

/** Shorter digits are a prefix and not a number that is called. */
const NUMBER_MIN = 7

/** The text in the name, or the digits, however they are written, as a prefix or a number. */
function hasTextOrNumber(text: string): RawBuilder<boolean> {
  const { digits = '' } = readSearchText(text)
  const starts = startsWith(digits || text)
  const ofNumber = digits.length < NUMBER_MIN ? [] : beginningsOf(digits)
  return sql`(r.destination ilike ${contains(text)} or r.prefix like ${starts}
    or r.prefix = any (${ofNumber}::text[]))`
}

/** Conditions that all hold. */
export function rateFilters(filter: RateFilter): RawBuilder<boolean>[] {
  const { q, prefix, country, number, state, blocked, always } = filter
  const all: RawBuilder<boolean>[] = []
  if (q) all.push(hasTextOrNumber(q))
  if (prefix) all.push(sql`r.prefix like ${startsWith(prefix)}`)
  if (country) {
    const { codes, but } = codesOf(country)
    all.push(sql`r.prefix like any (${codes.map(startsWith)}::text[])`)
    all.push(sql`not r.prefix like any (${but.map(startsWith)}::text[])`)
  }
  if (number) all.push(sql`r.prefix = any (${beginningsOf(number)}::text[])`)
  if (state === 'current') all.push(sql`${rateState} <> 'expired'`)
  else if (state !== 'all') all.push(sql`${rateState} = ${state}`)
  if (blocked) all.push(sql`r.blocked = ${blocked === 'true'}`)
  if (always === 'true') all.push(sql`r.window_id is null`)
  if (always === 'false') all.push(sql`r.window_id is not null`)
  return all
}
