// Invoices as users read them. The code that makes and changes them is in invoice-work.ts
// (ADR-0029).
import { type RawBuilder, sql } from 'kysely'
import type {
  InvoiceKind,
  InvoiceParties,
  InvoiceSection,
  InvoiceState,
} from '#core/billing/invoice.ts'
import type { Percent, Sum } from '#core/money.ts'
import type { Database } from '../database.ts'
import { lastMail, MAIL_COLUMNS } from '../notifications/last-mail.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import { chosenPeriod, isWithin, type TimeQuery } from '../periods.ts'
import { inScope, isNotOwn, isOfAdmin, type Scope, seesMoneyOf } from '../scope.ts'
import { asSum } from '../sums.ts'

/** A day of the zone of the invoice. */
const dayOf = (instant: string) =>
  sql<string>`to_char(${sql.raw(instant)} at time zone i.timezone, 'YYYY-MM-DD')`

/** The amount of a document that is still to be paid. */
const OPEN = sql<Sum>`(case when i.issued_at is null or i.voided_at is not null then 0
  else greatest(i.payable, 0) - i.settled end)::numeric`

const STATE = sql<InvoiceState>`(case when i.voided_at is not null then 'VOID'
  when i.prepared_at is null and i.failures > 0 then 'FAILED'
  when i.prepared_at is null then 'PREPARING'
  when i.issued_at is null then 'DRAFT'
  when i.settled >= i.payable then 'PAID'
  when i.due_on < (now() at time zone i.timezone)::date then 'OVERDUE'
  when i.settled > 0 then 'PARTLY_PAID'
  when i.sent_at is not null then 'SENT' else 'ISSUED' end)`

/** It is for the account of the user, and issued by the one above. */
const isForOwn = (scope: Scope) => sql<boolean>`not ${isNotOwn(scope, 'i.account_id')}`

/**
 * Accounts see the documents of those above, and resellers all that they issue themselves, also
 * drafts; admins from whom costs are hidden see none of carriers.
 */
const isVisible = (scope: Scope): RawBuilder<boolean> =>
  isOfAdmin(scope)
    ? seesMoneyOf(scope, 'i.account_id')
    : sql`(case when ${isForOwn(scope)} then i.issued_at is not null
        else i.issuer_id = ${scope.account_id} end and ${seesMoneyOf(scope, 'i.account_id')})`

interface OfOwn {
  /** Only those for the account of the user, or only those that it issues. */
  readonly is_own?: 'true' | 'false' | undefined
}

const isOfSide = (scope: Scope, { is_own }: OfOwn): RawBuilder<boolean> => {
  if (is_own === undefined) return sql<boolean>`true`
  return is_own === 'true' ? isForOwn(scope) : isNotOwn(scope, 'i.account_id')
}

const mailOf = (scope: Scope) =>
  lastMail('INVOICE', sql`i.id`, isNotOwn(scope, 'i.account_id')).as('m')

const invoices = (database: Database, scope: Scope) =>
  database
    .selectFrom('invoice as i')
    .innerJoin('account as a', 'a.id', 'i.account_id')
    .innerJoin('account as s', 's.id', 'i.issuer_id')
    .leftJoin('reseller as r', 'r.account_id', 'a.id')
    .leftJoin(mailOf(scope), (join) => join.onTrue())
    .where(inScope(scope, 'i.account_id'))
    .where(isVisible(scope))
    .select(MAIL_COLUMNS)
    .select(['i.id', 'i.document_number', 'i.kind', 'i.account_id', 'a.name as account_name'])
    .select(['a.kind as account_kind', 'r.level as account_level', 's.name as issuer_name'])
    .select(['i.timezone', 'a.currency', 'i.calls', 'i.seconds', 'i.billed_seconds'])
    .select([asSum('i.net').as('net'), asSum('i.vat').as('vat'), asSum('i.amount').as('amount')])
    .select([asSum('i.payable').as('payable'), 'i.progress_percent', 'i.failure', 'i.retry_at'])
    .select([OPEN.as('open_amount'), isForOwn(scope).as('is_own')])
    .select(['i.issued_at', 'i.sent_at', 'i.voided_at', 'i.credit_note_number', 'i.created_at'])
    .select([dayOf('i.starts_at').as('from_on')])
    .select([dayOf("(i.ends_at - interval '1 microsecond')").as('to_on'), STATE.as('state')])
    .select(sql<string | null>`to_char(i.due_on, 'YYYY-MM-DD')`.as('due_on'))

const SORTS = {
  id: sql`i.id`,
  document_number: sql`i.document_number`,
  account_name: sql`lower(a.name)`,
  to_on: sql`i.ends_at`,
  payable: sql`i.payable`,
  open_amount: OPEN,
  issued_at: sql`i.issued_at`,
  due_on: sql`i.due_on`,
}

