// Tariffs side by side: of each prefix that one of them has, the rate that its numbers get in each,
// which is that of the prefix itself or of the longest shorter one.
import { type RawBuilder, sql } from 'kysely'
import type { Money, Percent, Rate } from '#core/money.ts'
import { codesOf } from '#core/number/country.ts'
import type { Database } from '../database.ts'
import {
  contains,
  countRows,
  keyOf,
  type ListQuery,
  sortOf,
  startsWith,
  toPage,
} from '../paging.ts'
import type { Scope } from '../scope.ts'
import { beginningsOf } from './rate-filters.ts'
import { byRank, isInEffect, readRateInstant } from './rate-in-effect.ts'
import { trafficByPrefix } from './tariff-traffic.ts'

export interface ComparedTariff {
  readonly id: number
  readonly name: string
  readonly kind: 'SELL' | 'BUY' | 'RESELLER_COST'
  readonly currency: string
  /** By it calls cost the user: a buy tariff, or the cost tariff of a reseller. */
  readonly is_cost: boolean
  /** Without a column of its own, it counts for the lowest cost. */
  readonly is_beside: boolean
}

/** Sold but not bought, or bought but not sold; blocked rates are none. */
export type Gap = 'NOT_BOUGHT' | 'NOT_SOLD'
export type ComparisonFilter = 'LOSSES' | 'GAPS' | 'DIFFERENCES'

interface ComparedPrefix {
  readonly prefix: string
  readonly destination: string
  /** Per minute in the system currency. */
  readonly lowest_sell: Rate | null
  readonly lowest_cost: Rate | null
  /** The tariff of the lowest cost; the first of equal ones. */
  readonly cheapest_id: number | null
  readonly margin: Rate | null
  readonly margin_percent: Percent | null
  readonly gap: Gap | null
  readonly margin_currency: string
  /** Answered calls of the last 30 days; null unless the traffic is wanted. */
  readonly calls: number | null
  readonly billed_seconds: number | null
  /** The margin of this traffic at the compared rates. */
  readonly margin_amount: Money | null
  /** In the order of the tariffs; null where one has no rate. */
  readonly rates: readonly (ComparedRate | null)[]
}

export interface ComparedRate {
  readonly rate: Rate
  readonly prefix: string
  readonly blocked: boolean
}

const SORTS = {
  prefix: sql`prefix`,
  destination: sql`lower(destination)`,
  lowest_sell: sql`lowest_sell`,
  lowest_cost: sql`lowest_cost`,
  margin: sql`margin`,
  margin_percent: sql`margin_percent`,
  billed_seconds: sql`billed_seconds`,
  margin_amount: sql`margin_amount`,
}

interface ComparisonQuery extends ListQuery<keyof typeof SORTS> {
  readonly prefix?: string | undefined
  readonly country?: string | undefined
  readonly only?: ComparisonFilter | undefined
  /** With the traffic of the accounts that have the tariffs. */
  readonly traffic?: boolean | undefined
}

const each = (
  tariffs: readonly ComparedTariff[],
  of: (at: number, tariff: ComparedTariff) => RawBuilder<unknown>,
) => sql.join(tariffs.map((tariff, at) => of(at, tariff)))
const id = (at: number, from = '') => sql.ref(`${from}i${at}`)
const worth = (at: number, from = '') => sql.ref(`${from}w${at}`)
const slot = (at: number) => sql.ref(`rate_${at}`)

/** The prefixes that are asked for, and those above them, whose rates they may get. */
function narrowing({ prefix, country }: ComparisonQuery) {
  const asked = sql<boolean>`true`
  if (!prefix && !country) return { asked, above: asked }
  const { codes, but } = country ? codesOf(country) : { codes: [''], but: [] }
  const begins = codes.flatMap((code) => {
    if (!prefix || code.startsWith(prefix)) return [code]
    return prefix.startsWith(code) ? [prefix] : []
  })
  const above = [...new Set(begins.flatMap(beginningsOf))]
  const like = sql`prefix like any (${begins.map(startsWith)}::text[])`
  return {
    asked: sql<boolean>`${like} and not prefix like any (${but.map(startsWith)}::text[])`,
    above: sql<boolean>`(${like} or prefix = any (${above}::text[]))`,
  }
}

