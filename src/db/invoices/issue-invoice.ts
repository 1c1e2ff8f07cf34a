// A draft gets its number, its due date and the parties of its day (ADR-0029).
import { sql } from 'kysely'
import {
  dayAfter,
  documentNumber,
  type InvoiceParties,
  type NumberedKind,
  seriesYear,
} from '#core/billing/invoice.ts'
import { formatMoney } from '#core/money.ts'
import { dayIn } from '#core/time/calendar.ts'
import type { Database, Tx } from '../database.ts'
import { insertEvents, type NewEvent } from '../notifications/events.ts'
import { type InvoiceIssuer, readInvoiceIssuer, readParties } from './invoice-parties.ts'
import type { BilledAccount } from './invoice-work.ts'
import type { InvoiceRow } from './invoices.ts'

/** The period of an earlier draft of the account, which is issued first. */
export async function findEarlierDraft(database: Database, id: number) {
  const { rows } = await sql<{ from_on: string; to_on: string }>`
    select to_char(d.starts_at at time zone d.timezone, 'YYYY-MM-DD') as from_on,
      to_char((d.ends_at - interval '1 microsecond') at time zone d.timezone, 'YYYY-MM-DD') as to_on
    from invoice i join invoice d on d.account_id = i.account_id and d.starts_at < i.starts_at
    where i.id = ${id} and d.issued_at is null
    order by d.starts_at limit 1`.execute(database)
  return rows[0]
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

/** The next number by the pattern of the issuer, without gaps. */
export async function takeDocumentNumber(
  tx: Tx,
  { numbers }: InvoiceIssuer,
  kind: NumberedKind,
  issuer_id: number,
  today: string,
): Promise<string> {
  const pattern = numbers[kind]
  const sequence = await takeNumber(tx, issuer_id, kind, seriesYear(pattern, today))
  return documentNumber(pattern, today, sequence)
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
    .set({ ...issue, parties: JSON.stringify(parties), failure: '', failures: 0, retry_at: null })
    .where('id', '=', id)
    .execute()
}

interface Issuing {
  readonly row: InvoiceRow
  readonly account: BilledAccount
  readonly now_ms: number
  /** Null is the switch itself. */
  readonly issued_by: number | null
}

type Issued = { readonly document_number: string } | { readonly refused: string }

function issuedEvent(
  { id, account_id, payable, currency }: InvoiceRow,
  issue: Pick<Issue, 'document_number' | 'due_on' | 'issued_at'>,
): NewEvent {
  const { document_number, due_on, issued_at } = issue
  const total = formatMoney(payable)
  return {
    ...{ topic: 'INVOICE_ISSUED', phase: 'HAPPENED', severity: 'INFO', alarm_id: null },
    ...{ account_id, subject_kind: 'INVOICE', subject_id: id, subject_name: document_number },
    group_key: '',
    sentence: `Invoice ${document_number} of ${total} ${currency} is due on ${due_on}.`,
    payload: { document_number, total, currency, due_on },
    occurred_at: issued_at,
  }
}

/** Drafts of an account are issued in the order of their periods: a later one is refused. */
export async function issueDraft(
  tx: Tx,
  { row, account, now_ms, issued_by }: Issuing,
): Promise<Issued> {
  const earlier = await findEarlierDraft(tx, row.id)
  if (earlier) {
    const period = `${earlier.from_on} to ${earlier.to_on}`
    return { refused: `The draft of ${period} is issued first: it is of the same account.` }
  }
  const issuer = await readInvoiceIssuer(tx, row.issuer_id)
  const today = dayIn(issuer.timezone, now_ms)
  const document_number = await takeDocumentNumber(tx, issuer, row.kind, row.issuer_id, today)
  const issued_at = new Date(now_ms).toISOString()
  const due_on = dayAfter(today, account.payment_terms_days ?? issuer.invoice_terms_days)
  await setIssued(tx, row.id, {
    ...{ document_number, issued_at, issued_by, due_on },
    parties: await readParties(tx, row.account_id, issuer),
  })
  await insertEvents(tx, [issuedEvent(row, { document_number, due_on, issued_at })])
  return { document_number }
}
