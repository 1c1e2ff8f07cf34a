// How invoices are made, issued and made void. Each function has the transaction of its caller
// (ADR-0029).
import { sql } from 'kysely'
import type { InvoiceParties, InvoiceParty, NumberedKind } from '#core/billing/invoice.ts'
import type { Percent, Sum } from '#core/money.ts'
import { lockBalance } from '../accounts/balances.ts'
import type { Database, Tx } from '../database.ts'
import { inScope, type Scope } from '../scope.ts'
import { readSettings } from '../settings.ts'
import type { AccountTable } from '../tables.ts'
import { writeLines } from './invoice-lines.ts'

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

export interface BilledAccount {
  readonly id: number
  readonly name: string
  readonly kind: AccountTable['kind']
  readonly parent_id: number
  readonly vat_percent: Percent
  /** Null are those of the settings. */
  readonly billing_timezone: string | null
  readonly payment_terms_days: number | null
}

/** The account whose invoices are about to change: of two users the second one waits. */
export async function lockBilledAccount(
  tx: Tx,
  scope: Scope,
  id: number,
): Promise<BilledAccount | undefined> {
  const { rows } = await sql<BilledAccount>`
    select id, name, kind, parent_id, vat_percent, billing_timezone, payment_terms_days
    from account
    where id = ${id} and parent_id is not null and ${inScope(scope, 'id')}
    for no key update`.execute(tx)
  return rows[0]
}

export interface Range {
  readonly starts_at: string
  readonly ends_at: string
  readonly after_entry_id: number
}

/** What the last invoice of an account has: void ones too, whose periods are billed again. */
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

/** That of the account, or of the switch. */
export async function findBillingZone(database: Database, account_id: number): Promise<string> {
  const account = await database
    .selectFrom('account')
    .where('id', '=', account_id)
    .select('billing_timezone')
    .executeTakeFirst()
  return account?.billing_timezone ?? (await readSettings(database)).timezone
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
  readonly timezone: string
  readonly end: LedgerEnd
  readonly made_by: number | null
}

const linesOf = (id: number, { id: account_id, kind, vat_percent }: BilledAccount) => ({
  id,
  account_id,
  is_settlement: kind === 'SETTLEMENT',
  vat_percent,
})

/** A draft with its lines. */
export async function insertInvoice(tx: Tx, draft: NewInvoice): Promise<number> {
  const { account, timezone, starts_at, ends_at, after_entry_id, end, made_by } = draft
  const { id } = await tx
    .insertInto('invoice')
    .values({
      account_id: account.id,
      issuer_id: account.parent_id,
      kind: account.kind === 'SETTLEMENT' ? 'SELF_BILLED' : 'INVOICE',
      starts_at,
      ends_at,
      timezone,
      after_entry_id,
      last_entry_id: end.last_entry_id,
      brought_forward: await broughtForward(tx, account.id, starts_at, end),
      made_by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeLines(tx, linesOf(id, account))
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

/** The draft with what the ledger has got since. */
export async function remakeInvoice(
  tx: Tx,
  id: number,
  account: BilledAccount,
  end: LedgerEnd,
): Promise<void> {
  await tx.deleteFrom('invoice_line').where('invoice_id', '=', id).execute()
  // The first invoice of an account has no late calls: whatever was before it is not billed.
  await sql`update invoice i set last_entry_id = ${end.last_entry_id}, version = i.version + 1,
      after_entry_id = case when exists (select from invoice b
          where b.account_id = i.account_id and b.starts_at < i.starts_at)
        then i.after_entry_id else ${end.last_entry_id} end
    where i.id = ${id}`.execute(tx)
  await writeLines(tx, linesOf(id, account))
}

/** A draft of the same entries as a void invoice. */
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
  const copy = rows[0]?.id as number
  await writeLines(tx, linesOf(copy, account))
  return copy
}

/** Its lines go with it. */
export async function deleteDraft(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('invoice').where('id', '=', id).execute()
}

/** The next number of the series; its row is locked until the transaction ends. */
export async function takeNumber(
  tx: Tx,
  issuer_id: number,
  kind: NumberedKind,
  year: number,
): Promise<number> {
  const { rows } = await sql<{ last_number: number }>`
    insert into invoice_series as s (issuer_id, kind, year, last_number)
    values (${issuer_id}, ${kind}, ${year}, 1)
    on conflict (issuer_id, kind, year) do update set last_number = s.last_number + 1
    returning last_number`.execute(tx)
  return rows[0]?.last_number as number
}

/** What accounts say of themselves on documents. */
export async function findParty(database: Database, account_id: number): Promise<InvoiceParty> {
  const { name, company, ...party } = await database
    .selectFrom('account')
    .where('id', '=', account_id)
    .select(['name', 'company', 'address', 'country_iso2', 'tax_number'])
    .executeTakeFirstOrThrow()
  return { name: company || name, ...party }
}

interface Issue {
  readonly document_number: string
  readonly issued_at: string
  readonly issued_by: number | null
  readonly due_on: string
  readonly parties: InvoiceParties
}

export async function setIssued(tx: Tx, id: number, { parties, ...issue }: Issue): Promise<void> {
  await tx
    .updateTable('invoice')
    .set({ ...issue, parties: JSON.stringify(parties) })
    .where('id', '=', id)
    .execute()
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
