// Erases the personal data of a deleted account, as the owner of the tables (ADR-0051). Each step
// can be done again: after a kill the erasure continues.
import { sql } from 'kysely'
import { erasedName } from '#core/account/personal-data.ts'
import {
  CALLER_TEXTS,
  EQUIPMENT_TEXTS,
  NUMBER_COLUMNS,
  SOURCE_COLUMNS,
} from '#core/number/masked-columns.ts'
import type { Database, SqlConnection } from '../database.ts'
import { addressesOf, isMessageOf } from './personal-data.ts'

export interface Erasure {
  readonly account_id: number
  readonly requested_at: string
  readonly archive_days_done: number
  /** Whether the account is deleted. */
  readonly is_deleted: boolean
}

/** Those under way, the oldest first. */
export async function listOpenErasures(connection: SqlConnection): Promise<Erasure[]> {
  const { rows } = await connection.query<Erasure>(
    `select e.account_id, e.requested_at, e.archive_days_done,
      a.deleted_at is not null as is_deleted
    from erasure e join account a on a.id = e.account_id
    where e.state <> 'DONE' order by e.requested_at, e.account_id`,
  )
  return rows
}

export async function beginErasure(
  connection: SqlConnection,
  { account_id }: Pick<Erasure, 'account_id'>,
): Promise<void> {
  await connection.query(`update erasure set state = 'ERASING', error = '' where account_id = $1`, [
    account_id,
  ])
}

/** Stores why it waits, or what failed; it is tried again. */
export async function noteErasureError(
  connection: SqlConnection,
  { account_id }: Pick<Erasure, 'account_id'>,
  error: string,
): Promise<void> {
  await connection.query('update erasure set error = left($2, 500) where account_id = $1', [
    account_id,
    error,
  ])
}

/** Rows of a user that go with it. */
const OF_USERS = [
  ...(['export_job', 'saved_view', 'session', 'second_factor', 'recovery_code'] as const),
  'api_token',
] as const

/** All but calls: messages and what they were about, callers, logins, and the account's words. */
export async function eraseOwnData(database: Database, account_id: number): Promise<void> {
  const account = sql`${account_id}::bigint`
  const users = sql`(select id from console_user
    where account_id = ${account} or employer_id = ${account})`
  await database.transaction().execute(async (tx) => {
    // By the addresses, which are erased below.
    await sql`delete from notification_delivery d where ${isMessageOf(account)}`.execute(tx)
    await sql`delete from bounced_address where address in ${addressesOf(account)}`.execute(tx)
    await sql`delete from notification_opt_out
      where owner_id = ${account} or address in ${addressesOf(account)}`.execute(tx)
    for (const table of ['notification_rule', 'notification_webhook'] as const) {
      await sql`delete from ${sql.table(table)} where owner_id = ${account}`.execute(tx)
    }
    const ofAccount = [
      ...(['notification_event', 'alarm', 'sip_user', 'client_ip', 'address_request'] as const),
      ...(['brand', 'brand_image'] as const),
    ]
    for (const table of ofAccount) {
      await sql`delete from ${sql.table(table)} where account_id = ${account}`.execute(tx)
    }
    for (const table of OF_USERS) {
      await sql`delete from ${sql.table(table)} where user_id in ${users}`.execute(tx)
    }
    // Values that a bulk change could put back.
    await sql`delete from bulk_change_thing where thing_id = ${String(account_id)}
      and bulk_change_id in (select id from bulk_change
        where resource in ('wholesale_clients', 'retail_clients'))`.execute(tx)
    await sql`update console_user set username = 'erased-' || id, full_name = '', email = '',
        phone = '', password_hash = '', status = 'blocked', allowed_networks = '{}',
        last_login_ip = null, deleted_at = coalesce(deleted_at, now())
      where id in ${users}`.execute(tx)
    await sql`update client set tags = '{}' where account_id = ${account}`.execute(tx)
    await sql`update invoice_profile set company = '', company_address = '',
        company_tax_number = '', bank_details = '', document_footer = ''
      where account_id = ${account}`.execute(tx)
    await sql`update account set name = ${erasedName(account_id)}, company = '', address = '',
        country_iso2 = '', tax_number = '', noc_email = '', billing_email = '', rates_email = '',
        phone = '', notes = ''
      where id = ${account}`.execute(tx)
  })
}

/** Nothing remains of what the caller or its equipment has sent but masked numbers. */
const ERASED_COLUMNS = [
  ...NUMBER_COLUMNS.map((column) => `${column} = mask_number(r.${column})`),
  ...[...CALLER_TEXTS, ...EQUIPMENT_TEXTS].map((column) => `${column} = ''`),
  ...SOURCE_COLUMNS.map((column) => `${column} = null`),
].join(', ')

/** Records of calls, with all that is stored beside them by their ids. */
const OF_CALLS = {
  routing_log: 'started_at',
  sip_message: 'at',
  call_recording: 'at',
} as const

