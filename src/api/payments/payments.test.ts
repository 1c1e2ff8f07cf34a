import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSettlement, getSettlement } from '#contract/accounts/settlements.ts'
import { getWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  createPayment,
  getPaymentTotals,
  listLedger,
  listPayments,
  reversePayment,
} from '#contract/payments/payments.ts'
import { money } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import { addClientNamed, addTariff } from '#test/support/configuration.ts'
import { rechargeForm, settlementForm } from '#test/support/forms.ts'
import { signInAdmin } from '#test/support/people.ts'
import { changeBalance, readRows } from '#test/support/rows.ts'
import { checkBooksOf } from '#test/support/world.ts'

const api = apiForFile()
let sell: number
let buy: number
let client_id: number
let settlement_id: number
let serial = 0

beforeAll(async () => {
  sell = await addTariff(api, 'SELL')
  buy = await addTariff(api, 'BUY')
})
afterEach(() => checkBooksOf(api))
beforeEach(async () => {
  serial += 1
  client_id = await addClientNamed(api, sell, `client${serial}`)
  const settlement = { body: settlementForm(buy, `carrier${serial}`) }
  settlement_id = (await api.admin.call(createSettlement, settlement)).data.id
})

type Form = BodyOf<typeof createPayment>

const recharge = (units: number, change: Partial<Form> = {}): Form => ({
  ...rechargeForm(client_id, units),
  note: 'thanks',
  private_note: 'from the boss',
  ...change,
})
const pay = (body: Form) => api.admin.call(createPayment, { body })
const reverse = (id: number, idempotency_key = randomUUID()) =>
  api.admin.call(reversePayment, { params: { id }, body: { note: 'mistake', idempotency_key } })
const ledgerOf = async (account_id: number) =>
  (await api.admin.call(listLedger, { query: { account_id } })).data
const listPaymentsOf = async (account_id: number) =>
  (await api.admin.call(listPayments, { query: { account_id } })).data
const clientNow = async () =>
  (await api.admin.call(getWholesaleClient, { params: { id: client_id } })).data
const setBalance = (balance: number, held: number) =>
  changeBalance(api, client_id, { balance: money(balance), held: money(held) })

/** Sentences by which people may be notified of this payment. */
const eventsOf = (subject_id: number) =>
  readRows(api, 'notification_event', { topic: 'PAYMENT_RECEIVED', subject_id })

describe('a recharge', () => {
  test('raises the balance of the client and stands in the ledger', async () => {
    const { data } = await pay(recharge(25))
    expect(data).toMatchObject({
      kind: 'RECHARGE',
      account_id: client_id,
      amount: 25_000_000,
      balance_before: 0n,
      balance_after: 25_000_000n,
      is_reversed: false,
      created_by_name: 'admin',
      payer_name: `client${serial}`,
      payee_name: 'Operator',
    })
    expect((await clientNow()).balance).toBe(25_000_000n)
    expect(await ledgerOf(client_id)).toMatchObject([
      { kind: 'PAYMENT', amount: 25_000_000, balance_after: 25_000_000n, payment_id: data.id },
    ])
    expect(await eventsOf(data.id)).toMatchObject([
      { sentence: `25 USD was received from client${serial}.` },
    ])
  })

  test('happens once, however often the same click arrives', async () => {
    const body = recharge(10)
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(body)))
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect((await clientNow()).balance).toBe(10_000_000n)
    expect(await ledgerOf(client_id)).toHaveLength(1)
    const other = await pay({ ...body, amount: money(11_000_000) })
    expect(other.problem.code).toBe('already-exists')
  })

  test('adds up with those that come at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(recharge(1))))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect((await clientNow()).balance).toBe(20_000_000n)
    const entries = await ledgerOf(client_id)
    const balances = entries.map(({ balance_after }) => Number(balance_after) / 1_000_000)
    expect(balances).toEqual(Array.from({ length: 20 }, (_, at) => 20 - at))
  })

  test('is refused without amount, for another account, and twice by one reference', async () => {
    expect((await pay(recharge(0))).problem.fields).toHaveProperty('amount')
    const settlement = recharge(1, { account_id: settlement_id })
    expect((await pay(settlement)).problem.fields).toHaveProperty('account_id')
    expect((await pay(recharge(1, { account_id: 1 }))).problem.fields).toHaveProperty('account_id')
    const reference = `invoice ${serial}`
    expect((await pay(recharge(1, { reference }))).status).toBe(200)
    const twice = await pay(recharge(1, { reference }))
    expect(twice.problem).toMatchObject({ code: 'already-exists' })
    expect(twice.problem.fields).toHaveProperty('reference')
  })
})

