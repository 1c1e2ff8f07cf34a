// How invoices are made, issued and made void. Each function has the transaction of its caller
// (ADR-0029).
import { type RawBuilder, sql } from 'kysely'
import type { Percent, Sum } from '#core/money.ts'
import { lockBalance } from '../accounts/balances.ts'
import type { Database, Tx } from '../database.ts'
import { INVOICE_LINES_LOCK, INVOICES_LOCK } from '../locks.ts'
import { isDue, type WaitingRow } from '../prepared-rows.ts'
import { inScope, isNotOwn, type Scope, seesMoneyOf } from '../scope.ts'
import { sendSignal } from '../signals.ts'
import type { AccountTable } from '../tables/accounts.ts'
import type { LinesOf } from './invoice-lines.ts'
import { BILLING_ZONE } from './invoice-profiles.ts'

/** How far the ledger of an account is. */
export interface LedgerEnd {
  readonly last_entry_id: number
  readonly balance: Sum
}

/**
 * Entries of an account get their ids under the lock of its balance: while it is held, none with a
 * smaller id than the last one can still appear. It is held for the look alone, because calls of
 * the account wait for it.
 */
export function readLedgerEnd(database: Database, account_id: number): Promise<LedgerEnd> {
  return database.transaction().execute(async (tx) => {
    const { balance } = (await lockBalance(tx, account_id)) ?? { balance: 0n as Sum }
    const { rows } = await sql<{ id: number | null }>`
      select max(id) as id from ledger_entry where account_id = ${account_id}`.execute(tx)
    return { last_entry_id: rows[0]?.id ?? 0, balance }
  })
}

/** A condition: the account in `column` is one that the user bills. */
export const isBilledBy = (scope: Scope, column: string): RawBuilder<boolean> =>
  sql<boolean>`(${inScope(scope, column)} and ${isNotOwn(scope, column)}
    and ${seesMoneyOf(scope, column)})`

export interface BilledAccount {
  readonly id: number
  readonly name: string
  readonly kind: AccountTable['kind']
  readonly parent_id: number
  readonly vat_percent: Percent
  /** In which its days are billed. */
  readonly timezone: string
  /** Null are those of the issuer. */
  readonly payment_terms_days: number | null
}

/**
 * The account whose invoices are about to change: of two who change them the second one waits. The
 * invoices for the account of the user itself are changed by the one above.
 */
export async function lockBilledAccount(
  tx: Tx,
  scope: Scope,
  id: number,
): Promise<BilledAccount | undefined> {
  // The jobs may not update accounts, so that they cannot lock their rows.
  await sql`select pg_advisory_xact_lock(${INVOICES_LOCK}, ${id}::integer)`.execute(tx)
  const { rows } = await sql<BilledAccount>`
    select a.id, a.name, a.kind, a.parent_id, a.vat_percent, ${BILLING_ZONE} as timezone,
      a.payment_terms_days
    from account a
    where a.id = ${id} and a.parent_id is not null and ${isBilledBy(scope, 'a.id')}`.execute(tx)
  return rows[0]
}

export interface Range {
  readonly starts_at: string
  readonly ends_at: string
  readonly after_entry_id: number
}

