// The traffic of the last 30 days of the accounts with a tariff: by the prefix of the rate of the
// client.
import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../scope.ts'

/** Accounts with the tariff, or with an address that has it; also of `any (…)`. */
export const accountsOf = (tariff: string) => `
  select a.id, a.kind, a.name from account a
  where a.deleted_at is null and a.kind <> 'OPERATOR' and (a.tariff_id = ${tariff}
    or exists (select from client_ip c where c.account_id = a.id and c.tariff_id = ${tariff}))`

/** In the sums of an account `p`: a client, a reseller or a settlement account. */
export const TRAFFIC_OF_PARTY = `
  select t.prefix, t.answered as calls, t.billed_seconds as seconds from traffic_sum t
  where p.kind in ('WHOLESALE', 'RETAIL') and t.kind = 'WHOLE' and t.seller_id = 1
    and t.account_id = p.id and t.account_id <> 0 and t.bucket >= now() - interval '30 days'
  union all
  select t.prefix, t.answered, t.buy_billed_seconds from traffic_sum t
  where p.kind = 'RESELLER' and t.kind = 'PLACE' and t.seller_id = p.id
    and t.bucket >= now() - interval '30 days'
  union all
  select t.prefix, t.answered, t.buy_billed_seconds from traffic_sum t
  where p.kind = 'SETTLEMENT' and t.kind = 'WHOLE' and t.settlement_id = p.id
    and t.settlement_id <> 0 and t.bucket >= now() - interval '30 days'`

interface TrafficAsked {
  readonly scope: Scope
  /** The traffic of their accounts is summed. */
  readonly used_ids: readonly number[]
  /** It counts at the longest prefix that begins its own, of those that these tariffs have. */
  readonly all_ids: readonly number[]
  /** Whether a rate `r` counts, as `isInEffect` says. */
  readonly counts: RawBuilder<boolean>
  /** With these alone, and what is below them; all prefixes, unless given. */
  readonly prefixes: readonly string[] | undefined
}

/** Rows with `prefix`, `calls` and `billed_seconds`. */
export function trafficByPrefix(asked: TrafficAsked): RawBuilder<unknown> {
  const { scope, used_ids, all_ids, counts, prefixes } = asked
  const accounts = sql.raw(accountsOf(`any ('{${used_ids.join()}}'::bigint[])`))
  const isWanted = prefixes
    ? sql<boolean>`exists (select from unnest(${[...prefixes]}::text[]) as wanted (prefix)
        where starts_with(s.prefix, wanted.prefix))`
    : sql<boolean>`true`
  return sql`
    select b.prefix, sum(b.calls)::bigint as calls, sum(b.seconds)::bigint as billed_seconds
    from (
      select distinct on (s.prefix) left(s.prefix, n) as prefix, s.calls, s.seconds
      from (select s.prefix, sum(s.calls) as calls, sum(s.seconds) as seconds
          from (${accounts}) p cross join lateral (${sql.raw(TRAFFIC_OF_PARTY)}) s
          where ${inScope(scope, 'p.id')} and ${isWanted}
          group by 1 having sum(s.seconds) > 0) s
        cross join generate_series(0, length(s.prefix)) n
      where exists (select from tariff_rate r where r.tariff_id = any (${[...all_ids]}::bigint[])
        and r.prefix = left(s.prefix, n) and ${counts})
      order by s.prefix, n desc) b
    group by 1`
}
