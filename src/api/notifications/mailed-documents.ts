// Documents of the user as a mail names them: what each kind is, for whom, and whether it may go.
import { OPERATOR_ID } from '#core/account/operator.ts'
import { decimalsOf, printAmount } from '#core/billing/printed-amounts.ts'
import type { Sum } from '#core/money.ts'
import type { DocumentKind, NamedDocument } from '#core/notification/document-mail.ts'
import { writeDay } from '#core/time/date-format.ts'
import type { Database } from '#db/database.ts'
import { findInvoice } from '#db/invoices/invoices.ts'
import { listMailedAccounts, type MailedAccount } from '#db/notifications/mailed-accounts.ts'
import { findPayment } from '#db/payments/payments.ts'
import type { Period } from '#db/periods.ts'
import {
  findPriceNotification,
  listRecipients,
} from '#db/price-notifications/price-notifications.ts'
import type { Scope } from '#db/scope.ts'
import { readSettings, type Settings } from '#db/settings.ts'
import { amountOfReceipt, RECEIPT_TITLES } from '../documents/receipt-document.ts'
import { daysOf } from '../documents/statement-file.ts'
import { found, Problem } from '../http/problem.ts'

export interface Asked {
  readonly database: Database
  readonly scope: Scope
  /** The days of a statement. */
  readonly period?: Period | undefined
  readonly user_zone: string | null
}

/** A document of one account. */
export interface MailedDocument {
  readonly kind: DocumentKind
  readonly id: number
  readonly account: MailedAccount
  /** In whose name it is sent: the account above. */
  readonly sender_id: number
  readonly named: Omit<NamedDocument, 'recipient'>
  /** Why it cannot be sent; empty if it can. */
  readonly problem: string
}

type Found = Omit<MailedDocument, 'kind' | 'account' | 'sender_id'> & {
  readonly account_id: number
}

const isIssued = (state: string): boolean => !['PREPARING', 'FAILED', 'DRAFT'].includes(state)

async function findMailedInvoice(
  { database, scope }: Asked,
  { date_format }: Settings,
  id: number,
): Promise<Found[]> {
  const row = found(await findInvoice(database, scope, id))
  const { account_id, kind, state, document_number, payable, open_amount, currency, due_on } = row
  const day = (on: string) => writeDay(on, date_format)
  const money = (value: Sum) => `${printAmount(value, decimalsOf(currency))} ${currency}`
  const title = `${kind === 'SELF_BILLED' ? 'Self-billed invoice' : 'Invoice'} ${document_number}`
  const facts = [
    `Period: ${day(row.from_on)} to ${day(row.to_on)}`,
    `Amount: ${money(payable)}`,
    ...(open_amount < payable ? [`Still to be paid: ${money(open_amount)}`] : []),
    ...(due_on === null || open_amount === 0n ? [] : [`Due: ${day(due_on)}`]),
  ]
  const unsent = state === 'VOID' ? 'It is void.' : 'It is not issued yet.'
  const problem = isIssued(state) && state !== 'VOID' ? '' : unsent
  return [{ id, account_id, named: { title, facts }, problem }]
}

async function findMailedReceipt(
  { database, scope }: Asked,
  _: Settings,
  id: number,
): Promise<Found[]> {
  const payment = found(await findPayment(database, scope, id))
  const { account_id, kind, reference } = payment
  const facts = [
    `Amount: ${amountOfReceipt(payment)}`,
    ...(reference === '' ? [] : [`Reference: ${reference}`]),
  ]
  return [{ id, account_id, named: { title: `${RECEIPT_TITLES[kind]} ${id}`, facts }, problem: '' }]
}

async function findMailedStatement(
  { period, user_zone }: Asked,
  { timezone, date_format }: Settings,
  id: number,
): Promise<Found[]> {
  if (!period) return []
  const days = daysOf(period, user_zone ?? timezone)
  const written = days.replaceAll(/\d{4}-\d\d-\d\d/g, (day) => writeDay(day, date_format))
  const named = { title: `Statement ${written}`, facts: [] }
  return [{ id, account_id: id, named, problem: '' }]
}

async function findMailedPrices(
  { database, scope }: Asked,
  _: Settings,
  id: number,
): Promise<Found[]> {
  const one = found(await findPriceNotification(database, scope, id))
  const recipients = await listRecipients(database, scope, id)
  const title = `${one.is_full ? 'Rates' : 'Change of rates'}, ${one.tariff_name}`
  const count = (label: string, value: number) => (value === 0 ? [] : [`${label}: ${value}`])
  const facts = [
    ...count('New', one.new_count),
    ...count('Increases', one.increase_count),
    ...count('Decreases', one.decrease_count),
    ...count('Removed', one.removed_count),
  ]
  const problem = one.state === 'READY' ? '' : 'Its rates are not compared yet.'
  return recipients.map(({ account_id }) => ({ id, account_id, named: { title, facts }, problem }))
}

const FINDERS = {
  INVOICE: findMailedInvoice,
  STATEMENT: findMailedStatement,
  RECEIPT: findMailedReceipt,
  PRICES: findMailedPrices,
} as const satisfies Record<DocumentKind, unknown>

/** Only accounts of the scope below the user: the own documents come from the one above. */
export async function findMailedDocuments(
  kind: DocumentKind,
  asked: Asked,
  ids: readonly number[],
): Promise<MailedDocument[]> {
  const { database, scope } = asked
  const settings = await readSettings(database)
  const rows: Found[] = []
  for (const id of new Set(ids)) rows.push(...(await FINDERS[kind](asked, settings, id)))
  const accounts = await listMailedAccounts(
    database,
    scope,
    rows.map(({ account_id }) => account_id),
  )
  const known = new Map(accounts.map((account) => [account.id, account]))
  const mailed = rows.flatMap(({ account_id, ...row }) => {
    const account = known.get(account_id)
    if (!account) return []
    return [{ ...row, kind, account, sender_id: account.parent_id ?? OPERATOR_ID }]
  })
  // A price notification also has recipients that are not of the user; other documents have one.
  const isWhole = kind === 'PRICES' ? mailed.length > 0 : mailed.length === rows.length
  if (!isWhole) throw new Problem('not-found')
  return mailed
}
