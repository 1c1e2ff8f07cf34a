// The preview of a bulk change of rates: what it would make of the rates of the tariff, by one
// statement over all of them, as rows of an import.
import { sql } from 'kysely'
import type pg from 'pg'
import {
  type RateChange,
  type RateChangeField,
  rateFieldName,
} from '#core/rate-import/rate-change.ts'
import { plainSql } from '../database.ts'
import { countsAgainAt, isReplaced } from '../tariffs/counts-again.ts'
import { rateFilters, rateState } from '../tariffs/rate-filters.ts'
import { type ChangedColumns as Changed, faultsOf, inWords } from './rate-change-faults.ts'
import { changedColumns } from './rate-change-sql.ts'

/** Those that are in effect or planned; within a transaction, at whose end the table goes. */
export async function stageRateChange(
  client: pg.Client,
  tariff_id: number,
  { ids, filter, raise }: RateChange,
): Promise<number> {
  const conditions = [
    sql`r.tariff_id = ${tariff_id}`,
    sql`(r.effective_until is null or r.effective_until > now())`,
    sql`${rateState} <> 'expired'`,
    ...(ids ? [sql`r.id = any (${[...ids]}::bigint[])`] : []),
    ...(filter ? rateFilters(filter) : []),
    ...(raise
      ? [
          sql`r.id in (select l.rate_id from rate_import_loss l
            where l.import_id = ${raise.losses_of} and l.tariff_id = ${tariff_id})`,
        ]
      : []),
  ]
  const { text, values } = plainSql(sql`
    create temporary table rate_stage on commit drop as
    select row_number() over (order by r.prefix, r.effective_from, r.id)::integer as number,
      r.id as old_id, r.prefix::text collate "C" as prefix, '' as reason
    from tariff_rate r where ${sql.join(conditions, sql` and `)}`)
  const { rowCount } = await client.query(text, values)
  await client.query('analyze rate_stage')
  return rowCount ?? 0
}

/** The changes of each row that the user sees beside its rate. */
function notesOf(columns: Changed): string {
  const notes = ([...columns.keys()] as (RateChangeField | 'steps')[])
    .filter((field) => field !== 'rate' && field !== 'steps')
    .map(
      (
        field,
      ) => `case when c.new_${field} is distinct from c.${field} then '${rateFieldName(field)} '
        || ${inWords(field, `c.${field}`)} || ' → ' || ${inWords(field, `c.new_${field}`)} end`,
    )
  return notes.length > 0 ? `concat_ws(', ', ${notes.join(', ')})` : "''"
}

const ROW_COLUMNS = [
  'destination',
  'blocked',
  'first_rate',
  'first_increment',
  'next_increment',
  'connect_fee',
] as const

/**
 * A rate changes when it first counts from the time of the change on: after a newer one that counts
 * then, or never. $1 is the import.
 */
function writeRows(columns: Changed): string {
  const news = [...columns].map(([field, value]) => `${value} as new_${field}`)
  const differs = [...columns.keys()].map((field) => `c.new_${field} is distinct from c.${field}`)
  const newOrOld = (field: string) =>
    columns.has(field) ? `case when c.is_new then c.new_${field} else c.${field} end` : `c.${field}`
  const rateKind = columns.has('rate')
    ? `when c.new_rate > c.rate then 'UP' when c.new_rate < c.rate then 'DOWN'`
    : ''
  const faults = faultsOf(columns)
  const faultNumber = faults.map(({ when }, at) => `when ${when} then ${at}`).join(' ')
  const told = (what: 'name' | 'value' | 'reason') =>
    `case c.fault ${faults.map((fault, at) => `when ${at} then ${fault[what]}`).join(' ')} end`
  return `
  with import as materialized (
    select effective, greatest(starts_at, now()) as starts_at,
      now() + make_interval(days => notice_days) as noticed_at from rate_import where id = $1
  ), computed as (
    select s.number, r.*, ${news.join(', ')}
    from rate_stage s join tariff_rate r on r.id = s.old_id
  ), judged as (
    select c.*, case ${rateKind} when ${differs.join(' or ')} then 'CHANGED'
      else 'UNCHANGED' end as kind from computed c
  ), dated as (
    select c.*, i.effective, greatest(c.effective_from, case i.effective
      when 'AT_ONCE' then now() when 'AT_TIME' then i.starts_at
      else case when c.kind = 'DOWN' then now() else i.noticed_at end end) as planned_at
    from judged c cross join import i
  ), timed as (
    select r.*, case when r.effective_until <= r.planned_at then null
      when ${isReplaced('r.planned_at')} then ${countsAgainAt('r.planned_at')}
      else r.planned_at end as at
    from dated r
  ), checked as (
    select c.*, case ${faultNumber} end as fault, c.at is null as is_gone from timed c
  ), finished as (
    select *, kind <> 'UNCHANGED' and not is_gone and fault is null as is_new,
      kind <> 'UNCHANGED' and not is_gone and fault is not null as is_fault from checked
  )
  insert into rate_import_row (import_id, number, kind, prefix, rate, ${ROW_COLUMNS.join(', ')},
    starts_at, ends_at, old_id, old_rate, is_alone, reason, column_name, value)
  select $1, c.number, case when c.is_fault then 'INVALID' when c.is_gone then 'UNCHANGED'
      else c.kind end, c.prefix,
    ${newOrOld('rate')}, ${ROW_COLUMNS.map(newOrOld).join(', ')},
    nullif(coalesce(c.at, c.planned_at), now()),
    ${newOrOld('effective_until')}, c.id, c.rate, true,
    case when c.is_fault then ${told('reason')} when c.is_new then ${notesOf(columns)}
      when c.kind <> 'UNCHANGED' then 'No longer in effect by then.' else '' end,
    case when c.is_fault then ${told('name')} else '' end,
    case when c.is_fault then ${told('value')} else '' end
  from finished c`
}

export async function previewRateChange(
  client: pg.Client,
  { id, change }: { id: number; change: RateChange },
): Promise<void> {
  await client.query("set local work_mem = '64MB'")
  await client.query('delete from rate_import_row where import_id = $1', [id])
  await client.query(writeRows(changedColumns(change, 'r')), [id])
}
