// Masks the numbers of calls of past days, as the owner of the tables, and knows how far it has
// come (ADR-0047).
import { sql } from 'kysely'
import { CALLER_TEXTS, NUMBER_COLUMNS } from '#core/number/masked-columns.ts'
import type { MaskingFacts } from '#core/number/masking-days.ts'
import type { Database, SqlConnection } from '../database.ts'
import { MASKED_DAYS_LOCK } from '../locks.ts'

export interface NumberMasking {
  /** Calls that began before it have no whole numbers; null while all have them. */
  readonly masked_until: string | null
  /** When the first calls began that have whole numbers; null without any. */
  readonly whole_from: string | null
  /** Why the next day has to wait. */
  readonly error: string
}

export async function readNumberMasking(database: Database): Promise<NumberMasking> {
  const { rows } = await sql<NumberMasking>`
    select m.masked_until, m.error,
      (select min(r.started_at) from call_record r
        where r.started_at >= coalesce(m.masked_until, '-infinity')) as whole_from
    from number_masking m`.execute(database)
  const [masking] = rows
  if (!masking) throw new Error('number_masking has one row')
  return masking
}

/**
 * Calls that began before it may have masked numbers; null while none have. No further day begins
 * until the transaction ends, so that it can write what `readReasonsToWait` reads.
 */
export async function holdMaskedDays(tx: SqlConnection): Promise<string | null> {
  await tx.query('select pg_advisory_xact_lock_shared($1)', [MASKED_DAYS_LOCK])
  const { rows } = await tx.query<{ begun_until: string | null }>(
    'select begun_until from number_masking',
  )
  return rows[0]?.begun_until ?? null
}

export interface DayOfCalls {
  readonly from_at: string
  readonly to_at: string
  /** Its partition: a name that the database has made. */
  readonly partition: string
}

/** Whole days that ended by then and are not masked, the oldest first. */
export async function listDaysToMask(
  connection: SqlConnection,
  until_at: string,
): Promise<DayOfCalls[]> {
  const { rows } = await connection.query<DayOfCalls>(
    `with attached as (
      select c.relname::text as partition, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'call_record'::regclass and not i.inhdetachpending
    ), days as (
      select partition,
        (regexp_match(bound, 'FROM \\(''([^'']+)''\\)'))[1]::timestamptz as from_at,
        (regexp_match(bound, 'TO \\(''([^'']+)''\\)'))[1]::timestamptz as to_at
      from attached
    )
    select d.partition, d.from_at, d.to_at
    from days d, number_masking m
    where d.to_at <= $1 and (m.masked_until is null or d.to_at > m.masked_until)
    order by d.from_at`,
    [until_at],
  )
  return rows
}

/**
 * What still needs the numbers of the days up to then. In the transaction that notes that the last
 * of them has begun.
 */
export async function readReasonsToWait(
  tx: SqlConnection,
  { from_at, to_at }: Pick<DayOfCalls, 'from_at' | 'to_at'>,
): Promise<MaskingFacts> {
  await tx.query('select pg_advisory_xact_lock($1)', [MASKED_DAYS_LOCK])
  const { rows } = await tx.query<MaskingFacts>(
    `select exists (select from open_call
        where started_at >= $1 and started_at < $2) as has_open_calls,
      exists (select from re_rating where state = 'PREVIEWING'
        and from_at < $2 and until_at > $1) as is_previewed,
      exists (select from reconciliation where state = 'COMPARING'
        and (from_at is null or from_at < $2) and (until_at is null or until_at > $1))
        as is_compared`,
    [from_at, to_at],
  )
  const [facts] = rows
  if (!facts) throw new Error('A query without a table has one row')
  return facts
}

export async function beginDay(tx: SqlConnection, to_at: string): Promise<void> {
  await tx.query(`update number_masking set begun_until = greatest(begun_until, $1), error = ''`, [
    to_at,
  ])
}

const MASKED_COLUMNS = [
  ...NUMBER_COLUMNS.map((column) => `${column} = mask_number(r.${column})`),
  ...CALLER_TEXTS.map((column) => `${column} = ''`),
].join(', ')

/** Up to `max` records of a day, and notes the last one with them; false when there are no more. */
export async function maskNextRecords(
  connection: SqlConnection,
  { from_at, to_at }: DayOfCalls,
  max: number,
): Promise<boolean> {
  const { rows } = await connection.query(
    `with next as (
      select r.started_at, r.call_id, r.attempt_no from call_record r, number_masking m
      where r.started_at >= $1 and r.started_at < $2
        and (m.last_started_at is null or m.last_started_at < $1
          or (r.started_at, r.call_id, r.attempt_no)
            > (m.last_started_at, m.last_call_id, m.last_attempt_no))
      order by r.started_at, r.call_id, r.attempt_no limit $3
    ), masked as (
      update call_record r set
        ${MASKED_COLUMNS}
      from next n
      where r.started_at >= $1 and r.started_at < $2
        and r.started_at = n.started_at and r.call_id = n.call_id
        and r.attempt_no = n.attempt_no
    )
    update number_masking m set last_started_at = l.started_at, last_call_id = l.call_id,
      last_attempt_no = l.attempt_no
    from (select * from next order by started_at desc, call_id desc, attempt_no desc limit 1) l
    returning 1`,
    [from_at, to_at, max],
  )
  return rows.length > 0
}

/** Copies of numbers beside the records: changes of re-ratings, and rows of reconciliations. */
const COPIES = {
  re_rating_change: 'started_at',
  reconciliation_row: 'coalesce(our_at, their_at)',
} as const

/** Up to `max` of those of calls before then; false when there are no more. */
export async function maskNextCopies(
  connection: SqlConnection,
  until_at: string,
  max: number,
): Promise<boolean> {
  let isMore = false
  for (const [table, at] of Object.entries(COPIES)) {
    const { rows } = await connection.query(
      `update ${table} set called_number = mask_number(called_number)
      where ctid = any (array(select ctid from ${table}
        where ${at} < $1 and called_number <> mask_number(called_number) limit $2))
      returning 1`,
      [until_at, max],
    )
    isMore ||= rows.length > 0
  }
  return isMore
}

/** All days up to then are masked. */
export async function finishDays(connection: SqlConnection, until_at: string): Promise<void> {
  await connection.query(
    `update number_masking set masked_until = greatest(masked_until, $1),
      begun_until = greatest(begun_until, $1), last_started_at = null, last_call_id = null,
      last_attempt_no = null, error = ''`,
    [until_at],
  )
}

export async function noteMaskingError(connection: SqlConnection, error: string): Promise<void> {
  await connection.query('update number_masking set error = $1 where error <> $1', [error])
}

/** Whether all numbers of calls that began before then are masked. */
export async function areMasked(connection: SqlConnection, until_at: string): Promise<boolean> {
  const { rows } = await connection.query<{ are: boolean }>(
    'select coalesce(masked_until >= $1, false) as are from number_masking',
    [until_at],
  )
  return rows[0]?.are === true
}
