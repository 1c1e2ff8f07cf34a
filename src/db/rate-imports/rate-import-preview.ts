// The preview of a rate import: the rates of the file, already staged, are compared with those of
// the tariff by statements over all of them. Inside of one transaction, whose now() is the time of
// the comparison.
import type pg from 'pg'
import type { ImportMode } from '#core/rate-import/import-options.ts'
import { RATE_TERM_NAMES, RATE_TERMS } from '#core/tariff/rate-terms.ts'
import { TERMS_IN_WORDS } from './rate-import-terms.ts'
import { addTraffic } from './rate-import-traffic.ts'

/** When a staged rate takes effect if the import is applied now. */
const AT = 'coalesce(s.starts_at, now())'

/** One rate twice is no fault; two different ones are, because either may be the wrong one. */
const MARK_REPEATED = `
  with twice as (
    select prefix, ${AT} as at from rate_stage s
    where reason = '' group by 1, 2 having count(*) > 1
  ), terms as (
    select s.number, s.line, s.prefix, w.at, row(rate, first_rate, first_increment, next_increment,
      connect_fee, ends_at, blocked, is_deleted)::text as terms
    from rate_stage s join twice w on w.prefix = s.prefix and w.at = ${AT}
    where s.reason = ''
  ), compared as (
    select number, terms, first_value(line) over same as first_line,
      lead(line) over same as next_line, row_number() over same as position,
      min(terms) over whole <> max(terms) over whole as is_fault
    from terms window whole as (partition by prefix, at),
      same as (partition by prefix, at order by number)
  )
  update rate_stage s set
    repeats_line = case when c.position > 1 then c.first_line else c.next_line end,
    reason = case when c.is_fault then 'The prefix has another rate in line '
      || case when c.position > 1 then c.first_line else c.next_line end || '.' else '' end
  from compared c where s.number = c.number and (c.is_fault or c.position > 1)`

/** The settings of the import, and the values of the tariff for rates without their own. */
const IMPORT = `import as materialized (
    select i.id, i.tariff_id, i.effective, i.starts_at, i.notice_days, i.large_percent,
      i.mode <> 'REPLACE' as keeps, now() + make_interval(days => i.notice_days) as noticed_at,
      t.first_increment, t.next_increment, t.connect_fee,
      i.layout->'columns' ?| array['FIRST_RATE'] as has_first_rate,
      i.layout->'columns' ?| array['FIRST_INCREMENT', 'INCREMENTS'] as has_first_increment,
      i.layout->'columns' ?| array['NEXT_INCREMENT', 'INCREMENTS'] as has_next_increment,
      i.layout->'columns' ?| array['CONNECT_FEE'] as has_connect_fee,
      i.layout->'columns' ?| array['EFFECTIVE_UNTIL'] as has_end,
      i.layout->'columns' ?| array['BLOCKED', 'CHANGE'] as has_blocked
    from rate_import i join tariff t on t.id = i.tariff_id where i.id = $1)`

/** Whether the rate before leaves everything but its name to its tariff. */
const IS_BARE = RATE_TERM_NAMES.filter(
  (name) => !['destination', 'blocked', 'window_id'].includes(name),
)
  .map((name) => {
    const { kind, is_nullable } = RATE_TERMS[name]
    if (is_nullable) return `o.${name} is null`
    if (kind === 'flag') return `not o.${name}`
    return `o.${name} = ${kind === 'steps' ? "'[]'" : '0'}`
  })
  .join(' and ')

