// The settled amounts of the issued invoices of an account (ADR-0029). Assigned parts of payments
// settle their invoices, and the rest settles the others, those that are due first.
import { type RawBuilder, sql } from 'kysely'
import type { Money, Sum } from '#core/money.ts'
import type { Database, Tx } from '../database.ts'
import { type Listed, type ListQuery, offsetPage } from '../paging.ts'
import type { PaymentTable } from '../tables/billing.ts'
import { SIGNED_PAYMENT } from './signed-payment.ts'

/** Adjustments are billed: they settle nothing. */
const SETTLES = `'ADJUSTMENT' not in (p.kind, coalesce(o.kind, ''))`

/** The ledger has the time of a payment right after it: `brought_forward` has it or has it not. */
const IS_SINCE = `(p.at >= f.starts_at or (p.at >= f.starts_at - interval '1 hour' and exists (
  select from ledger_entry l where l.payment_id = p.id and l.account_id = p.account_id
    and l.at >= f.starts_at and l.at < f.starts_at + interval '1 hour')))`

/**
 * Whether the assigned part `h` counts: neither it nor its payment is taken back, and its invoice
 * counts.
 */
const COUNTS = `h.reverses_id is null and i.voided_at is null
  and not exists (select from invoice_payment u where u.reverses_id = h.id)
  and not exists (select from payment r where r.reverses_id = h.payment_id)`

/** The sum of the rows before this one, in an order. */
const before = (value: string, order: string, account = 'account_id'): string =>
  `coalesce(sum(${value}) over (partition by ${account} order by ${order}
    rows between unbounded preceding and 1 preceding), 0)`

/**
 * `plan` has what is settled of each invoice: `by_hand`, and `by_order` from `at_sum` of what is
 * not assigned. The sources are the balance when the first invoice began, payments since, and
 * invoices below zero; debt at that time is settled before the invoices, and a refund takes the
 * newest payments.
 */
const settlement = (accounts: string): string => `
  first as materialized (
    select distinct on (i.account_id) i.account_id, i.starts_at,
      case when a.kind = 'SETTLEMENT' then -i.brought_forward else i.brought_forward end as opening
    from invoice i join account a on a.id = i.account_id where ${accounts}
    order by i.account_id, i.starts_at, i.id),
  source as materialized (
    select account_id, 'BALANCE' as kind, null::bigint as payment_id, null::bigint as invoice_id,
      starts_at as at, opening::numeric as value, false as is_taken_back from first
    union all
    select p.account_id, 'PAYMENT', p.id, null, p.at,
      ${SIGNED_PAYMENT},
      p.reverses_id is not null or exists (select from payment r where r.reverses_id = p.id)
    from first f join payment p on p.account_id = f.account_id
      join account a on a.id = p.account_id left join payment o on o.id = p.reverses_id
    where ${SETTLES} and ${IS_SINCE}
    union all
    select i.account_id, 'INVOICE', null, i.id, i.issued_at, -i.payable, false from invoice i
    where ${accounts} and i.issued_at is not null and i.voided_at is null and i.payable < 0),
  total as (
    select account_id, greatest(sum(value), 0) as total from source group by account_id),
  hand as materialized (
    select h.id, i.account_id, h.invoice_id, h.payment_id,
      least(h.amount, greatest(t.total
        - ${before('h.amount', 'h.id', 'i.account_id')}, 0)) as amount
    from invoice_payment h join invoice i on i.id = h.invoice_id
      join total t on t.account_id = i.account_id
    where ${accounts} and ${COUNTS}),
  pool as (
    select t.account_id, t.total - coalesce(sum(h.amount), 0) as pool
    from total t left join hand h on h.account_id = t.account_id group by t.account_id, t.total),
  owed as (
    select i.id, i.account_id, i.due_on, i.issued_at, coalesce(h.by_hand, 0) as by_hand,
      i.payable - coalesce(h.by_hand, 0) as rest
    from invoice i left join (select invoice_id, sum(amount) as by_hand from hand
      group by invoice_id) h on h.invoice_id = i.id
    where ${accounts} and i.issued_at is not null and i.voided_at is null and i.payable > 0),
  ordered as (
    select id, account_id, by_hand, rest,
      ${before('rest', 'due_on, issued_at, id')} as at_sum from owed),
  plan as (
    select o.id, o.account_id, o.by_hand, o.at_sum,
      greatest(least(o.rest, p.pool - o.at_sum), 0) as by_order
    from ordered o join pool p on p.account_id = o.account_id)`

const ofAccount = (account_id: number): string => `i.account_id = ${account_id}`

/** For the rule of `npm run verify`: invoices of which another sum is settled than is noted. */
export const WRONGLY_SETTLED = `with ${settlement('true')}
  select i.id, i.settled::text, coalesce(p.by_hand + p.by_order, 0)::text as expected
  from invoice i left join plan p on p.id = i.id
  where i.settled <> coalesce(p.by_hand + p.by_order, 0)`

/** Under the lock of the account's balance. */
export async function settleInvoices(tx: Tx, account_id: number): Promise<void> {
  await sql`with ${sql.raw(settlement(ofAccount(account_id)))}
    update invoice i set settled = p.by_hand + p.by_order from plan p
    where i.id = p.id and i.settled <> p.by_hand + p.by_order`.execute(tx)
}