test('a payment to a settlement account lowers what we owe it', async () => {
  const body = recharge(5, { kind: 'PAYMENT_MADE', account_id: settlement_id })
  const { data } = await pay(body)
  expect(data).toMatchObject({ balance_after: -5_000_000n, payer_name: 'Operator' })
  const read = { params: { id: settlement_id } }
  expect((await api.admin.call(getSettlement, read)).data.balance).toBe(-5_000_000n)
  const { data: reversal } = await reverse(data.id)
  expect(reversal).toMatchObject({ balance_after: 0n, payee_name: 'Operator' })
})

describe('a payment of another kind', () => {
  const ofSettlement = (kind: Form['kind'], units: number): Form =>
    recharge(units, { kind, account_id: settlement_id, note: 'why' })

  test('moves the balance in its own direction, and is reversed', async () => {
    await pay(recharge(100))
    const moves: [Form, number, bigint][] = [
      [recharge(5, { kind: 'BONUS' }), 5_000_000, 105_000_000n],
      [recharge(30, { kind: 'REFUND' }), -30_000_000, 75_000_000n],
      [recharge(2, { kind: 'ADJUSTMENT' }), 2_000_000, 77_000_000n],
      [recharge(-7, { kind: 'ADJUSTMENT' }), -7_000_000, 70_000_000n],
    ]
    const ids: number[] = []
    for (const [form, amount, balance_after] of moves) {
      const { data } = await pay(form)
      expect(data).toMatchObject({ kind: form.kind, amount, balance_after })
      ids.push(data.id)
      // The same click again.
      expect((await pay(form)).data.id).toBe(data.id)
    }
    const payers = await listPaymentsOf(client_id)
    expect(payers.map(({ payer_name }) => payer_name === 'Operator')).toEqual([
      ...[true, false, true, false, false],
    ])
    for (const id of ids) expect((await reverse(id)).status).toBe(200)
    expect((await clientNow()).balance).toBe(100_000_000n)
  })

  test('of a settlement account is the other way round', async () => {
    const after: [Form, bigint][] = [
      [ofSettlement('PAYMENT_MADE', 10), -10_000_000n],
      [ofSettlement('BONUS', 5), -15_000_000n],
      [ofSettlement('REFUND', 3), -12_000_000n],
      [ofSettlement('ADJUSTMENT', -20), 8_000_000n],
    ]
    for (const [form, balance_after] of after) {
      expect((await pay(form)).data).toMatchObject({ balance_after })
    }
    const query = { account_id: settlement_id, direction: 'payable' } as const
    const totals = await api.admin.call(getPaymentTotals, { query })
    expect(totals.data).toMatchObject([{ paid: -8_000_000n, net: -8_000_000n }])
  })

  test('takes no more than is available, and an adjustment says why', async () => {
    await pay(recharge(10))
    const tooMuch = await pay(recharge(11, { kind: 'REFUND' }))
    expect(tooMuch.problem).toMatchObject({
      code: 'not-enough-money',
      fields: { amount: `client${serial} has only 10 USD available.` },
    })
    expect((await pay(recharge(-11, { kind: 'ADJUSTMENT' }))).status).toBe(409)
    const silent = await pay(recharge(1, { kind: 'ADJUSTMENT', note: ' ' }))
    expect(silent.problem.fields).toHaveProperty('note')
    expect((await pay(recharge(0, { kind: 'ADJUSTMENT' }))).problem.fields).toHaveProperty('amount')
    expect((await pay(recharge(-1, { kind: 'BONUS' }))).problem.fields).toHaveProperty('amount')
    const crossed = await pay(recharge(1, { kind: 'PAYMENT_MADE' }))
    expect(crossed.problem.fields).toHaveProperty('account_id')
    expect((await clientNow()).balance).toBe(10_000_000n)
  })
})

