import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Money } from '#core/money.ts'
import { databaseForFile } from '#test/support/database.ts'
import { type Chance, makeChance } from '#test/support/random.ts'
import { asSqlConnection, type Tx } from '../database.ts'
import { findBreaches } from '../verify/invariants.ts'
import { INVOICE_INVARIANTS } from '../verify/invoice-invariants.ts'
import {
  assignPayment,
  findAssignment,
  listAssignable,
  listSettling,
  settleInvoices,
  takeBackAssignment,
} from './invoice-settlement.ts'

const fresh = databaseForFile()
let user_id: number
let serial = 0
beforeAll(async () => {
  const { rows } = await ask(sql<{ id: number }>`
    insert into console_user (username, type, password_hash)
    values ('clerk', 'ADMIN', 'x') returning id`)
  user_id = rows[0]?.id as number
})

const ask = <Row>(query: ReturnType<typeof sql<Row>>) => query.execute(fresh.database)
const idOf = async (query: ReturnType<typeof sql<{ id: number }>>): Promise<number> =>
  (await ask(query)).rows[0]?.id as number
const tx = <T>(work: (one: Tx) => Promise<T>) => fresh.database.transaction().execute(work)

type Kind = 'WHOLESALE' | 'SETTLEMENT'
const START = '2026-09-01T00:00:00Z'

const addAccount = async (kind: Kind): Promise<number> => {
  serial += 1
  return idOf(sql`insert into account (kind, parent_id, name)
    values (${kind}, 1, ${`Account ${serial}`}) returning id`)
}

interface InvoiceModel {
  readonly id: number
  readonly amount: number
  readonly due: number
  is_void: boolean
}
interface PaymentModel {
  readonly id: number
  readonly value: number
  is_reversed: boolean
}
interface PartModel {
  readonly id: number
  readonly invoice: InvoiceModel
  readonly payment: PaymentModel
  readonly amount: number
  is_undone: boolean
}

/** An account whose invoices and payments change at random, with what is expected of them. */
class Books {
  readonly invoices: InvoiceModel[] = []
  readonly payments: PaymentModel[] = []
  readonly parts: PartModel[] = []
  readonly id: number
  readonly kind: Kind
  readonly opening: number
  constructor(id: number, kind: Kind, opening: number) {
    this.id = id
    this.kind = kind
    this.opening = opening
  }

  async invoice(amount: number, due: number): Promise<void> {
    serial += 1
    const starts_at = new Date(Date.parse(START) + this.invoices.length * 86_400_000).toISOString()
    const forward = this.kind === 'SETTLEMENT' ? -this.opening : this.opening
    const id = await idOf(sql`
      insert into invoice (account_id, issuer_id, kind, starts_at, ends_at, timezone,
        after_entry_id, last_entry_id, brought_forward, net, amount, payable,
        prepared_at, document_number, issued_at, due_on, parties)
      values (${this.id}, 1, 'INVOICE', ${starts_at}, ${starts_at}::timestamptz + interval '1 day',
        'UTC', 0, 0, ${forward}, ${amount}, ${amount}, ${amount},
        ${START}, ${`X-${serial}`}, ${starts_at},
        ${START}::date + ${due}::int, '{}') returning id`)
    this.invoices.push({ id, amount, due, is_void: false })
  }

  async pay(value: number, kind: string, reverses: PaymentModel | null = null): Promise<void> {
    serial += 1
    // Payments to a settlement account are those that settle its invoices.
    const isPayer = value > 0 === (this.kind !== 'SETTLEMENT')
    const [payer, payee] = isPayer ? [this.id, 1] : [1, this.id]
    const id = await idOf(sql`
      insert into payment (at, kind, account_id, payer_id, payee_id, amount, method,
        note, idempotency_key, created_by, reverses_id)
      values (${START}::timestamptz + ${serial} * interval '1 second', ${kind}, ${this.id},
        ${payer}, ${payee}, ${Math.abs(value)}, 'bank', 'Why', ${randomUUID()}, ${user_id},
        ${reverses?.id ?? null}) returning id`)
    if (kind === 'ADJUSTMENT') return
    if (reverses) reverses.is_reversed = true
    this.payments.push({ id, value, is_reversed: reverses !== null })
  }

  async assign(chance: Chance): Promise<void> {
    const [payment] = await listAssignable(fresh.database, this.id)
    const open = this.invoices.filter((one) => !one.is_void && one.amount > 0)
    if (!payment || open.length === 0) return
    const invoice = chance.pick(open)
    const assigned = this.parts.filter((one) => one.invoice === invoice && !one.is_undone)
    const left = invoice.amount - assigned.reduce((sum, one) => sum + one.amount, 0)
    const amount = Math.min(left, chance.whole(1, Number(payment.unassigned)))
    if (amount < 1) return
    const of = { invoice_id: invoice.id, payment_id: payment.id, created_by: user_id }
    await tx((one) => assignPayment(one, { ...of, amount: amount as Money }))
    const { id } = (await ask(sql<{ id: number }>`select max(id) as id from invoice_payment`))
      .rows[0] as { id: number }
    const paid = this.payments.find((one) => one.id === payment.id) as PaymentModel
    this.parts.push({ id, invoice, payment: paid, amount, is_undone: false })
  }

  async undo(part: PartModel): Promise<void> {
    const found = await findAssignment(fresh.database, part.invoice.id, part.id)
    await tx((one) => takeBackAssignment(one, found as never, user_id))
    part.is_undone = true
  }