/** The rate in effect of each prefix of one tariff. */
function ratesOf(
  { id: tariff_id, currency }: ComparedTariff,
  at: number,
  which: RawBuilder<boolean>,
) {
  return sql`${slot(at)} as materialized (
    select distinct on (prefix) prefix, destination, id as ${id(at)},
      case when not blocked then round(case when reverse_billing then - rate else rate end::numeric
        * (select rate from currency where code = ${currency}) / 100000000)::bigint
      end as ${worth(at)}
    from tariff_rate r
    where r.tariff_id = ${tariff_id} and ${which}
    order by prefix, ${byRank('r')})`
}

/** Each prefix with the rates that it has itself, and the prefix above it if it lacks some. */
function ownRates(tariffs: readonly ComparedTariff[]) {
  const joined = tariffs.reduce(
    (all, _, at) => (at === 0 ? slot(0) : sql`${all} full join ${slot(at)} using (prefix)`),
    sql``,
  )
  const destination = each(tariffs, (at) => sql`nullif(${slot(at)}.destination, '')`)
  const columns = each(tariffs, (at) => sql`${id(at)}, ${worth(at)}`)
  const is_whole = sql.join(
    tariffs.map((_, at) => sql`o.${id(at)} is not null`),
    sql` and `,
  )
  return sql`own as materialized (
    select prefix, coalesce(${destination}, '') as destination, ${columns} from ${joined}
  ), child as materialized (
    select o.prefix, max(a.prefix) as parent
    from own o cross join generate_series(0, length(o.prefix) - 1) as length
      join own a on a.prefix = left(o.prefix, length)
    where not (${is_whole}) group by o.prefix)`
}

/** Downwards: what a prefix lacks is that of the one above it. */
function filledRates(tariffs: readonly ComparedTariff[]) {
  const columns = each(tariffs, (at) => sql`${id(at, 'o.')}, ${worth(at, 'o.')}`)
  const taken = each(
    tariffs,
    (at) => sql`coalesce(${id(at, 'o.')}, ${id(at, 'f.')}),
      case when ${id(at, 'o.')} is null then ${worth(at, 'f.')} else ${worth(at, 'o.')} end`,
  )
  return sql`filled as (
    select o.prefix, o.destination, ${columns} from own o
    where not exists (select from child c where c.prefix = o.prefix)
    union all
    select o.prefix, o.destination, ${taken} from filled f
      join child c on c.parent = f.prefix join own o on o.prefix = c.prefix)`
}

/** The lowest of the tariffs of some kinds; null where there are none. */
function lowest(tariffs: readonly ComparedTariff[], isOf: (one: ComparedTariff) => boolean) {
  const worths = tariffs.flatMap((one, at) => (isOf(one) ? [worth(at)] : []))
  return worths.length === 0 ? sql`null::bigint` : sql`least(${sql.join(worths)})`
}

