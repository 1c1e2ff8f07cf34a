// The effect of a rate import on the traffic of the last 30 days: by prefix, and by the accounts
// that use the tariff.
import { sql } from 'kysely'
import type pg from 'pg'
import type { Money } from '#core/money.ts'
import type { Database } from '../database.ts'
import { inScope, type Scope } from '../scope.ts'
import { accountsOf, TRAFFIC_OF_PARTY } from '../tariffs/tariff-traffic.ts'

/**
 * The sums have the prefix of the rate of the client. In the tariff of a reseller or a settlement
 * account the longest rate that begins it is taken, which may also be a new one.
 */
const COLLECT = `
  create temporary table import_traffic on commit drop as
  with found as materialized (
    select p.id as account_id, s.prefix, sum(s.calls) as calls, sum(s.seconds) as seconds
    from (${accountsOf('$2')}) p cross join lateral (${TRAFFIC_OF_PARTY}) s
    group by 1, 2 having sum(s.seconds) > 0
  ), beginnings as materialized (
    select f.prefix as whole, left(f.prefix, n) as prefix
    from (select distinct prefix from found) f
      cross join lateral generate_series(0, length(f.prefix)) n
  ), rated as (
    select distinct on (whole) whole, prefix from (
      select whole, prefix from beginnings b where exists (
        select from tariff_rate r where r.tariff_id = $2 and r.prefix = b.prefix
          and r.window_id is null and r.effective_from <= now()
          and (r.effective_until is null or r.effective_until > now()))
      union all
      select whole, b.prefix from beginnings b
        join rate_import_row x on x.import_id = $1 and x.old_id is null and x.prefix = b.prefix
          and x.kind in ('NEW', 'UP', 'DOWN', 'BLOCKED')) every
    order by whole, length(prefix) desc
  )
  select f.account_id, r.prefix, sum(f.calls)::bigint as calls, sum(f.seconds)::bigint as seconds
  from found f join rated r on r.whole = f.prefix group by 1, 2`

/**
 * The amount of a difference of rates for some seconds, in millionths; it has a bound, as every
 * amount.
 */
const moneyOf = (delta: string, seconds: string) => `case when ${delta} is not null
    then least(9e15, greatest(-9e15, round(${delta}::numeric * ${seconds} / 6000)))::bigint end`

/** A row `r` of a bulk change is for the traffic of its rate only if that one is in effect. */
const HAS_TRAFFIC = `(not r.is_alone or exists (select from tariff_rate o
  where o.id = r.old_id and o.window_id is null and o.effective_from <= now()))`

const TO_ROWS = `
  update rate_import_row r set calls = t.calls, billed_seconds = t.seconds,
    difference = ${moneyOf('(r.rate - r.old_rate)', 't.seconds')}
  from (select prefix, sum(calls)::bigint as calls, sum(seconds)::bigint as seconds
    from import_traffic group by 1) t
  where r.import_id = $1 and r.prefix = t.prefix and r.kind <> 'INVALID' and ${HAS_TRAFFIC}`

const TO_PARTIES = `
  insert into rate_import_party (import_id, account_id, calls, billed_seconds, difference)
  select $1, t.account_id, sum(t.calls), sum(t.seconds), ${moneyOf('sum(c.delta * t.seconds)', '1')}
  from import_traffic t join (
    select r.prefix, coalesce(sum(r.rate - r.old_rate), 0) as delta from rate_import_row r
    where r.import_id = $1 and r.kind in ('NEW', 'UP', 'DOWN', 'CHANGED', 'BLOCKED', 'REMOVED')
      and ${HAS_TRAFFIC}
    group by 1) c on c.prefix = t.prefix
  group by t.account_id`