/** The range of the last invoice of an account: void ones too, whose periods are billed again. */
export async function findLastRange(database: Database, account_id: number) {
  return database
    .selectFrom('invoice')
    .where('account_id', '=', account_id)
    .orderBy('ends_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .select(['starts_at', 'ends_at', 'last_entry_id', 'timezone'])
    .executeTakeFirst()
}

/** An account that the user bills, and the zone of its days. */
export async function findBilled(database: Database, scope: Scope, account_id: number) {
  return database
    .selectFrom('account as a')
    .where('a.id', '=', account_id)
    .where('a.deleted_at', 'is', null)
    .where('a.parent_id', 'is not', null)
    .where(isBilledBy(scope, 'a.id'))
    .select(['a.id', BILLING_ZONE.as('timezone')])
    .executeTakeFirst()
}

/** When the first entry of an account was written. */
export async function findFirstEntry(database: Database, account_id: number) {
  const entry = await database
    .selectFrom('ledger_entry')
    .where('account_id', '=', account_id)
    .orderBy('id')
    .limit(1)
    .select('at')
    .executeTakeFirst()
  return entry?.at
}

interface NewInvoice extends Range {
  readonly account: BilledAccount
  readonly end: LedgerEnd
  readonly made_by: number | null
  readonly issue_when_ready: boolean
}

/** The draft whose lines are missing, and its account; undefined if it has them. */
export async function findUnprepared(
  database: Database,
  id: number,
): Promise<(LinesOf & { readonly last_entry_id: number; readonly version: number }) | undefined> {
  const { rows } = await sql<LinesOf & { last_entry_id: number; version: number }>`
    select i.id, i.account_id, i.last_entry_id, i.version, a.vat_percent,
      a.kind = 'SETTLEMENT' as is_settlement
    from invoice i join account a on a.id = i.account_id
    where i.id = ${id} and i.prepared_at is null`.execute(database)
  return rows[0]
}

/** Whether this transaction may make the lines of the draft: no other process makes them. */
export async function tryToLockLines(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(${INVOICE_LINES_LOCK}, ${id}::integer) as is_ours`.execute(tx)
  return rows[0]?.is_ours === true
}

/** A draft without its lines, which a job makes: what it bills is settled. */
export async function insertInvoice(tx: Tx, draft: NewInvoice): Promise<number> {
  const { account, starts_at, ends_at, after_entry_id, end, made_by } = draft
  const { issue_when_ready } = draft
  const { id } = await tx
    .insertInto('invoice')
    .values({
      account_id: account.id,
      issuer_id: account.parent_id,
      kind: account.kind === 'SETTLEMENT' ? 'SELF_BILLED' : 'INVOICE',
      starts_at,
      ends_at,
      timezone: account.timezone,
      after_entry_id,
      last_entry_id: end.last_entry_id,
      brought_forward: await broughtForward(tx, account.id, starts_at, end),
      made_by,
      issue_when_ready,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sendSignal(tx, { changed: 'invoice' })
  return id
}

/** The balance without the entries since the period began. */
async function broughtForward(
  tx: Tx,
  account_id: number,
  starts_at: string,
  { last_entry_id, balance }: LedgerEnd,
): Promise<Sum> {
  const { rows } = await sql<{ moved: Sum }>`
    select coalesce(sum(amount), 0)::numeric as moved from ledger_entry
    where account_id = ${account_id} and id <= ${last_entry_id}
      and at >= ${starts_at}::timestamptz`.execute(tx)
  return (balance - (rows[0]?.moved ?? 0n)) as Sum
}

/** Another invoice, which is void, bills the same entries. */
const IS_COPY = sql<boolean>`exists (select from invoice v
  where v.account_id = i.account_id and v.starts_at = i.starts_at and v.id <> i.id)`

/**
 * The draft bills what the ledger has got since, but one in place of a void invoice bills what that
 * one did; its lines are to be made again.
 */
export async function remakeInvoice(tx: Tx, id: number, end: LedgerEnd): Promise<void> {
  await tx.deleteFrom('invoice_line').where('invoice_id', '=', id).execute()
  // The first invoice of an account has no late calls: whatever was before it is not billed.
  await sql`update invoice i set version = i.version + 1,
      last_entry_id = case when ${IS_COPY} then i.last_entry_id else ${end.last_entry_id} end,
      after_entry_id = case when ${IS_COPY} or exists (select from invoice b
          where b.account_id = i.account_id and b.starts_at < i.starts_at)
        then i.after_entry_id else ${end.last_entry_id} end,
      calls = 0, seconds = 0, billed_seconds = 0, net = 0, vat = 0, amount = 0, payable = 0,
      prepared_at = null, progress_percent = 0, failure = '', failures = 0, retry_at = null
    where i.id = ${id}`.execute(tx)
  await sendSignal(tx, { changed: 'invoice' })
}

/** A draft of the same entries as a void invoice, without its lines. */
export async function copyRange(
  tx: Tx,
  id: number,
  account: BilledAccount,
  made_by: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into invoice (account_id, issuer_id, kind, starts_at, ends_at, timezone, after_entry_id,
      last_entry_id, brought_forward, made_by)
    select account_id, ${account.parent_id}, kind, starts_at, ends_at, timezone, after_entry_id,
      last_entry_id, brought_forward, ${made_by}
    from invoice where id = ${id} returning id`.execute(tx)
  await sendSignal(tx, { changed: 'invoice' })
  return rows[0]?.id as number
}

export interface WaitingDraft extends WaitingRow {
  readonly account_id: number
  /** It is issued when it has its lines. */
  readonly issue_when_ready: boolean
}

/**
 * The next draft without lines, or to be issued when it has them, whose next try is due: those of
 * users first, who look at it.
 */
export async function findWaitingDraft(
  database: Database,
  now_ms: number,
  tried: readonly number[],
): Promise<WaitingDraft | undefined> {
  const { rows } = await sql<WaitingDraft>`
    select id, account_id, issue_when_ready, failures from invoice
    where issued_at is null and (prepared_at is null or issue_when_ready)
      and ${isDue(now_ms, tried)}
    order by made_by is null, starts_at, id limit 1`.execute(database)
  return rows[0]
}

export async function noteInvoiceProgress(
  database: Database,
  id: number,
  percent: number,
): Promise<void> {
  await sql`update invoice set progress_percent = ${percent}
    where id = ${id} and prepared_at is null`.execute(database)
}

/** Its lines go with it. */
export async function deleteDraft(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('invoice').where('id', '=', id).execute()
}

export async function setSent(tx: Tx, id: number, sent_at: string): Promise<void> {
  await tx.updateTable('invoice').set({ sent_at }).where('id', '=', id).execute()
}

interface Voiding {
  readonly voided_at: string
  readonly voided_by: number
  readonly void_reason: string
  readonly credit_note_number: string
}

export async function setVoid(tx: Tx, id: number, voiding: Voiding): Promise<void> {
  const settled = 0n as Sum
  await tx
    .updateTable('invoice')
    .set({ ...voiding, settled })
    .where('id', '=', id)
    .execute()
}
