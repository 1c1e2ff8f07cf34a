// Payments: money that changed hands outside the switch, and the ledger entries that they leave.
import { type RawBuilder, sql } from 'kysely'
import { addSums, type Fx, type Money, type Sum } from '#core/money.ts'
import { parentIdOf } from '../accounts/account-columns.ts'
import { accountOfUser } from '../colleagues.ts'
import type { Database, Tx } from '../database.ts'
import { settleInvoices } from '../invoices/invoice-settlement.ts'
import { SIGNED_PAYMENT } from '../invoices/signed-payment.ts'
import { type LastMail, lastMail } from '../notifications/last-mail.ts'
import {
  afterKey,
  contains,
  countRows,
  keyOf,
  type Listed,
  type ListQuery,
  sortOf,
  toPage,
} from '../paging.ts'
import { chosenPeriod, isWithin, type Period, type TimeQuery } from '../periods.ts'
import { inScope, isNotOwn, isOfAdmin, isPartyTo, type Scope } from '../scope.ts'
import { asSum } from '../sums.ts'
import type { AccountTable } from '../tables/accounts.ts'
import type { PaymentTable } from '../tables/billing.ts'
import { type NewPayment, notePayment } from './payment-event.ts'

export interface PaymentRow extends LastMail {
  readonly id: number
  readonly at: string
  readonly kind: PaymentTable['kind']
  /** The account whose balance moves; the other side is its parent. */
  readonly account_id: number
  readonly account_name: string
  readonly account_kind: string
  readonly account_level: number | null
  readonly payer_name: string
  readonly payee_name: string
  /** Below zero for what goes back. */
  readonly amount: Money
  readonly currency: string
  readonly method: PaymentTable['method']
  readonly reference: string
  readonly note: string
  readonly private_note: string
  readonly balance_before: Sum | null
  readonly balance_after: Sum | null
  readonly parent_id: number | null
  readonly parent_amount: Money | null
  readonly parent_currency: string | null
  readonly parent_balance_before: Sum | null
  readonly parent_balance_after: Sum | null
  readonly reverses_id: number | null
  readonly is_reversed: boolean
  readonly is_own_record: boolean
  readonly created_by_name: string
}

/** An entry of a payment is written right after it; by its time one month of the ledger is read. */
const hasEntry = (entry: string) =>
  sql.raw(`${entry}.payment_id = p.id
    and ${entry}.at >= p.at and ${entry}.at < p.at + interval '1 hour'`)

/**
 * The entry of the reseller above is joined only for users who may see it. Entries are gone with
 * their month of the ledger; payments stay.
 */
export const sourcesOf = (scope: Scope) => sql`payment p
  join account payer on payer.id = p.payer_id
  join account payee on payee.id = p.payee_id
  join account a on a.id = p.account_id
  left join reseller r on r.account_id = a.id
  left join ledger_entry l on ${hasEntry('l')} and l.account_id = p.account_id
  left join ledger_entry above on ${hasEntry('above')} and above.account_id <> p.account_id
    and ${inScope(scope, 'above.account_id')}
  left join account parent on parent.id = above.account_id
  left join console_user u on u.id = p.created_by`

export const SIGNED = sql.raw(SIGNED_PAYMENT)

/** A reseller reverses what its login or its staff has recorded about others. */
const isOwnRecord = (scope: Scope): RawBuilder<boolean> =>
  isOfAdmin(scope)
    ? sql`true`
    : sql`(coalesce(${accountOfUser} = ${scope.account_id}, false)
        and ${isNotOwn(scope, 'p.account_id')})`

const isAmongThem = (scope: Scope) => isPartyTo(scope, 'p.account_id', 'p.payer_id', 'p.payee_id')

const columnsOf = (scope: Scope) => sql`p.id, p.at, p.kind, p.account_id, a.name as account_name,
  a.kind as account_kind, r.level as account_level, payer.name as payer_name,
  payee.name as payee_name, ${SIGNED} as amount, a.currency, p.method, p.reference,
  p.note, p.private_note,
  l.balance_after::numeric - l.amount as balance_before, l.balance_after::numeric,
  parent.id as parent_id, abs(above.amount) as parent_amount,
  parent.currency as parent_currency,
  above.balance_after::numeric - above.amount as parent_balance_before,
  above.balance_after::numeric as parent_balance_after, p.reverses_id,
  coalesce(u.username, 'Switch') as created_by_name,
  exists (select 1 from payment o where o.reverses_id = p.id) as is_reversed,
  ${isOwnRecord(scope)} as is_own_record, m.mail_id, m.mail_to, m.mail_state, m.mail_at`