/** All calls of the accounts with the tariffs, at the longest losing prefix or one below it. */
const TO_LOSSES = `
  with found as materialized (
    select t.tariff_id, s.prefix, sum(s.calls) as calls, sum(s.seconds) as seconds
    from (select distinct tariff_id from rate_import_loss where import_id = $1) t
      cross join lateral (${accountsOf('t.tariff_id')}) p cross join lateral (${TRAFFIC_OF_PARTY}) s
    group by 1, 2 having sum(s.seconds) > 0
  ), rated as (
    select distinct on (f.tariff_id, f.prefix) f.*, r.id as rate_id
    from found f cross join lateral generate_series(0, length(f.prefix)) n
      join tariff_rate r on r.tariff_id = f.tariff_id and r.prefix = left(f.prefix, n)
        and r.window_id is null and (r.effective_until is null or r.effective_until > now())
    order by f.tariff_id, f.prefix, n desc, r.effective_from desc
  ), summed as (
    select tariff_id, rate_id, sum(calls)::bigint as calls, sum(seconds)::bigint as seconds
    from rated group by 1, 2
  )
  update rate_import_loss l set calls = s.calls, billed_seconds = s.seconds,
    loss = ${moneyOf('((l.cost - l.rate)::numeric * c.rate / w.rate)', 's.seconds')}
  from summed s, tariff t, currency c, rate_import i, tariff it, currency w
  where l.import_id = $1 and s.tariff_id = l.tariff_id and s.rate_id = l.rate_id
    and t.id = l.tariff_id and c.code = t.currency
    and i.id = l.import_id and it.id = i.tariff_id and w.code = it.currency`

/** A preview without traffic is better than none. */
const GIVE_UP_MS = 20_000
const TOO_LONG = '57014'

/** Within the transaction of the preview. */
export async function addTraffic(client: pg.Client, id: number, tariff_id: number): Promise<void> {
  await client.query('delete from rate_import_party where import_id = $1', [id])
  await client.query('savepoint before_traffic')
  try {
    await client.query(`set local statement_timeout = ${GIVE_UP_MS}`)
    await client.query(COLLECT, [id, tariff_id])
    await client.query(TO_ROWS, [id])
    await client.query(TO_PARTIES, [id])
    await client.query(TO_LOSSES, [id])
    await client.query('set local statement_timeout = 0')
  } catch (error) {
    if ((error as { code?: string }).code !== TOO_LONG) throw error
    await client.query('rollback to savepoint before_traffic')
  }
}

export interface ImportParty {
  readonly id: number
  readonly kind: 'WHOLESALE' | 'RETAIL' | 'RESELLER' | 'SETTLEMENT'
  readonly name: string
  /** Level of a reseller; null for others. */
  readonly level: number | null
  readonly calls: number
  readonly billed_seconds: number
  readonly difference: Money
}

interface PartyQuery {
  readonly kinds: readonly ImportParty['kind'][]
  readonly limit: number
}

/** Who uses the tariff of an import that the caller may see; those with the most traffic first. */
export async function listImportParties(
  database: Database,
  scope: Scope,
  import_id: number,
  { kinds, limit }: PartyQuery,
) {
  const { rows } = await sql<ImportParty & { count: number; total: Money }>`
    select a.id, a.kind, a.name, r.level, coalesce(p.calls, 0) as calls,
      coalesce(p.billed_seconds, 0) as billed_seconds, coalesce(p.difference, 0) as difference,
      count(*) over () as count,
      least(9e15, greatest(-9e15, sum(coalesce(p.difference, 0)) over ()))::bigint as total
    from rate_import i cross join lateral (${sql.raw(accountsOf('i.tariff_id'))}) a
      left join reseller r on r.account_id = a.id
      left join rate_import_party p on p.import_id = i.id and p.account_id = a.id
    where i.id = ${import_id} and ${inScope(scope, 'a.id')} and a.kind = any (${[...kinds]})
    order by abs(coalesce(p.difference, 0)) desc, billed_seconds desc, lower(a.name), a.id
    limit ${limit}`.execute(database)
  const [first] = rows
  return { count: first?.count ?? 0, difference: first?.total ?? (0 as Money), parties: rows }
}