function judgedRates(tariffs: readonly ComparedTariff[]) {
  const isCost = ({ is_cost }: ComparedTariff) => is_cost
  const hasBoth = tariffs.some(isCost) && !tariffs.every(isCost)
  const compared = tariffs.flatMap(({ is_beside }, at) => (is_beside ? [] : [worth(at)]))
  const all = sql.join(compared)
  const cheapest = tariffs.flatMap((one, at) =>
    isCost(one) ? [sql`when ${worth(at)} then ${one.id}::bigint`] : [],
  )
  return sql`judged as (
    select *, lowest_sell - lowest_cost as margin,
      case when lowest_sell > 0 and lowest_cost is not null then greatest(-1e15,
        round((lowest_sell - lowest_cost)::numeric * 1000000 / lowest_sell))::bigint
        end as margin_percent,
      case when not ${sql.lit(hasBoth)} then null
        when lowest_cost is null and lowest_sell is not null then 'NOT_BOUGHT'
        when lowest_sell is null and lowest_cost is not null then 'NOT_SOLD' end as gap,
      num_nulls(${all}) not in (0, ${sql.lit(compared.length)})
        or least(${all}) is distinct from greatest(${all}) as differs
    from (select *, ${lowest(tariffs, (one) => !isCost(one))} as lowest_sell,
      ${lowest(tariffs, isCost)} as lowest_cost from filled) f), priced as (
    select *, ${
      cheapest.length === 0
        ? sql`null::bigint`
        : sql`case lowest_cost ${sql.join(cheapest, sql` `)} end`
    } as cheapest_id from judged)`
}

const ONLY: Readonly<Record<ComparisonFilter, RawBuilder<boolean>>> = {
  LOSSES: sql<boolean>`margin < 0`,
  GAPS: sql<boolean>`gap is not null`,
  DIFFERENCES: sql<boolean>`differs`,
}

const rateOf = (at: number) => sql`(select json_build_object('rate', r.rate, 'prefix', r.prefix,
  'blocked', r.blocked) from tariff_rate r where r.id = ${id(at, 'p.')})`

/** A few pages of the console in a file: each page compares the tariffs again. */
const FILE_ROWS = 10_000

interface PrefixesAsked {
  readonly asked: RawBuilder<boolean>
  readonly counts: RawBuilder<boolean>
  readonly direction: 'asc' | 'desc'
}

/** The prefixes of a page in their order, without comparing anything: read off the index. */
async function pageOfPrefixes(
  database: Database,
  tariffs: readonly ComparedTariff[],
  query: ComparisonQuery,
  { asked, counts, direction }: PrefixesAsked,
) {
  const offset = Number(keyOf(query, [/^\d{1,9}$/])?.[0] ?? 0)
  const order = sql`order by prefix ${sql.raw(direction)}`
  const each_tariff = tariffs.map(
    ({ id: tariff_id }) => sql`(select prefix from tariff_rate r
      where tariff_id = ${tariff_id} and ${asked} and ${counts} ${order})`,
  )
  const all = sql`select distinct prefix from (${sql.join(each_tariff, sql` union all `)}) x
    ${order}`
  const { rows } = await sql<{
    prefix: string
  }>`${all} limit ${query.limit + 1} offset ${offset}`.execute(database)
  const total = await countRows(database, query, all)
  return { prefixes: rows.map(({ prefix }) => prefix), total }
}

interface Asked {
  readonly is_file: boolean
  readonly at_ms: number
}

/**
 * The tariffs are those that the caller was found to see. In the order of prefixes only those of
 * the page are compared; every other order needs all of them.
 */
export async function compareRates(
  database: Database,
  scope: Scope,
  tariffs: readonly ComparedTariff[],
  { is_file, at_ms, ...given }: ComparisonQuery & Asked,
) {
  const query = is_file ? { ...given, limit: FILE_ROWS } : given
  const offset = Number(keyOf(query, [/^\d{1,9}$/])?.[0] ?? 0)
  const { sort, column, direction } = sortOf(query, 'prefix')
  const counts = isInEffect(await readRateInstant(database, at_ms))
  const { asked, above } = narrowing(query)
  const listed = (rows: (ComparedPrefix & { total: number })[], total: number, whole: boolean) =>
    toPage(whole ? { ...query, total: 'exact' } : query, sort, rows, total, () => [
      offset + query.limit,
    ])
  if (column === 'prefix' && !query.only && !query.q) {
    const of = { asked, counts, direction }
    const { prefixes, total } = await pageOfPrefixes(database, tariffs, query, of)
    const beginnings = [...new Set(prefixes.flatMap(beginningsOf))]
    const rows = await comparedRows(database, query, {
      ...{ scope, tariffs, counts, prefixes },
      which: sql<boolean>`prefix = any (${beginnings}::text[]) and ${counts}`,
      asked: sql<boolean>`prefix = any (${prefixes}::text[])`,
      offset: 0,
    })
    return listed(rows, total, false)
  }
  const which = sql<boolean>`${above} and ${counts}`
  const compared = { scope, tariffs, counts, which, asked, offset }
  const rows = await comparedRows(database, query, compared)
  return listed(rows, rows[0]?.total ?? 0, true)
}