interface Batch {
  readonly first_at: string
  readonly last_at: string
  readonly call_ids: readonly string[]
}

/** Up to `max` records, and notes the last one with them; false when there are no more. */
export async function eraseNextCalls(
  connection: SqlConnection,
  { account_id }: Pick<Erasure, 'account_id'>,
  max: number,
): Promise<boolean> {
  await connection.query('begin')
  try {
    const isMore = await eraseCalls(connection, account_id, max)
    await connection.query('commit')
    return isMore
  } catch (error) {
    await connection.query('rollback')
    throw error
  }
}

async function eraseCalls(
  connection: SqlConnection,
  account_id: number,
  max: number,
): Promise<boolean> {
  const { rows } = await connection.query<{ at: string; call_id: string; no: number }>(
    `select r.started_at as at, r.call_id::text as call_id, r.attempt_no as no
    from call_record r, erasure e
    where e.account_id = $1 and r.account_id = $1 and (e.last_started_at is null
      or (r.started_at, r.call_id, r.attempt_no)
        > (e.last_started_at, e.last_call_id, e.last_attempt_no))
    order by r.started_at, r.call_id, r.attempt_no limit $2`,
    [account_id, max],
  )
  const [first] = rows
  const last = rows.at(-1)
  if (!first || !last) return false
  const batch = {
    first_at: first.at,
    last_at: last.at,
    call_ids: [...new Set(rows.map(({ call_id }) => call_id))],
  }
  await eraseBatch(connection, account_id, batch)
  await connection.query(
    `update erasure set calls_done = calls_done + $2, last_started_at = $3, last_call_id = $4,
      last_attempt_no = $5 where account_id = $1`,
    [account_id, rows.length, last.at, last.call_id, last.no],
  )
  return true
}

async function eraseBatch(
  connection: SqlConnection,
  account_id: number,
  { first_at, last_at, call_ids }: Batch,
): Promise<void> {
  await connection.query(
    `update call_record r set ${ERASED_COLUMNS}
    where r.account_id = $1 and r.started_at between $2 and $3 and r.call_id = any ($4::bigint[])`,
    [account_id, first_at, last_at, call_ids],
  )
  for (const [table, at] of Object.entries(OF_CALLS)) {
    await connection.query(
      `delete from ${table} where call_id = any ($3::bigint[])
        and ${at} >= $1::timestamptz - interval '1 day'
        and ${at} < $2::timestamptz + interval '2 days'`,
      [first_at, last_at, call_ids],
    )
  }
  await connection.query(
    `update reconciliation_row set called_number = mask_number(called_number)
    where call_id = any ($1::bigint[])`,
    [call_ids],
  )
}

/** Numbers of its calls that previews of re-ratings have. */
export async function eraseReRatings(
  connection: SqlConnection,
  { account_id }: Pick<Erasure, 'account_id'>,
): Promise<void> {
  await connection.query(
    `update re_rating_change c set called_number = mask_number(called_number)
    where called_number <> mask_number(called_number) and exists (select from call_record r
      where r.account_id = $1 and r.started_at = c.started_at and r.call_id = c.call_id)`,
    [account_id],
  )
}

/** Partitions with its calls, whose rows as they were are in the files until they are vacuumed. */
export async function partitionsOf(
  connection: SqlConnection,
  { account_id }: Pick<Erasure, 'account_id'>,
): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    `select distinct tableoid::regclass::text as name from call_record where account_id = $1`,
    [account_id],
  )
  return rows.map(({ name }) => name)
}

export async function noteArchiveDays(
  connection: SqlConnection,
  { account_id }: Pick<Erasure, 'account_id'>,
  days_total: number,
): Promise<void> {
  await connection.query('update erasure set archive_days_total = $2 where account_id = $1', [
    account_id,
    days_total,
  ])
}

/** The file of one more day is erased. */
export async function noteDayErased(
  connection: SqlConnection,
  { account_id }: Pick<Erasure, 'account_id'>,
): Promise<void> {
  await connection.query(
    'update erasure set archive_days_done = archive_days_done + 1 where account_id = $1',
    [account_id],
  )
}

/** The last step: calls that were read from the archive before it go too. */
export async function endErasure(
  connection: SqlConnection,
  { account_id }: Pick<Erasure, 'account_id'>,
): Promise<void> {
  await connection.query('delete from recall')
  await connection.query(
    `update erasure set state = 'DONE', error = '', ended_at = now() where account_id = $1`,
    [account_id],
  )
}

/** After a restore of a time before the erasure; one that is known stays as it is. */
export async function requestErasureAgain(
  connection: SqlConnection,
  {
    account_id,
    reason,
    requested_at,
  }: { readonly account_id: number; readonly reason: string; readonly requested_at: string },
): Promise<void> {
  await connection.query(
    `insert into erasure (account_id, reason, requested_at)
    select id, $2, $3 from account where id = $1 on conflict do nothing`,
    [account_id, reason, requested_at],
  )
}
