// Makes the rows of a price notification by one statement over the rates of a tariff and what they
// were before, and reads them.
import { sql } from 'kysely'
import type { Money, Percent, Rate } from '#core/money.ts'
import type { NotificationBasis, PriceChange } from '#core/tariff/price-notification.ts'
import { type Database, LONG_STATEMENT_MS, type Tx } from '../database.ts'
import {
  contains,
  countRows,
  keyOf,
  type Listed,
  type ListQuery,
  startsWith,
  toPage,
} from '../paging.ts'

export interface Compared {
  readonly tariff_id: number
  readonly basis: NotificationBasis
  readonly since: string
  readonly is_full: boolean
  /** Null for all accounts that use the tariff. */
  readonly account_id: number | null
}

const TERMS = sql`r.prefix, coalesce(r.window_id, 0) as hours, r.destination, r.effective_from,
  case when not r.blocked then r.rate end as rate,
  coalesce(r.first_increment, t.first_increment) as first_increment,
  coalesce(r.next_increment, t.next_increment) as next_increment,
  coalesce(r.connect_fee, t.connect_fee) as connect_fee`

/** A planned rate that was changed has no earlier version, so that it counts as entered then. */
const ENTERED = sql`case when r.effective_from > r.updated_at then r.updated_at
  else coalesce(c.replaced_at, r.created_at) end`

/**
 * Rates that count or will, and what was known at the time. An end that was set since is not part
 * of that: most are set by the rate that takes the place.
 */
const sheets = ({ tariff_id, basis, since }: Compared) => sql`
  sheet as materialized (
    select ${TERMS}, r.effective_until, ${ENTERED} as entered_at,
      case when r.updated_at <= ${since} then r.effective_until end as known_until
    from tariff_rate r join tariff t on t.id = r.tariff_id
      left join (select rate_id, max(replaced_at) as replaced_at from past_rate
        where tariff_id = ${tariff_id} group by 1) c on c.rate_id = r.id
    where r.tariff_id = ${tariff_id}
  ), past as (
    select r.*, lag(replaced_at) over (partition by rate_id order by replaced_at) as before_at
    from past_rate r where tariff_id = ${tariff_id}
  ), known as materialized (
    select prefix, hours, destination, effective_from, rate, first_increment, next_increment,
      connect_fee, effective_until as ended_at, known_until
    from sheet where entered_at <= ${since}
    union all
    select ${TERMS}, least(r.replaced_at, r.effective_until), null
    from past r join tariff t on t.id = r.tariff_id
    where coalesce(r.before_at, r.created_at) <= ${since} and r.replaced_at > ${since}
  ), earlier as materialized (
    select * from known where (ended_at is null or ended_at > ${since})
      and ${basis === 'KNOWN' ? sql`true` : sql`effective_from <= ${since}`}
  ), current as materialized (
    select * from sheet where effective_until is null or effective_until > now()
  )`

/** For each prefix: now, and whenever another rate begins or one ends. */
const MOMENTS = sql`
  moment as materialized (
    select prefix, hours, now() as at from current union
    select prefix, hours, now() from earlier union
    select prefix, hours, effective_from from current where effective_from > now() union
    select prefix, hours, effective_until from current where effective_until is not null
  ), newly as (
    select distinct on (m.prefix, m.hours, m.at) m.prefix, m.hours, m.at, r.destination, r.rate,
      r.first_increment, r.next_increment, r.connect_fee, r.effective_from, r.entered_at
    from moment m left join current r on r.prefix = m.prefix and r.hours = m.hours
      and r.effective_from <= m.at and (r.effective_until is null or r.effective_until > m.at)
    order by m.prefix, m.hours, m.at, r.effective_from desc nulls last
  ), formerly as (
    select distinct on (m.prefix, m.hours, m.at) m.prefix, m.hours, m.at, r.destination, r.rate,
      r.first_increment, r.next_increment, r.connect_fee, r.ended_at
    from moment m join earlier r on r.prefix = m.prefix and r.hours = m.hours
      and r.effective_from <= m.at and (r.known_until is null or r.known_until > m.at)
    order by m.prefix, m.hours, m.at, r.effective_from desc
  )`

const VALUE = (row: string) =>
  sql.raw(`(${row}.rate, case when ${row}.rate is not null then ${row}.first_increment end,
    case when ${row}.rate is not null then ${row}.next_increment end,
    case when ${row}.rate is not null then ${row}.connect_fee end)`)