/** Beside each staged rate the one that is in effect when it begins, and what it will have. */
const COMPARED = `compared as (
    select s.number, s.line, s.prefix, case when s.reason = '' then coalesce(s.rate, o.rate, 0)
        else s.rate end as rate, s.starts_at, s.ends_at,
      s.is_deleted, s.note, a.prefix as old_prefix, coalesce(o.rate, a.rate) as rate_now,
      s.reason, s.column_name, s.value, s.repeats_line, s.named_country, s.code_country,
      o.id as old_id, o.rate as old_rate, o.first_rate as old_first_rate,
      o.first_increment as old_first_increment, o.next_increment as old_next_increment,
      o.connect_fee as old_connect_fee, o.blocked as old_blocked,
      o.effective_until as old_ends_at, o.destination as old_destination,
      ${IS_BARE} as is_bare,
      coalesce(nullif(s.destination, ''), case when i.keeps then o.destination end, '')
        as destination,
      s.blocked or (i.keeps and not i.has_blocked and coalesce(o.blocked, false)) as blocked,
      case when i.has_first_rate then s.first_rate
        when i.keeps and s.rate = o.rate then o.first_rate end as first_rate,
      case when i.has_first_increment then s.first_increment
        when i.keeps then o.first_increment end as first_increment,
      case when i.has_next_increment then s.next_increment
        when i.keeps then o.next_increment end as next_increment,
      case when i.has_connect_fee then s.connect_fee
        when i.keeps then o.connect_fee end as connect_fee
    from rate_stage s cross join import i left join rate_stage_above a on a.number = s.number
    left join lateral (
      select * from tariff_rate r
      where r.tariff_id = $2 and r.prefix = s.prefix and r.window_id is null
        and r.effective_from <= ${AT} and (r.effective_until is null or r.effective_until > ${AT})
      order by r.effective_from desc limit 1) o on s.reason = ''
    order by s.number)`

/**
 * An empty value is that of the tariff. A time is compared by the second, as files write it. A rate
 * of the file has no end, so that an old one that ends, with no other behind it, is not the same.
 */
const IS_CHANGED = `(c.blocked <> c.old_blocked or c.destination <> c.old_destination
    or coalesce(c.first_rate, c.rate) <> coalesce(c.old_first_rate, c.old_rate)
    or coalesce(c.first_increment, i.first_increment)
      <> coalesce(c.old_first_increment, i.first_increment)
    or coalesce(c.next_increment, i.next_increment)
      <> coalesce(c.old_next_increment, i.next_increment)
    or coalesce(c.connect_fee, i.connect_fee) <> coalesce(c.old_connect_fee, i.connect_fee)
    or case when i.has_end then
      date_trunc('second', c.ends_at) is distinct from date_trunc('second', c.old_ends_at)
      else c.old_ends_at is not null and not exists (select from tariff_rate n
        where n.tariff_id = $2 and n.prefix = c.prefix and n.window_id is null
          and n.effective_from > now() and n.effective_from <= c.old_ends_at) end
    or not i.keeps and not c.is_bare)`

const WRITE_ROWS = `
  with ${IMPORT}, ${COMPARED}, judged as (
    select c.*, i.effective, i.noticed_at, i.keeps, i.first_increment as of_tariff_first,
      i.next_increment as of_tariff_next, i.connect_fee as of_tariff_fee, case
      when c.reason <> '' then 'INVALID'
      when c.repeats_line is not null then 'UNCHANGED'
      when c.is_deleted then case when c.old_id is null then 'UNCHANGED' else 'REMOVED' end
      when c.blocked and c.old_blocked is distinct from true then 'BLOCKED'
      when c.old_id is null and c.rate_now is not distinct from c.rate then 'NEW'
      when c.rate_now is null then 'NEW'
      when c.blocked and c.rate <> c.old_rate then 'CHANGED'
      when c.rate > c.rate_now then 'UP'
      when c.rate < c.rate_now then 'DOWN'
      when ${IS_CHANGED} then 'CHANGED'
      else 'UNCHANGED' end as kind
    from compared c cross join import i
  )
  insert into rate_import_row (import_id, number, line, kind, prefix, destination, blocked, rate,
    first_rate, first_increment, next_increment, connect_fee, starts_at, ends_at, old_id, old_rate,
    old_prefix, reason, column_name, value, named_country, code_country)
  select $1, number, line, kind, prefix, destination, blocked,
    case when kind <> 'REMOVED' then rate end, first_rate, first_increment, next_increment,
    connect_fee, coalesce(starts_at, case when effective = 'NOTICE'
      and kind in ('UP', 'CHANGED', 'BLOCKED', 'REMOVED') then noticed_at end),
    ends_at, old_id, rate_now,
    old_prefix, case when reason <> '' then reason
      when repeats_line is not null then 'Repeats line ' || repeats_line || '.'
      when is_deleted and old_id is null then 'There is no such rate.'
      else concat_ws(', ', nullif(note, ''), ${TERMS_IN_WORDS}) end,
    column_name, value, named_country, code_country
  from judged`