interface Compared {
  readonly scope: Scope
  readonly tariffs: readonly ComparedTariff[]
  /** Whether a rate `r` is in effect. */
  readonly counts: RawBuilder<boolean>
  /** Those of the page, if only they are compared. */
  readonly prefixes?: readonly string[]
  /** Which rates are looked at, and of which prefixes the answer is. */
  readonly which: RawBuilder<boolean>
  readonly asked: RawBuilder<boolean>
  readonly offset: number
}

/** The margin per minute for some seconds; it has a bound, as every amount. */
const MARGIN_AMOUNT = sql`case when margin is not null then least(9e15, greatest(-9e15,
  round(margin::numeric * coalesce(t.billed_seconds, 0) / 6000)))::bigint end`

/** The traffic of what is sold by the tariffs; of what is bought, if nothing is. */
function trafficOf({ scope, tariffs, counts, prefixes }: Compared): RawBuilder<unknown> {
  const sold = tariffs.filter(({ is_cost }) => !is_cost)
  const idsOf = (some: readonly ComparedTariff[]) => some.map((one) => one.id)
  return trafficByPrefix({
    ...{ scope, counts, prefixes },
    used_ids: idsOf(sold.length > 0 ? sold : tariffs),
    all_ids: idsOf(tariffs),
  })
}

/** Rows of the comparison `p` with their traffic. */
const withTraffic = (compared: Compared) => sql`select p.*, coalesce(t.calls, 0) as calls,
    coalesce(t.billed_seconds, 0) as billed_seconds, ${MARGIN_AMOUNT} as margin_amount
  from priced p left join (${trafficOf(compared)}) t using (prefix)`

const WITHOUT_TRAFFIC = sql`select *, null::bigint as calls, null::bigint as billed_seconds,
  null::bigint as margin_amount from priced`

async function comparedRows(database: Database, query: ComparisonQuery, compared: Compared) {
  const { tariffs, which, asked, offset } = compared
  const { column, direction } = sortOf(query, 'prefix')
  const way = sql.raw(direction)
  const order = sql`${SORTS[column]} ${way} nulls last, prefix ${way}`
  const text = query.q
    ? sql<boolean>`(destination ilike ${contains(query.q)} or prefix like ${startsWith(query.q)})`
    : sql<boolean>`true`
  const listed = tariffs.flatMap(({ is_beside }, at) => (is_beside ? [] : [rateOf(at)]))
  const { rows } = await sql<ComparedPrefix & { total: number }>`
    with recursive ${each(tariffs, (at, tariff) => ratesOf(tariff, at, which))},
    ${ownRates(tariffs)}, ${filledRates(tariffs)}, ${judgedRates(tariffs)}, page as (
      select *, count(*) over () as total
      from (${query.traffic ? withTraffic(compared) : WITHOUT_TRAFFIC}) c
      where ${asked} and ${text} and ${query.only ? ONLY[query.only] : sql`true`}
      order by ${order} limit ${query.limit + 1} offset ${offset}
    )
    select prefix, destination, lowest_sell, lowest_cost, cheapest_id, margin, margin_percent, gap,
      calls, billed_seconds, margin_amount, total,
      (select code from currency where is_system) as margin_currency,
      json_build_array(${sql.join(listed)}) as rates
    from page p order by ${order}`.execute(database)
  return rows
}
