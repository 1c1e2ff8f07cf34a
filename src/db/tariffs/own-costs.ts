// The cost of the numbers of a rate for the reseller whose tariff it is, by its cost tariff.
import { type RawBuilder, sql } from 'kysely'
import type { LossPolicy } from '#core/account/reseller.ts'
import type { Rate } from '#core/money.ts'
import type { Database } from '../database.ts'
import { startsWith } from '../paging.ts'
import { beginningsOf } from './rate-filters.ts'
import { byRank, isInEffect, readRateInstant } from './rate-in-effect.ts'

export interface OwnCosts {
  readonly cost_tariff_id: number
  readonly loss_policy: LossPolicy
}

async function findCosts(
  database: Database,
  owner_id: RawBuilder<number>,
): Promise<OwnCosts | undefined> {
  const { rows } = await sql<OwnCosts>`
    select a.tariff_id as cost_tariff_id, r.loss_policy
    from account a join reseller r on r.account_id = a.id
    where a.id = ${owner_id} and a.tariff_id is not null`.execute(database)
  return rows[0]
}

/** Undefined for the operator, whose costs are those of several carriers. */
export const findCostsOf = (database: Database, owner_id: number): Promise<OwnCosts | undefined> =>
  findCosts(database, sql<number>`${owner_id}`)

/** Those of the reseller whose tariff it is. */
export const findOwnCosts = (
  database: Database,
  tariff_id: number,
): Promise<OwnCosts | undefined> =>
  findCosts(database, sql<number>`(select owner_id from tariff where id = ${tariff_id})`)

interface NumbersOfRate {
  readonly tariff_id: number
  readonly cost_tariff_id: number
  readonly prefix: string
  readonly at_ms: number
}

interface PrefixCost {
  readonly prefix: string
  /** In the currency of the tariff that sells. */
  readonly rate: Rate
}

/**
 * The highest cost of the numbers of a rate: by the longest prefix of the cost tariff that begins
 * its own, and by longer ones, unless the tariff has a rate of its own for those. Blocked rates
 * cost nothing, because no call goes by them, and those with a time window do not count.
 */
export async function findHighestCost(
  database: Database,
  { tariff_id, cost_tariff_id, prefix, at_ms }: NumbersOfRate,
): Promise<PrefixCost | undefined> {
  const counts = isInEffect({ ...(await readRateInstant(database, at_ms)), open_window_ids: [] })
  const length = prefix.length
  const { rows } = await sql<PrefixCost>`
    with cost as materialized (
      select distinct on (r.prefix) r.prefix, r.blocked,
        case when r.reverse_billing then - r.rate else r.rate end as rate
      from tariff_rate r
      where r.tariff_id = ${cost_tariff_id} and ${counts}
        and (r.prefix = any (${beginningsOf(prefix)}::text[])
          or r.prefix like ${startsWith(prefix)})
      order by r.prefix, ${byRank('r')}
    ), own as materialized (
      select distinct r.prefix from tariff_rate r
      where r.tariff_id = ${tariff_id} and ${counts} and r.prefix like ${startsWith(prefix)}
        and length(r.prefix) > ${length}
    ), of_numbers as (
      (select * from cost where length(prefix) <= ${length} order by length(prefix) desc limit 1)
      union all
      select * from cost c where length(c.prefix) > ${length} and not exists (
        select from own o where o.prefix = left(c.prefix, length(o.prefix)))
    )
    select n.prefix, round(n.rate::numeric * w.rate / s.rate)::bigint as rate
    from of_numbers n, tariff c, currency w, tariff t, currency s
    where not n.blocked and c.id = ${cost_tariff_id} and w.code = c.currency
      and t.id = ${tariff_id} and s.code = t.currency
    order by n.rate desc, n.prefix limit 1`.execute(database)
  return rows[0]
}