interface InvoiceQuery extends ListQuery<keyof typeof SORTS>, TimeQuery, OfOwn {
  readonly state?: InvoiceState | undefined
  readonly kind?: InvoiceKind | undefined
  readonly account_id?: number | undefined
}

export async function listInvoices(database: Database, scope: Scope, query: InvoiceQuery) {
  const period = await chosenPeriod(database, query)
  const select = invoices(database, scope)
    .where(hasText(query.q, 'i.document_number', 'i.credit_note_number', 'a.name'))
    .where(hasValues({ 'i.kind': query.kind, 'i.account_id': query.account_id }))
    .where(query.state ? sql<boolean>`${STATE} = ${query.state}` : sql<boolean>`true`)
    .where(isWithin('i.ends_at', period))
    .where(isOfSide(scope, query))
  return offsetPage(database, select, query, SORTS, '-id', sql`i.id`)
}

export interface InvoiceTotal {
  readonly state: InvoiceState
  readonly kind: InvoiceKind
  readonly currency: string
  readonly invoices: number
  readonly amount: Sum
}

/** Drafts, and what is still to be paid. */
export async function sumOpenInvoices(
  database: Database,
  scope: Scope,
  query: OfOwn,
): Promise<InvoiceTotal[]> {
  const { rows } = await sql<InvoiceTotal>`
    select ${STATE} as state, i.kind, a.currency, count(*) as invoices,
      sum(i.payable - i.settled) as amount
    from invoice i join account a on a.id = i.account_id
    where i.voided_at is null and (i.issued_at is null or i.settled < i.payable)
      and ${inScope(scope, 'i.account_id')} and ${isVisible(scope)} and ${isOfSide(scope, query)}
    group by 1, 2, 3 order by 1, 2, 3`.execute(database)
  return rows
}

interface VatSum {
  readonly vat_percent: Percent
  readonly net: Sum
  readonly vat: Sum
}

/** One invoice. The parties are null of a draft: it has those of now. */
export async function findInvoice(database: Database, scope: Scope, id: number) {
  const row = await invoices(database, scope)
    .where('i.id', '=', id)
    .select(['i.issuer_id', 'i.starts_at', 'i.ends_at', 'i.void_reason', 'i.after_entry_id'])
    .select([
      'i.issue_when_ready',
      'i.last_entry_id',
      asSum('i.brought_forward').as('brought_forward'),
    ])
    .select(sql<InvoiceParties | null>`i.parties`.as('parties'))
    .select(
      sql<boolean>`not exists (select from invoice l
        where l.account_id = i.account_id and l.starts_at > i.starts_at)`.as('is_latest'),
    )
    .select(
      sql<boolean>`i.voided_at is not null and exists (select from invoice l
        where l.account_id = i.account_id and l.starts_at = i.starts_at and l.id > i.id)`.as(
        'is_replaced',
      ),
    )
    .executeTakeFirst()
  if (!row) return undefined
  const { rows: vat_sums } = await sql<VatSum>`
    select vat_percent, sum(net) as net, sum(vat) as vat from invoice_line
    where invoice_id = ${id} group by vat_percent order by vat_percent`.execute(database)
  return { ...row, vat_sums }
}
export type InvoiceRow = NonNullable<Awaited<ReturnType<typeof findInvoice>>>

const LINE_SORTS = {
  position: sql`l.position`,
  description: sql`lower(l.description)`,
  calls: sql`l.calls`,
  billed_seconds: sql`l.billed_seconds`,
  amount: sql`l.amount`,
}

interface LineQuery extends ListQuery<keyof typeof LINE_SORTS> {
  readonly section?: InvoiceSection | undefined
}

export async function listInvoiceLines(
  database: Database,
  scope: Scope,
  id: number,
  query: LineQuery,
) {
  const select = database
    .selectFrom('invoice_line as l')
    .innerJoin('invoice as i', 'i.id', 'l.invoice_id')
    .innerJoin('account as a', 'a.id', 'i.account_id')
    .where('i.id', '=', id)
    .where(inScope(scope, 'i.account_id'))
    .where(isVisible(scope))
    .where(hasText(query.q, 'l.description'))
    .where(hasValues({ 'l.section': query.section }))
    .select(['l.position', 'l.section', 'l.description', 'l.prefixes', 'l.rate', 'l.rate_currency'])
    .select(['l.vat_percent', 'a.currency', 'l.calls', 'l.seconds', 'l.billed_seconds'])
    .select([asSum('l.net').as('net'), asSum('l.vat').as('vat'), asSum('l.amount').as('amount')])
  return offsetPage(database, select, query, LINE_SORTS, 'position', sql`l.position`)
}