/** A rate that ends before it begins, by the notice; the reader of the file has seen all others. */
const MARK_ENDED = `
  update rate_import_row set kind = 'INVALID', reason = 'Ends before it takes effect.'
  where import_id = $1 and ends_at <= coalesce(starts_at, now())
    and kind in ('NEW', 'UP', 'DOWN', 'CHANGED', 'BLOCKED')`

/**
 * Several rates of a prefix with different dates form a chain: each takes the place of the one
 * before, or of a planned one that begins at the same time. After those that have all ended, the
 * earlier rate counts again.
 */
const CHAIN_DATES = `
  with several as (
    select prefix from rate_import_row
    where import_id = $1 and kind in ('NEW', 'UP', 'DOWN', 'CHANGED', 'BLOCKED', 'UNCHANGED')
      and reason = '' group by 1 having count(*) > 1
  ), chained as (
    select r.number, lag(r.rate) over dates as old_rate,
      max(coalesce(r.ends_at, 'infinity')) over (dates rows between unbounded preceding
        and 1 preceding) <= r.starts_at as is_after_all
    from rate_import_row r join several using (prefix)
    where r.import_id = $1 and r.kind in ('NEW', 'UP', 'DOWN', 'CHANGED', 'BLOCKED', 'UNCHANGED')
      and r.reason = ''
    window dates as (partition by r.prefix order by r.starts_at nulls first, r.number)
  )
  update rate_import_row r set old_rate = c.old_rate, old_prefix = null, kind = case
    when r.blocked then r.kind
    when r.rate > c.old_rate then 'UP' when r.rate < c.old_rate then 'DOWN' else 'CHANGED' end
  from chained c where r.import_id = $1 and r.number = c.number
    and c.old_rate is not null and r.old_rate is distinct from c.old_rate
    and c.is_after_all is not true
    and not exists (select from tariff_rate o
      where o.id = r.old_id and o.effective_from = r.starts_at)`

/** When the rates end that the file lacks. */
const ENDS = `coalesce(case i.effective when 'AT_TIME' then greatest(i.starts_at, now())
    when 'NOTICE' then i.noticed_at end, now())`

/**
 * The rates that are not in the file. All rates of a prefix that it lacks go, and one row shows the
 * rate in effect; planned rates of its prefixes go alone, and so do rates with a time window.
 */
const WRITE_MISSING = `
  with ${IMPORT}, ends as (select ${ENDS} as at from import i),
  missing as (
    select r.*, e.at,
      not exists (select from rate_stage s where s.prefix = r.prefix) as is_absent
    from tariff_rate r cross join import i cross join ends e
    where r.tariff_id = i.tariff_id and (r.effective_until is null or r.effective_until > e.at)
      and (r.window_id is null or not i.keeps)
  ), shown as (
    select distinct on (prefix) *, false as is_alone from missing
    where window_id is null and is_absent
    order by prefix, effective_from > at, abs(extract(epoch from effective_from - at))
  ), alone as (
    select *, true as is_alone from missing m
    where window_id is not null or (not is_absent and effective_from > at
      and exists (select from rate_stage s where s.prefix = m.prefix and s.reason = '')
      and not exists (select from rate_import_row x
        where x.import_id = $1 and x.old_id = m.id))
  ), every as (select * from shown union all select * from alone)
  insert into rate_import_row (import_id, number, kind, prefix, destination, blocked, old_id,
    old_rate, starts_at, is_alone)
  select $1, (select coalesce(max(number), 0) from rate_stage)
      + row_number() over (order by prefix, effective_from, id),
    'REMOVED', prefix, destination, blocked, id, rate,
    nullif(greatest(at, case when is_alone then effective_from end), now()), is_alone
  from every`

/** Whether the change in a row `r` of the preview of the import `i` is large. */
export const IS_LARGE = `(r.kind in ('UP', 'DOWN')
  and (r.old_rate = 0 or abs(r.change_percent) > i.large_percent))`