/** With the last mail of each, where single payments are read. */
const mailedSourcesOf = (scope: Scope) => sql`${sourcesOf(scope)}
  left join ${lastMail('RECEIPT', sql`p.id`, isNotOwn(scope, 'p.account_id'))} m on true`

const SORTS = {
  at: { column: sql`p.at`, type: 'timestamptz', key: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ },
  amount: { column: SIGNED, type: 'bigint', key: /^-?\d{1,16}$/ },
} as const

export interface OfDirection {
  readonly direction?: 'payable' | 'receivable' | undefined
  readonly account_id?: number | undefined
  readonly through?: 'operator' | 'reseller' | undefined
}

export interface PaymentFilters extends OfDirection, TimeQuery {
  readonly q?: string | undefined
  readonly kind?: PaymentTable['kind'] | undefined
  readonly method?: PaymentTable['method'] | undefined
  readonly created_by?: number
}

type PaymentQuery = PaymentFilters & ListQuery<keyof typeof SORTS>

/**
 * A condition: the user of the scope pays account `a`, or as account `a`. By account and not by
 * payer, so that a reversal is listed with its payment.
 */
export const isPaidBy = (scope: Scope): RawBuilder<boolean> =>
  isOfAdmin(scope)
    ? sql`(a.kind = 'SETTLEMENT')`
    : sql`((a.id = ${scope.account_id}) <> (a.kind = 'SETTLEMENT'))`

export function filtersOf(
  scope: Scope,
  query: PaymentFilters,
  period: Period | undefined,
): RawBuilder<boolean> {
  const { q, direction, kind, account_id, through, method, created_by } = query
  const filters = [inScope(scope, 'p.account_id'), isAmongThem(scope), isWithin('p.at', period)]
  if (direction) filters.push(sql`${isPaidBy(scope)} = ${direction === 'payable'}`)
  if (kind) filters.push(sql`p.kind = ${kind}`)
  if (account_id) filters.push(sql`${account_id}::bigint in (p.payer_id, p.payee_id)`)
  if (through) {
    const isThrough = through === 'operator' ? sql`is null` : sql`is not null`
    filters.push(sql`p.parent_amount ${isThrough}`)
  }
  if (method) filters.push(sql`p.method = ${method}`)
  if (created_by) filters.push(sql`p.created_by = ${created_by}`)
  if (q) {
    const found = contains(q)
    filters.push(sql`(a.name ilike ${found} or p.reference ilike ${found}
      or p.note ilike ${found})`)
  }
  return sql.join<boolean>(filters, sql` and `)
}

export async function listPayments(
  database: Database,
  scope: Scope,
  query: PaymentQuery,
): Promise<Listed<PaymentRow>> {
  const { sort, column, direction } = sortOf(query, '-at')
  const by = SORTS[column]
  const way = sql.raw(direction)
  const key = keyOf(query, [by.key, /^\d{1,15}$/])
  const matching = filtersOf(scope, query, await chosenPeriod(database, query))
  const isBehind = afterKey(by.column, by.type, [sql`p.id`], key, direction)
  const { rows } = await sql<PaymentRow>`
    select ${columnsOf(scope)} from ${mailedSourcesOf(scope)} where ${matching} and ${isBehind}
    order by ${by.column} ${way}, p.id ${way} limit ${query.limit + 1}`.execute(database)
  const total = await countRows(
    database,
    query,
    sql`select 1 from ${sourcesOf(scope)} where ${matching}`,
  )
  return toPage(query, sort, rows, total, (last) => [last[column], last.id])
}

export interface PaymentSums {
  readonly paid: Sum
  readonly reversed: Sum
  readonly net: Sum
}

/** Sums of the rows of a group; reversals apart. */
export const PAYMENT_SUMS = sql`
  coalesce(sum(${SIGNED}) filter (where p.kind <> 'REVERSAL'), 0) as paid,
  coalesce(sum(-${SIGNED}) filter (where p.kind = 'REVERSAL'), 0) as reversed,
  coalesce(sum(${SIGNED}), 0) as net`

/** For each currency, because sums of several say nothing. */
export async function sumPayments(
  database: Database,
  scope: Scope,
  query: PaymentFilters,
): Promise<(PaymentSums & { currency: string })[]> {
  const matching = filtersOf(scope, query, await chosenPeriod(database, query))
  const { rows } = await sql<PaymentSums & { currency: string }>`
    select a.currency, ${PAYMENT_SUMS} from ${sourcesOf(scope)}
    where ${matching} group by a.currency order by a.currency`.execute(database)
  return rows
}