/** A rate after the first is compared with the one before it, which the list has too. */
const COMPARED = sql`
  pair as (
    select n.*, f.destination as old_destination, f.ended_at, f.rate as known_rate,
      f.first_increment as known_first, f.next_increment as known_next,
      f.connect_fee as known_fee, ${VALUE('n')} is distinct from ${VALUE('f')} as differs
    from newly n left join formerly f using (prefix, hours, at)
  ), step as (
    select p.*, row_number() over key > 1 as is_later, lag(differs) over key as before_differs,
      lag(rate) over key as before_rate, lag(first_increment) over key as before_first,
      lag(next_increment) over key as before_next, lag(connect_fee) over key as before_fee
    from pair p window key as (partition by prefix, hours order by at)
  ), compared as (
    select s.*, case when is_later then before_rate else known_rate end as old_rate,
      case when is_later then (before_first, before_next, before_fee)
        else (known_first, known_next, known_fee) end
        is distinct from (first_increment, next_increment, connect_fee) as has_other_terms
    from step s
  ), row as (
    select c.*, case
      when not differs and not coalesce(before_differs, false) then 'UNCHANGED'
      when old_rate is null then 'NEW'
      when rate is null then 'REMOVED'
      when rate > old_rate then 'INCREASE'
      when rate < old_rate then 'DECREASE'
      when has_other_terms then 'CHANGED'
      else 'UNCHANGED' end as kind
    from compared c where rate is not null or old_rate is not null
  )`

/** Whether the notification is for the account, or for any. */
const isFor = (notification: 'p' | 'q', account_id: number | null) =>
  sql`(${account_id}::bigint is null or exists (select from price_notification_recipient x
    where x.notification_id = ${sql.ref(`${notification}.id`)} and x.account_id = ${account_id}))`

/**
 * The rates that earlier notifications announced for times to come, where no rate begins or ends
 * any more, unless all recipients were already notified of that.
 */
const withdrawn = ({ tariff_id, account_id }: Compared) => sql`
  announced as (
    select distinct on (w.prefix, h.hours, w.effective_from) w.prefix, h.hours, w.destination,
      w.effective_from, w.rate, w.notification_id, w.window_name
    from price_notification p join price_notification_row w on w.notification_id = p.id
      cross join lateral (select 0 as hours where w.window_name = ''
        union all select id from time_window where name = w.window_name and deleted_at is null) h
    where p.tariff_id = ${tariff_id} and ${isFor('p', account_id)}
      and w.effective_from > now() and w.kind not in ('UNCHANGED', 'WITHDRAWN')
    order by w.prefix, h.hours, w.effective_from, w.notification_id desc
  ), withdrawn as (
    select a.* from announced a
    where not exists (select from moment m
        where m.prefix = a.prefix and m.hours = a.hours and m.at = a.effective_from)
      and not exists (
        select from price_notification q join price_notification_row v on v.notification_id = q.id
        where q.tariff_id = ${tariff_id} and q.id > a.notification_id and v.kind = 'WITHDRAWN'
          and v.effective_from = a.effective_from and v.prefix = a.prefix
          and v.window_name = a.window_name and not exists (
            select from price_notification_recipient x where x.notification_id = a.notification_id
              and (${account_id}::bigint is null or x.account_id = ${account_id})
              and not exists (select from price_notification_recipient y
                where y.notification_id = q.id and y.account_id = x.account_id)))
  ), instead as (
    select distinct on (w.prefix, w.hours, w.effective_from) w.prefix, w.hours,
      w.effective_from as at, w.destination, w.rate as old_rate, c.rate, c.first_increment,
      c.next_increment, c.connect_fee
    from withdrawn w left join current c on c.prefix = w.prefix and c.hours = w.hours
      and c.effective_from <= w.effective_from
      and (c.effective_until is null or c.effective_until > w.effective_from)
    order by w.prefix, w.hours, w.effective_from, c.effective_from desc nulls last
  ), listed as (
    select prefix, hours, at, kind, destination, old_destination, old_rate, rate, first_increment,
      next_increment, connect_fee, effective_from, ended_at, entered_at, is_later
    from row
    union all
    select prefix, hours, at, 'WITHDRAWN', destination, null, old_rate, rate, first_increment,
      next_increment, connect_fee, at, null, null, false
    from instead
  )`

