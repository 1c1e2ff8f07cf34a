// The destination names of rates, used as the code deck of the switch, because it has no deck of
// its own.
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { inScope, type Scope } from '../scope.ts'

interface Destination {
  readonly prefix: string
  /** The prefix of the rates that have this name: the same, or a shorter one. */
  readonly matched: string
  readonly name: string
}

/**
 * Each tariff is searched by its index for the few matching prefixes, instead of the table of all
 * rates.
 */
export async function lookupDestinations(
  database: Database,
  scope: Scope,
  prefixes: readonly string[],
): Promise<Destination[]> {
  const beginnings = new Set(
    prefixes.flatMap((one) => [...one].map((_, at) => one.slice(0, at + 1))),
  )
  const found = sql<Destination>`
    with named as (
      select r.prefix, r.destination, count(*) as uses
      from tariff t, lateral (
        select prefix, destination from tariff_rate
        where tariff_id = t.id and prefix = any(${[...beginnings]}::text[])
          and destination <> '' and (effective_until is null or effective_until > now())) r
      where t.deleted_at is null and ${inScope(scope, 't.owner_id')}
      group by r.prefix, r.destination)
    select asked.prefix, found.prefix as matched, found.destination as name
    from unnest(${[...new Set(prefixes)]}::text[]) asked (prefix), lateral (
      select * from named where starts_with(asked.prefix, named.prefix)
      order by length(named.prefix) desc, named.uses desc, named.destination limit 1) found`
  return (await found.execute(database)).rows
}