  async voidOne(invoice: InvoiceModel): Promise<void> {
    await ask(sql`update invoice set voided_at = now(), credit_note_number = ${`C-${invoice.id}`},
      settled = 0 where id = ${invoice.id}`)
    invoice.is_void = true
  }

  /** The settled amount, coin by coin: assigned parts, then the invoice that is due first. */
  total(): number {
    const credits = this.invoices.filter((one) => !one.is_void && one.amount < 0)
    const values = [...this.payments.map(({ value }) => value), ...credits.map((c) => -c.amount)]
    return Math.max(
      0,
      values.reduce((sum, value) => sum + value, this.opening),
    )
  }

  expected(): Map<number, number> {
    const settled = new Map<number, number>()
    let rest = this.total()
    const use = ({ id }: InvoiceModel, most: number) => {
      const used = Math.min(rest, most)
      rest -= used
      settled.set(id, (settled.get(id) ?? 0) + used)
    }
    for (const part of this.parts) {
      const counts = !part.is_undone && !part.invoice.is_void && !part.payment.is_reversed
      if (counts) use(part.invoice, part.amount)
    }
    const owed = this.invoices.filter((one) => !one.is_void && one.amount > 0)
    for (const one of owed.toSorted((a, b) => a.due - b.due || a.id - b.id)) {
      use(one, one.amount - (settled.get(one.id) ?? 0))
    }
    return settled
  }
}

async function change(books: Books, chance: Chance): Promise<void> {
  const whole = books.payments.filter((one) => one.value > 0 && !one.is_reversed)
  const documents = books.invoices.filter((one) => !one.is_void)
  const parts = books.parts.filter((one) => !one.is_undone && !one.invoice.is_void)
  const what = chance.whole(0, 10)
  if (what < 3) return books.invoice(chance.whole(-300, 1000), chance.whole(0, 20))
  if (what < 6)
    return books.pay(
      chance.whole(1, 900),
      books.kind === 'SETTLEMENT' ? 'PAYMENT_MADE' : 'RECHARGE',
    )
  if (what === 6) return books.pay(-chance.whole(1, 400), 'REFUND')
  if (what === 7 && whole.length > 0) {
    const one = chance.pick(whole)
    return books.pay(-one.value, 'REVERSAL', one)
  }
  if (what === 8 && documents.length > 3) return books.voidOne(chance.pick(documents))
  if (what === 9 && parts.length > 0) return books.undo(chance.pick(parts))
  return books.assign(chance)
}

const rules = INVOICE_INVARIANTS.filter(({ id }) => ['N5', 'N6'].includes(id))
const breaches = () => findBreaches(asSqlConnection(fresh.database), rules)

test.for([
  [1, 'WHOLESALE', 0],
  [2, 'WHOLESALE', 700],
  [3, 'WHOLESALE', -700],
  [4, 'SETTLEMENT', -500],
] as const)(
  'payments settle invoices as far as they go, whatever happens in between, seed %i, %s from %i',
  async ([seed, kind, opening]) => {
    const chance = makeChance(seed)
    const books = new Books(await addAccount(kind), kind, opening)
    await books.invoice(500, 10)
    await books.pay(900, 'ADJUSTMENT')
    for (let step = 0; step < 40; step += 1) {
      await change(books, chance)
      await tx((one) => settleInvoices(one, books.id))
      const { rows } = await ask(sql<{ id: number; settled: number }>`
        select id, settled::int as settled from invoice
        where account_id = ${books.id} and settled > 0`)
      const expected = [...books.expected()].filter(([, settled]) => settled > 0)
      expect(new Map(rows.map(({ id, settled }) => [id, settled]))).toEqual(new Map(expected))
      const all = rows.reduce((sum, { settled }) => sum + settled, 0)
      expect(all).toBeLessThanOrEqual(books.total())
    }
    expect(await breaches()).toEqual([])
    for (const { id } of books.invoices) {
      const of = { id, account_id: books.id }
      const { rows } = await listSettling(fresh.database, of, { limit: 500 })
      const sum = rows.reduce((all, { amount }) => all + Number(amount), 0)
      expect(sum).toBe(books.expected().get(id) ?? 0)
    }
  },
)

test('no more is assigned than there is, and nothing of another account', async () => {
  const [one, other] = [
    new Books(await addAccount('WHOLESALE'), 'WHOLESALE', 0),
    new Books(await addAccount('WHOLESALE'), 'WHOLESALE', 0),
  ]
  await one.invoice(100, 1)
  await one.invoice(1000, 2)
  await one.pay(300, 'RECHARGE')
  await other.pay(300, 'RECHARGE')
  const assign = (invoice: number, payment: PaymentModel | undefined, amount: number) =>
    tx((work) =>
      assignPayment(work, {
        invoice_id: one.invoices[invoice]?.id ?? 0,
        payment_id: payment?.id ?? 0,
        amount: amount as Money,
        created_by: user_id,
      }),
    )
  const [mine, foreign] = [one.payments[0], other.payments[0]]
  await expect(assign(0, mine, 101)).rejects.toThrow('more is assigned than there is')
  await expect(assign(1, mine, 301)).rejects.toThrow('more is assigned than there is')
  await expect(assign(1, foreign, 1)).rejects.toThrow('of another account')
  await assign(1, mine, 300)
  await expect(assign(0, mine, 1)).rejects.toThrow('more is assigned than there is')
})