/** In a temporary table of the transaction: the counts are known before the notification is. */
async function compareRates(tx: Tx, compared: Compared): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(LONG_STATEMENT_MS)}`.execute(tx)
  await sql`create temporary table price_row on commit drop as
    with ${sheets(compared)}, ${MOMENTS}, ${COMPARED}, ${withdrawn(compared)}
    select row_number() over (order by prefix collate "C", hours, at)::int as number, kind, prefix,
      coalesce(destination, old_destination, '') as destination, hours,
      case when kind = 'UNCHANGED' then rate else old_rate end as old_rate, rate,
      first_increment, next_increment, connect_fee,
      case when at > now() then at
        when kind = 'UNCHANGED' then effective_from
        when rate is null then least(coalesce(ended_at, now()), now())
        else greatest(effective_from, entered_at) end as effective_from
    from listed
    -- The rates in force are listed once; an unchanged moment after them says nothing.
    where kind <> 'UNCHANGED' or ${compared.is_full} and not is_later`.execute(tx)
}

const COUNTS = {
  new_count: 'NEW',
  increase_count: 'INCREASE',
  decrease_count: 'DECREASE',
  changed_count: 'CHANGED',
  removed_count: 'REMOVED',
  withdrawn_count: 'WITHDRAWN',
  unchanged_count: 'UNCHANGED',
} as const satisfies Record<string, PriceChange>

export type PriceChangeCounts = Record<keyof typeof COUNTS, number>

/** How many rows of each kind there are; `keepPriceRows` stores them. */
export async function countPriceRows(tx: Tx, compared: Compared): Promise<PriceChangeCounts> {
  await compareRates(tx, compared)
  const counts = Object.entries(COUNTS).map(
    ([name, kind]) => sql`count(*) filter (where kind = ${kind})::int as ${sql.ref(name)}`,
  )
  const { rows } = await sql<PriceChangeCounts>`
    select ${sql.join(counts)} from price_row`.execute(tx)
  return rows[0] as PriceChangeCounts
}

export async function keepPriceRows(tx: Tx, notification_id: number): Promise<void> {
  await sql`insert into price_notification_row (notification_id, number, kind, prefix, destination,
      window_name, old_rate, rate, first_increment, next_increment, connect_fee, effective_from)
    select ${notification_id}, r.number, r.kind, r.prefix, r.destination, coalesce(w.name, ''),
      r.old_rate, r.rate, r.first_increment, r.next_increment, r.connect_fee, r.effective_from
    from price_row r left join time_window w on w.id = r.hours`.execute(tx)
}

/** The first of what `countPriceRows` has found. */
export async function readFirstPriceRows(
  tx: Tx,
  currency: string,
  limit: number,
): Promise<PriceRow[]> {
  const { rows } = await sql<PriceRow>`
    select r.number, r.kind, r.prefix, r.destination, coalesce(w.name, '') as window_name,
      r.old_rate, r.rate, ${CHANGE_PERCENT}, r.first_increment, r.next_increment, r.connect_fee,
      r.effective_from, ${currency} as currency
    from price_row r left join time_window w on w.id = r.hours
    order by r.number limit ${limit}`.execute(tx)
  return rows
}

const CHANGE_PERCENT = sql`case when r.rate is not null and r.old_rate > 0
  and r.kind <> 'WITHDRAWN' then round((r.rate - r.old_rate) * 1000000.0 / r.old_rate)::bigint
  end as change_percent`

export interface PriceRow {
  readonly number: number
  readonly kind: PriceChange
  readonly prefix: string
  readonly destination: string
  readonly window_name: string
  readonly old_rate: Rate | null
  readonly rate: Rate | null
  readonly change_percent: Percent | null
  readonly first_increment: number | null
  readonly next_increment: number | null
  readonly connect_fee: Money | null
  readonly effective_from: string
  readonly currency: string
}

interface RowQuery extends ListQuery<'number'> {
  readonly kind?: PriceChange | undefined
}

/** The rows of a notification that the caller may see, in their order. */
export async function listPriceRows(
  database: Database,
  notification_id: number,
  query: RowQuery,
): Promise<Listed<PriceRow>> {
  const { q, kind } = query
  const filters = [sql`r.notification_id = ${notification_id}`]
  if (kind) filters.push(sql`r.kind = ${kind}`)
  if (q) {
    filters.push(sql`(r.prefix like ${startsWith(q)} or r.destination ilike ${contains(q)})`)
  }
  const from = sql`from price_notification_row r
    join price_notification p on p.id = r.notification_id where ${sql.join(filters, sql` and `)}`
  const after = Number(keyOf(query, [/^\d{1,9}$/])?.[0] ?? 0)
  const { rows } = await sql<PriceRow>`
    select r.number, r.kind, r.prefix, r.destination, r.window_name, r.old_rate, r.rate,
      ${CHANGE_PERCENT}, r.first_increment, r.next_increment, r.connect_fee,
      r.effective_from, p.currency
    ${from} and r.number > ${after} order by r.number limit ${query.limit + 1}`.execute(database)
  const total = await countRows(database, query, sql`select 1 ${from}`)
  return toPage(query, 'number', rows, total, ({ number }) => [number])
}