describe('a reversal', () => {
  test('takes the money back by a second payment', async () => {
    const { data: payment } = await pay(recharge(25))
    const { data: reversal } = await reverse(payment.id)
    expect(reversal).toMatchObject({
      kind: 'REVERSAL',
      reverses_id: payment.id,
      amount: -25_000_000,
      balance_before: 25_000_000n,
      balance_after: 0n,
      payer_name: 'Operator',
      note: 'mistake',
    })
    const [second, first] = await ledgerOf(client_id)
    expect(second).toMatchObject({ kind: 'REVERSAL', amount: -25_000_000, balance_after: 0n })
    expect(first).toMatchObject({ kind: 'PAYMENT', amount: 25_000_000 })
    const list = await listPaymentsOf(client_id)
    expect(list.map(({ is_reversed }) => is_reversed)).toEqual([false, true])
  })

  test('is refused when the money is spent or held', async () => {
    const { data: payment } = await pay(recharge(25))
    await setBalance(25_000_000, 1)
    const answer = await reverse(payment.id)
    expect(answer.problem.code).toBe('not-enough-money')
    expect(answer.problem.message).toContain('24.999999')
    await setBalance(25_000_000, 0)
    expect((await reverse(payment.id)).status).toBe(200)
  })

  test('happens once, and is not reversed itself', async () => {
    const { data: payment } = await pay(recharge(25))
    await pay(recharge(25))
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => reverse(payment.id, key)))
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect((await reverse(payment.id)).problem.code).toBe('already-exists')
    expect((await reverse(answers[0]?.data.id ?? 0)).status).toBe(400)
    expect((await clientNow()).balance).toBe(25_000_000n)
  })
})

test('the lists of money have no gaps and no doubles between pages', async () => {
  for (let count = 0; count < 9; count += 1) await pay(recharge(1 + (count % 2)))
  const account_id = client_id
  async function idsOf(endpoint: typeof listPayments | typeof listLedger, sort?: string) {
    const ids: number[] = []
    let cursor: string | undefined
    do {
      const query = { account_id, limit: 2, ...(sort && { sort }), ...(cursor && { cursor }) }
      const { data, page } = await api.admin.call(endpoint, { query: query as never })
      ids.push(...data.map(({ id }) => id))
      cursor = page.next_cursor ?? undefined
      // A row that comes in meanwhile belongs in front, and shifts nothing.
      if (ids.length === 2) await pay(recharge(3))
    } while (cursor)
    return ids
  }
  for (const [endpoint, sort, count] of [
    [listPayments, undefined, 9],
    [listPayments, '-amount', 10],
    [listLedger, undefined, 11],
  ] as const) {
    const ids = await idsOf(endpoint, sort)
    expect(ids).toHaveLength(count)
    expect(new Set(ids).size).toBe(count)
  }
})

test('payments are listed and summed by who pays whom, with their reversals', async () => {
  const { data: first } = await pay(recharge(25))
  await pay(recharge(10, { method: 'cash' }))
  await reverse(first.id)
  await pay(recharge(4, { kind: 'PAYMENT_MADE', account_id: settlement_id }))
  const kindsOf = async (query: { direction: 'payable' | 'receivable'; account_id: number }) =>
    (await api.admin.call(listPayments, { query })).data.map(({ kind }) => kind)
  const client = { direction: 'receivable', account_id: client_id } as const
  expect(await kindsOf(client)).toEqual(['REVERSAL', 'RECHARGE', 'RECHARGE'])
  expect(await kindsOf({ ...client, direction: 'payable' })).toEqual([])
  const settlement = { direction: 'payable', account_id: settlement_id } as const
  expect(await kindsOf(settlement)).toEqual(['PAYMENT_MADE'])
  expect(await kindsOf({ ...settlement, direction: 'receivable' })).toEqual([])

  const totalsOf = async (query: object) =>
    (await api.admin.call(getPaymentTotals, { query: { ...client, ...query } })).data
  const paid = 35_000_000n
  expect(await totalsOf({})).toEqual([
    { currency: 'USD', paid, reversed: 25_000_000n, net: 10_000_000n },
  ])
  const cash = await totalsOf({ method: 'cash', q: `client${serial}` })
  expect(cash).toEqual([{ currency: 'USD', paid: 10_000_000n, reversed: 0n, net: 10_000_000n }])
  expect(await totalsOf({ q: 'nobody is called so' })).toEqual([])
})

test('a user can list the payments that it has recorded itself', async () => {
  const cashiers = { permissions: ['payments.view', 'payments.create'] } as const
  const berta = await signInAdmin(api, 'berta', cashiers)
  const { data: hers } = await berta.call(createPayment, { body: recharge(2) })
  const { data: other } = await pay(recharge(3))
  const query = { account_id: client_id, mine: 'true' } as const
  const idsOf = async (session: typeof berta) =>
    (await session.call(listPayments, { query })).data.map(({ id }) => id)
  expect(await idsOf(berta)).toEqual([hers.id])
  expect(await idsOf(api.admin)).toEqual([other.id])
})

test('a payment is evidence: the database changes and deletes none', async () => {
  await api.admin.call(createPayment, { body: rechargeForm(client_id, 1) })
  for (const change of [
    sql`update payment set amount = 1`,
    sql`delete from payment`,
    sql`truncate payment cascade`,
  ]) {
    await expect(change.execute(api.database)).rejects.toThrow('payment is append-only')
  }
})
