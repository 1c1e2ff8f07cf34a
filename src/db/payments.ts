// Payments: money that changed hands outside the switch, and the ledger entries that they leave.
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { assert } from '#core/assert.ts'
import type { Money } from '#core/money.ts'
import { OPERATOR_ID } from './accounts.ts'
import type { Database, Tx } from './database.ts'
import {
  afterKey,
  cappedCount,
  contains,
  keyOf,
  type Listed,
  type ListQuery,
  sortOf,
  toPage,
} from './paging.ts'
import { inScope, type Scope } from './scope.ts'
import type { AccountTable, PaymentTable } from './tables.ts'

export interface PaymentRow {
  readonly id: number
  readonly at: string
  readonly kind: PaymentTable['kind']
  /** The side that is not the operator. */
  readonly account_id: number
  readonly account_name: string
  readonly account_kind: string
  readonly payer_name: string
  readonly payee_name: string
  readonly amount: Money
  readonly method: PaymentTable['method']
  readonly reference: string
  readonly note: string
  readonly private_note: string
  readonly balance_before: Money
  readonly balance_after: Money
  readonly reverses_id: number | null
  readonly is_reversed: boolean
  readonly created_by_name: string
}

const SOURCES = sql`payment p
  join account payer on payer.id = p.payer_id
  join account payee on payee.id = p.payee_id
  join ledger_entry l on l.payment_id = p.id and l.account_id = p.account_id
  join account a on a.id = p.account_id
  join console_user u on u.id = p.created_by`

const COLUMNS = sql`p.id, p.at, p.kind, p.account_id, a.name as account_name,
  a.kind as account_kind, payer.name as payer_name, payee.name as payee_name, p.amount, p.method,
  p.reference, p.note, p.private_note, l.balance_after - l.amount as balance_before,
  l.balance_after, p.reverses_id, u.username as created_by_name,
  exists (select 1 from payment o where o.reverses_id = p.id) as is_reversed`

const SORTS = {
  at: { column: sql`p.at`, type: 'timestamptz', key: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ },
  amount: { column: sql`p.amount`, type: 'bigint', key: /^\d{1,16}$/ },
} as const

interface PaymentFilters {
  readonly q?: string | undefined
  readonly direction?: 'payable' | 'receivable' | undefined
  readonly kind?: PaymentTable['kind'] | undefined
  readonly account_id?: number | undefined
  readonly method?: PaymentTable['method'] | undefined
}

type PaymentQuery = PaymentFilters & ListQuery<keyof typeof SORTS>

function filtersOf(scope: Scope, query: PaymentFilters): RawBuilder<boolean> {
  const { q, direction, kind, account_id, method } = query
  const filters = [inScope(scope, 'l.account_id')]
  // By the account and not by who pays: a reversal stands beside what it takes back.
  if (direction === 'payable') filters.push(sql`a.kind = 'SETTLEMENT'`)
  if (direction === 'receivable') filters.push(sql`a.kind <> 'SETTLEMENT'`)
  if (kind) filters.push(sql`p.kind = ${kind}`)
  if (account_id) filters.push(sql`l.account_id = ${account_id}`)
  if (method) filters.push(sql`p.method = ${method}`)
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
  const { column, direction } = sortOf(query, '-at')
  const sort = SORTS[column]
  const way = sql.raw(direction)
  const key = keyOf(query, [sort.key, /^\d{1,15}$/])
  const matching = filtersOf(scope, query)
  const isBehind = afterKey(sort.column, sort.type, sql`p.id`, key, direction)
  const { rows } = await sql<PaymentRow>`
    select ${COLUMNS} from ${SOURCES} where ${matching} and ${isBehind}
    order by ${sort.column} ${way}, p.id ${way} limit ${query.limit + 1}`.execute(database)
  const total = await cappedCount(database, sql`select 1 from ${SOURCES} where ${matching}`)
  return toPage(query, rows, total, (last) => [last[column], last.id])
}

export async function sumPayments(database: Database, scope: Scope, query: PaymentFilters) {
  const { rows } = await sql<{ paid: Money; reversed: Money; net: Money }>`
    select paid::bigint, reversed::bigint, (paid - reversed)::bigint as net from (
      select coalesce(sum(p.amount) filter (where p.kind <> 'REVERSAL'), 0) as paid,
        coalesce(sum(p.amount) filter (where p.kind = 'REVERSAL'), 0) as reversed
      from ${SOURCES} where ${filtersOf(scope, query)}) sums`.execute(database)
  const [sums] = rows
  assert(sums, 'a query of sums answers one row')
  return sums
}

export async function findPayment(
  database: Database | Tx,
  scope: Scope,
  id: number,
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${COLUMNS} from ${SOURCES}
    where p.id = ${id} and ${inScope(scope, 'l.account_id')}`.execute(database)
  return rows[0]
}

/** The payment that was made with this key, if it was made before. */
export async function findPaymentByKey(tx: Tx, idempotency_key: string) {
  return tx
    .selectFrom('payment')
    .where('idempotency_key', '=', idempotency_key)
    .select(['id', 'kind', 'payer_id', 'payee_id', 'amount', 'reverses_id'])
    .executeTakeFirst()
}

/** The kind of an account that exists. */
export async function findAccountKind(
  tx: Tx,
  scope: Scope,
  id: number,
): Promise<AccountTable['kind'] | undefined> {
  const account = await tx
    .selectFrom('account')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(inScope(scope, 'id'))
    .select('kind')
    .executeTakeFirst()
  return account?.kind
}

export interface Movement {
  readonly account_id: number
  /** With the sign of the balance. */
  readonly amount: Money
  /** As locked before. */
  readonly balance: Money
}

type NewPayment = Omit<Selectable<PaymentTable>, 'id' | 'at' | 'created_at' | 'updated_at'>

/** Writes the payment, its ledger entry and the new balance; the caller has locked the balance. */
export async function insertPayment(
  tx: Tx,
  payment: NewPayment,
  movement: Movement,
): Promise<number> {
  const { id } = await tx
    .insertInto('payment')
    .values(payment)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { account_id, amount } = movement
  const reversed_id = payment.reverses_id
  const balance = (movement.balance + amount) as Money
  await tx
    .updateTable('account_balance')
    .set({ balance })
    .where('account_id', '=', account_id)
    .execute()
  await tx
    .insertInto('ledger_entry')
    .values({
      account_id,
      counter_account_id: OPERATOR_ID,
      kind: reversed_id === null ? 'PAYMENT' : 'REVERSAL',
      amount,
      balance_after: balance,
      payment_id: id,
      reverses_id: reversed_id === null ? null : await entryOf(tx, reversed_id),
      note: payment.note,
    })
    .execute()
  return id
}

async function entryOf(tx: Tx, payment_id: number): Promise<number> {
  const entry = await tx
    .selectFrom('ledger_entry')
    .where('payment_id', '=', payment_id)
    .select('id')
    .executeTakeFirstOrThrow()
  return entry.id
}