export interface SettledBy {
  /** Id of the assigned part; null where the order of the invoices settles. */
  readonly id: number | null
  readonly kind: 'PAYMENT' | 'BALANCE' | 'INVOICE'
  readonly payment_id: number | null
  readonly at: string
  readonly method: PaymentTable['method'] | null
  readonly reference: string
  readonly amount: Sum
}

/** The sources that settle an invoice in the scope of the user, in the order of their use. */
const sourcesOf = (id: number, account_id: number): RawBuilder<SettledBy> => sql<SettledBy>`(
  with ${sql.raw(settlement(ofAccount(account_id)))},
  left_over as (
    select s.account_id, s.kind, s.payment_id, s.invoice_id, s.at, s.value - coalesce((
      select sum(h.amount) from hand h where h.payment_id = s.payment_id), 0) as value
    from source s where s.value > 0 and not s.is_taken_back),
  used as (
    select l.*, ${sql.raw(before('value', 'at, payment_id, invoice_id', 'l.account_id'))}
      + least(f.opening, 0) as from_sum
    from left_over l join first f on f.account_id = l.account_id),
  settling as (
    select h.id, 'PAYMENT' as kind, h.payment_id, p.at, h.amount from hand h
      join payment p on p.id = h.payment_id where h.invoice_id = ${id} and h.amount > 0
    union all
    select null, u.kind, u.payment_id, u.at, least(u.from_sum + u.value, n.at_sum + n.by_order)
      - greatest(u.from_sum, n.at_sum)
    from plan n join used u on u.from_sum < n.at_sum + n.by_order
      and u.from_sum + u.value > n.at_sum
    where n.id = ${id} and n.by_order > 0)
  select s.id, s.kind, s.payment_id, s.at, p.method, coalesce(p.reference, '') as reference,
    s.amount::numeric as amount
  from settling s left join payment p on p.id = s.payment_id)`

const SORTS = { at: sql`s.at`, amount: sql`s.amount` }

export function listSettling(
  database: Database,
  invoice: { readonly id: number; readonly account_id: number },
  query: ListQuery<keyof typeof SORTS>,
): Promise<Listed<SettledBy>> {
  const select = database.selectFrom(sourcesOf(invoice.id, invoice.account_id).as('s')).selectAll()
  return offsetPage(database, select, query, SORTS, 'at', sql`s.payment_id`, sql`s.id`)
}

/** All of them, oldest first. */
export async function listAllSettling(
  database: Database,
  invoice: { readonly id: number; readonly account_id: number },
): Promise<SettledBy[]> {
  return database
    .selectFrom(sourcesOf(invoice.id, invoice.account_id).as('s'))
    .selectAll()
    .orderBy('s.at')
    .orderBy('s.payment_id')
    .orderBy('s.id')
    .execute()
}

export interface AssignablePayment {
  readonly id: number
  readonly at: string
  readonly method: PaymentTable['method']
  readonly reference: string
  readonly amount: Money
  /** The part that no user has assigned yet. */
  readonly unassigned: Sum
}

const ASSIGNABLE_MAX = 200

/** Payments of which something can be assigned to the invoice, newest first; or just one. */
export async function listAssignable(
  database: Database,
  account_id: number,
  payment_id: number | null = null,
): Promise<AssignablePayment[]> {
  const { rows } = await sql<AssignablePayment>`
    with ${sql.raw(settlement(ofAccount(account_id)))}
    select p.id, p.at, p.method, p.reference, p.amount, l.unassigned
    from (select payment_id, value - coalesce((select sum(h.amount) from invoice_payment h
          join invoice i on i.id = h.invoice_id
          where h.payment_id = source.payment_id and i.voided_at is null), 0) as unassigned
        from source where kind = 'PAYMENT' and value > 0 and not is_taken_back) l
      join payment p on p.id = l.payment_id
    where l.unassigned > 0 and (${payment_id}::bigint is null or p.id = ${payment_id})
    order by p.at desc, p.id desc limit ${ASSIGNABLE_MAX}`.execute(database)
  return rows
}

interface Assignment {
  readonly invoice_id: number
  readonly payment_id: number
  readonly amount: Money
  readonly created_by: number
}

export async function assignPayment(tx: Tx, assignment: Assignment): Promise<void> {
  await tx
    .insertInto('invoice_payment')
    .values({ ...assignment, reverses_id: null })
    .execute()
}

/** The sum that users assigned to an invoice. */
export async function sumAssigned(tx: Tx, invoice_id: number): Promise<Sum> {
  const { rows } = await sql<{ sum: Sum }>`select coalesce(sum(amount), 0) as sum
    from invoice_payment where invoice_id = ${invoice_id}`.execute(tx)
  return rows[0]?.sum ?? (0n as Sum)
}

/** An assigned part of a payment that was not taken back. */
export async function findAssignment(database: Database, invoice_id: number, id: number) {
  return database
    .selectFrom('invoice_payment as h')
    .where('h.id', '=', id)
    .where('h.invoice_id', '=', invoice_id)
    .where('h.reverses_id', 'is', null)
    .where(sql<boolean>`not exists (select from invoice_payment u where u.reverses_id = h.id)`)
    .select(['h.id', 'h.invoice_id', 'h.payment_id', 'h.amount'])
    .executeTakeFirst()
}

export async function takeBackAssignment(
  tx: Tx,
  { id, ...of }: { id: number; invoice_id: number; payment_id: number; amount: Money },
  created_by: number,
): Promise<void> {
  const amount = -of.amount as Money
  await tx
    .insertInto('invoice_payment')
    .values({ ...of, amount, created_by, reverses_id: id })
    .execute()
}
