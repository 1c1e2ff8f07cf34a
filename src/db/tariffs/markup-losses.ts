// The rates below the cost of a reseller that a markup would give.
import type { SqlConnection } from '../database.ts'
import { encodeRules, wantedRates } from './markup-sql.ts'
import type { MarkupAsked } from './markups.ts'

interface MarkupCosts {
  readonly cost_tariff_id: number
  /** The one of the tariff that would have the rates. */
  readonly currency: string
}

const inEffect = (rate: 'r' | 'w') => `${rate}.effective_from <= now()
  and (${rate}.effective_until is null or ${rate}.effective_until > now())`

/** The price of a minute, negative where the party is credited. */
const worth = (rate: 'r' | 'w') =>
  `case when ${rate}.reverse_billing then - ${rate}.rate else ${rate}.rate end`

/** Prefixes have few lengths: only beginnings of those are looked for. */
const lengthsOf = (rates: 'own' | 'cost') =>
  `(select distinct length(prefix) as length from ${rates}) n`

/**
 * Over `wanted`, the rates of the markup, and `cost`, those of the cost tariff: the highest cost of
 * the numbers of each prefix, as `findHighestCost` has it for one.
 */
const HIGHEST = `
  own as materialized (select distinct prefix from wanted),
  by_shorter as (
    select distinct on (o.prefix) o.prefix, c.rate, c.blocked from own o
      join ${lengthsOf('cost')} on n.length <= length(o.prefix)
      join cost c on c.prefix = left(o.prefix, n.length)
    order by o.prefix, n.length desc
  ), of_longer as (
    select distinct on (c.prefix) o.prefix, c.rate, c.blocked from cost c
      join ${lengthsOf('own')} on n.length <= length(c.prefix)
      join own o on o.prefix = left(c.prefix, n.length)
    order by c.prefix, n.length desc
  ), highest as (
    select prefix, max(rate) as rate
    from (select * from by_shorter union all select * from of_longer) x
    where not blocked group by prefix
  )`

/** The number of rates below cost, of those that would be in effect now. */
export async function countBelowCost(
  connection: SqlConnection,
  asked: MarkupAsked,
  { cost_tariff_id, currency }: MarkupCosts,
): Promise<number> {
  const { rows } = await connection.query<{ count: number }>(
    `with wanted as materialized (
      select distinct on (w.prefix, w.window_id) w.prefix, w.blocked, ${worth('w')} as rate
      from (${wantedRates(asked, asked.exchange, { has_past: false })}) w
      where ${inEffect('w')} order by w.prefix, w.window_id, w.effective_from desc
    ), cost as materialized (
      select distinct on (r.prefix) r.prefix, r.blocked,
        round((${worth('r')})::numeric * f.rate / o.rate) as rate
      from tariff t join currency f on f.code = t.currency join currency o on o.code = $4
        join tariff_rate r on r.tariff_id = t.id
      where t.id = $3 and r.window_id is null and ${inEffect('r')}
      order by r.prefix, r.effective_from desc
    ), ${HIGHEST}
    select count(*) as count from wanted w join highest h using (prefix)
    where not w.blocked and w.rate < h.rate`,
    [asked.parent_id, encodeRules(asked.rules), cost_tariff_id, currency],
  )
  return rows[0]?.count ?? 0
}