const IS_ROUTED = "r.kind not in ('REMOVED', 'INVALID') and not r.blocked"
/** The name of a rate that the import brings says another country than its code. */
export const HAS_COUNTRY_CONFLICT = `(r.named_country is not null
  and r.kind not in ('INVALID', 'UNCHANGED', 'REMOVED'))`
export const IS_BELOW_COST = `(${IS_ROUTED} and r.cost_rate > r.rate)`
export const IS_ABOVE_SELL = `(${IS_ROUTED} and r.sell_rate < r.rate)`

const COUNTS = `
  update rate_import i set state = 'PREVIEWED', progress = 1000, error = '', previewed_at = now(),
    rates_version = $2, new_count = c.new, up_count = c.up, down_count = c.down,
    changed_count = c.changed, unchanged_count = c.unchanged, removed_count = c.removed,
    removed_calls = c.removed_calls, removed_seconds = c.removed_seconds,
    invalid_count = c.invalid, large_count = c.large, below_cost_count = c.below_cost,
    blocked_count = c.blocked, above_sell_count = c.above_sell,
    country_conflicts_count = c.country_conflicts,
    loss_tariffs_count = (select count(distinct tariff_id) from rate_import_loss
      where import_id = $1)
  from (
    select count(*) filter (where r.kind = 'NEW') as new,
      count(*) filter (where r.kind = 'UP') as up,
      count(*) filter (where r.kind = 'DOWN') as down,
      count(*) filter (where r.kind = 'CHANGED') as changed,
      count(*) filter (where r.kind = 'UNCHANGED') as unchanged,
      count(*) filter (where r.kind = 'REMOVED') as removed,
      coalesce(sum(r.calls) filter (where r.kind = 'REMOVED'), 0) as removed_calls,
      coalesce(sum(r.billed_seconds) filter (where r.kind = 'REMOVED'), 0) as removed_seconds,
      count(*) filter (where r.kind = 'INVALID') as invalid,
      count(*) filter (where ${IS_LARGE}) as large,
      count(*) filter (where ${IS_BELOW_COST}) as below_cost,
      count(*) filter (where r.kind = 'BLOCKED') as blocked,
      count(*) filter (where ${IS_ABOVE_SELL}) as above_sell,
      count(*) filter (where ${HAS_COUNTRY_CONFLICT}) as country_conflicts
    from rate_import_row r join rate_import i on i.id = r.import_id where i.id = $1) c
  where i.id = $1 and i.state = 'PREVIEWING'`

const OWN_DATES = `
  update rate_import set has_own_dates = not exists (
    select from rate_stage where reason = '' and not has_date) where id = $1`

/** Compares, and writes the rows of the preview. */
export async function comparePreview(
  client: pg.Client,
  { id, tariff_id, mode }: { id: number; tariff_id: number; mode: ImportMode },
): Promise<void> {
  const run = (text: string) => client.query(text, [id])
  await client.query("set local work_mem = '64MB'")
  await run('delete from rate_import_row where import_id = $1')
  // By the index for each rate: statistics of a tariff that was just filled mislead.
  await client.query('set local enable_seqscan = off')
  await client.query(WRITE_ROWS, [id, tariff_id])
  await client.query('set local enable_seqscan = on')
  await run(MARK_ENDED)
  await run(CHAIN_DATES)
  if (mode !== 'MERGE') await run(WRITE_MISSING)
}

/** Last of all, because the row of the import is locked from then on. */
export const noteOwnDates = (client: pg.Client, id: number) => client.query(OWN_DATES, [id])

/** Marks repeated rates of the file, as they are staged. */
export const markRepeated = (client: pg.Client) => client.query(MARK_REPEATED)

/** Counts the rows that are written; false if the import was cancelled before that. */
export async function finishPreview(
  client: pg.Client,
  { id, tariff_id }: { id: number; tariff_id: number },
  rates_version: number,
): Promise<boolean> {
  await addTraffic(client, id, tariff_id)
  const { rowCount } = await client.query(COUNTS, [id, rates_version])
  return rowCount === 1
}