export async function findPayment(
  database: Database,
  scope: Scope,
  id: number,
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${columnsOf(scope)} from ${mailedSourcesOf(scope)}
    where p.id = ${id} and ${inScope(scope, 'p.account_id')} and ${isAmongThem(scope)}`.execute(
    database,
  )
  return rows[0]
}

/** The payment that was made with this key, if it was made before. */
export async function findPaymentByKey(tx: Tx, idempotency_key: string) {
  const { rows } = await sql<
    Pick<PaymentRow, 'id' | 'kind' | 'account_id' | 'amount' | 'reverses_id'>
  >`
    select p.id, p.kind, p.account_id, ${SIGNED} as amount, p.reverses_id
    from payment p join account a on a.id = p.account_id
    where p.idempotency_key = ${idempotency_key}`.execute(tx)
  return rows[0]
}

/** An account whose balance a payment moves. */
export interface Party {
  readonly id: number
  readonly name: string
  readonly kind: AccountTable['kind']
  /** The reseller above; null is the operator. */
  readonly parent_id: number | null
  readonly currency: string
  readonly fx: Fx
  readonly balance: Sum
  readonly credit_limit: Money
  readonly held: Sum
  readonly lent: Sum
}

export async function findPaymentParty(
  database: Database,
  scope: Scope,
  id: number,
): Promise<Party | undefined> {
  return database
    .selectFrom('account as a')
    .innerJoin('account_balance as b', 'b.account_id', 'a.id')
    .innerJoin('currency as c', 'c.code', 'a.currency')
    .where('a.id', '=', id)
    .where('a.deleted_at', 'is', null)
    .where(inScope(scope, 'a.id'))
    .select(['a.id', 'a.name', 'a.kind', 'a.currency', 'c.rate as fx'])
    .select([asSum('b.balance').as('balance'), 'b.credit_limit', asSum('b.held').as('held')])
    .select(asSum('b.lent').as('lent'))
    .select(parentIdOf('a.parent_id').as('parent_id'))
    .executeTakeFirst()
}

export interface Movement {
  readonly account_id: number
  readonly counter_account_id: number
  /** With the sign of the balance, in the currency of the account. */
  readonly amount: Money
  /** As locked before. */
  readonly balance: Sum
}

/** The payments that a user recorded for an account in the last 24 hours, without reversed ones. */
export async function sumRecordedToday(tx: Tx, user_id: number, account_id: number): Promise<Sum> {
  const { rows } = await sql<{ sum: Sum }>`
    select coalesce(sum(p.amount), 0) as sum from payment p
    where p.created_by = ${user_id} and p.account_id = ${account_id} and p.kind <> 'REVERSAL'
      and p.at > now() - interval '24 hours'
      and not exists (select from payment o where o.reverses_id = p.id)`.execute(tx)
  return rows[0]?.sum ?? (0n as Sum)
}

/**
 * Writes the payment with a ledger entry and a new balance for each side; both are locked. It
 * settles the invoices of the account.
 */
export async function insertPayment(
  tx: Tx,
  payment: NewPayment,
  movements: readonly Movement[],
): Promise<number> {
  const { id } = await tx
    .insertInto('payment')
    .values(payment)
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const movement of movements) await move(tx, id, payment, movement)
  await settleInvoices(tx, payment.account_id)
  await notePayment(tx, id, payment)
  return id
}

async function move(
  tx: Tx,
  payment_id: number,
  { reverses_id, note }: NewPayment,
  { account_id, counter_account_id, amount, balance: before }: Movement,
): Promise<void> {
  const balance = addSums(before, amount)
  await tx
    .updateTable('account_balance')
    .set({ balance })
    .where('account_id', '=', account_id)
    .execute()
  await tx
    .insertInto('ledger_entry')
    .values({
      account_id,
      counter_account_id,
      kind: reverses_id === null ? 'PAYMENT' : 'REVERSAL',
      amount,
      balance_after: balance,
      payment_id,
      reverses_id: reverses_id === null ? null : await entryOf(tx, reverses_id, account_id),
      note,
    })
    .execute()
}

async function entryOf(tx: Tx, payment_id: number, account_id: number): Promise<number> {
  const entry = await tx
    .selectFrom('ledger_entry')
    .where('payment_id', '=', payment_id)
    .where('account_id', '=', account_id)
    .select('id')
    .executeTakeFirstOrThrow()
  return entry.id
}
