// Payments of accounts below a reseller come from the reseller's own balance.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { lookupUsers } from '#contract/console/lookups.ts'
import * as contract from '#contract/payments/payments.ts'
import { money } from '#core/money.ts'
import { findPayment } from '#db/payments/payments.ts'
import { asSum } from '#db/sums.ts'
import { apiForFile } from '#test/support/api.ts'
import { addTariff, named } from '#test/support/configuration.ts'
import { clientForm, rechargeForm, resellerForm } from '#test/support/forms.ts'
import { changeBalance, changeRows } from '#test/support/rows.ts'
import { checkBooksOf } from '#test/support/world.ts'

const api = apiForFile()
let cost: number
let sell: number
let serial = 0
let top: { id: number; level: number }
let reseller: { id: number; level: number; name: string }
let client_id: number

async function addReseller(above: typeof top | null, currency?: string) {
  serial += 1
  const form = resellerForm(cost, `reseller${serial}`, above)
  const body = { ...form, ...(currency && { currency }) }
  return (await api.admin.call(createReseller, { body })).data
}

async function addClient(parent_id: number, currency?: string) {
  serial += 1
  const form = { ...clientForm(sell, `client${serial}`), parent_id }
  const body = { ...form, ...(currency && { currency }) }
  return (await api.admin.call(createWholesaleClient, { body })).data.id
}

const pay = (account_id: number, units: number, idempotency_key = randomUUID()) =>
  api.admin.call(contract.createPayment, {
    body: { ...rechargeForm(account_id, units), note: 'thanks', idempotency_key },
  })
/** As a console does it: a request that found no free connection is sent again, with its key. */
async function payInTheCrowd(account_id: number) {
  const key = randomUUID()
  for (;;) {
    const answer = await pay(account_id, 1, key)
    if (answer.problem.code !== 'database-down') return answer
  }
}

const reverse = (id: number) =>
  api.admin.call(contract.reversePayment, {
    params: { id },
    body: { note: 'mistake', idempotency_key: randomUUID() },
  })

async function balancesOf(...ids: number[]): Promise<number[]> {
  const rows = await api.database
    .selectFrom('account_balance')
    .where('account_id', 'in', ids)
    .select(['account_id', asSum('balance').as('balance')])
    .execute()
  return ids
    .map((id) => rows.find((row) => row.account_id === id)!.balance)
    .map((sum) => Number(sum) / 1_000_000)
}

const ledgerOf = async (account_id: number) =>
  (await api.admin.call(contract.listLedger, { query: { account_id } })).data

beforeAll(async () => {
  cost = await addTariff(api, 'RESELLER_COST')
  sell = await addTariff(api, 'SELL')
  await sql`insert into currency (code, name, rate)
    values ('EUR', 'Euro', 125000000), ('IDR', 'Rupiah', 6250)`.execute(api.database)
})
beforeEach(async () => {
  top = await addReseller(null)
  reseller = await addReseller(top)
  client_id = await addClient(reseller.id)
})
const noBreach = () => checkBooksOf(api)

describe('a recharge', () => {
  test('goes down the chain step by step, out of the balance above', async () => {
    expect((await pay(top.id, 100)).status).toBe(200)
    expect((await pay(reseller.id, 60)).status).toBe(200)
    const { data } = await pay(client_id, 25)
    expect(data).toMatchObject({
      account_id: client_id,
      payee_name: reseller.name,
      amount: 25_000_000,
      parent_amount: 25_000_000,
      parent_currency: 'USD',
      parent_balance_before: 60_000_000n,
      parent_balance_after: 35_000_000n,
      balance_after: 25_000_000n,
    })
    expect(await balancesOf(top.id, reseller.id, client_id)).toEqual([40, 35, 25])
    const reseller_name = reseller.name
    const payment_id = data.id
    expect(await ledgerOf(client_id)).toMatchObject([
      { kind: 'PAYMENT', amount: 25_000_000, counter_account_name: reseller_name, payment_id },
    ])
    const [entry] = await ledgerOf(reseller.id)
    expect(entry).toMatchObject({
      kind: 'PAYMENT',
      amount: -25_000_000,
      counter_account_name: data.account_name,
      payment_id,
    })
    await noBreach()
  })

  test('is refused when the reseller has less available, holds and credit counted', async () => {
    await pay(top.id, 100)
    await pay(reseller.id, 10)
    const refused = await pay(client_id, 10.000001)
    expect(refused.problem).toMatchObject({
      code: 'not-enough-money',
      message: `${reseller.name} has only 10 USD available.`,
      fields: { amount: expect.any(String) },
    })
    const set = (values: object) => changeBalance(api, reseller.id, values)
    await set({ held: money(4_000_000), credit_limit: money(1_000_000) })
    expect((await pay(client_id, 7.000001)).problem.code).toBe('not-enough-money')
    expect((await pay(client_id, 7)).status).toBe(200)
    await set({ held: money(0) })
    expect(await balancesOf(reseller.id, client_id)).toEqual([3, 7])
    await noBreach()
  })

  test('refunded goes back up, and an adjustment either way', async () => {
    await pay(top.id, 100)
    await pay(reseller.id, 60)
    await pay(client_id, 25)
    const change = async (kind: 'REFUND' | 'ADJUSTMENT' | 'BONUS', units: number) => {
      const body = { ...rechargeForm(client_id, units), kind, note: 'why' }
      return (await api.admin.call(contract.createPayment, { body })).data
    }
    const back = await change('REFUND', 5)
    expect(back).toMatchObject({ amount: -5_000_000, payer_name: reseller.name })
    expect(await balancesOf(reseller.id, client_id)).toEqual([40, 20])
    await change('ADJUSTMENT', -1)
    await change('BONUS', 3)
    expect(await balancesOf(reseller.id, client_id)).toEqual([38, 22])
    await reverse(back.id)
    expect(await balancesOf(reseller.id, client_id)).toEqual([33, 27])
    await noBreach()
  })

  test('on credit, taken back, raises nothing that its reseller may spend', async () => {
    const form = { ...resellerForm(cost, named('lender')), billing_type: 'POSTPAID' as const }
    const body = { ...form, credit_limit: money(500_000_000) }
    const { id } = (await api.admin.call(createReseller, { body })).data
    const available = async () => {
      const { data } = await api.admin.call(contract.getPaymentParties, { params: { id } })
      return Number(data.account.available) / 1_000_000
    }
    const shell = async (credit_limit: number) => {
      const credit = { billing_type: 'POSTPAID', credit_limit: money(credit_limit * 1_000_000) }
      const client = { ...clientForm(sell, named('shell')), parent_id: id, ...credit } as const
      return api.admin.call(createWholesaleClient, { body: client as never })
    }
    const take = (account_id: number, kind: 'REFUND' | 'ADJUSTMENT', units: number) =>
      api.admin.call(contract.createPayment, {
        body: { ...rechargeForm(account_id, units), kind, note: 'why' },
      })
    const first = (await shell(300)).data.id
    expect(await available()).toBe(200)
    expect((await shell(200.000001)).problem.fields).toEqual({
      credit_limit: `At most 200: ${form.name} has no more to lend.`,
    })
    expect((await take(first, 'REFUND', 100)).status).toBe(200)
    expect((await take(first, 'ADJUSTMENT', -200)).status).toBe(200)
    // It has the 300 now, which the client cannot spend any more.
    expect([await available(), ...(await balancesOf(id, first))]).toEqual([500, 300, -300])
    expect((await shell(500)).status).toBe(200)
    expect(await available()).toBe(0)
    expect((await shell(0.000001)).status).toBe(409)
    await noBreach()
  })

  test('crosses currencies, and both amounts are kept', async () => {
    const euros = await addReseller(null, 'EUR')
    const rupiah = await addClient(euros.id, 'IDR')
    await pay(euros.id, 10)
    const { data } = await pay(rupiah, 30_001)
    // 30,001 IDR are worth 1.8750625 USD, which are 1.50005 EUR.
    expect(data).toMatchObject({
      amount: 30_001_000_000,
      currency: 'IDR',
      parent_amount: 1_500_050,
      parent_currency: 'EUR',
    })
    expect(await balancesOf(euros.id, rupiah)).toEqual([8.49995, 30_001])
    // Rounded to the disadvantage of the reseller, and what would be nothing is refused.
    expect((await pay(rupiah, 0.000001)).data.parent_amount).toBe(1)
    const back = async (units: number) => {
      const body = { ...rechargeForm(rupiah, units), kind: 'REFUND' as const }
      return api.admin.call(contract.createPayment, { body })
    }
    expect((await back(0.039999)).data.parent_amount).toBe(1)
    expect((await back(0.019999)).problem.fields?.amount).toContain('too low')
    await noBreach()
  })

  test('happens once, also when the reseller could not pay it again', async () => {
    await pay(top.id, 10)
    await pay(reseller.id, 10)
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(client_id, 10, key)))
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(await balancesOf(reseller.id, client_id)).toEqual([0, 10])
  })

  test('a hundred at once never overdraw the reseller', async () => {
    const others = [client_id, await addClient(reseller.id), await addClient(reseller.id)]
    await pay(top.id, 100)
    await pay(reseller.id, 40)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        payInTheCrowd(at % 10 === 9 ? reseller.id : others[at % 3]!),
      ),
    )
    const codes = answers.map(({ status, problem }) => (status === 200 ? 'paid' : problem.code))
    expect([...new Set(codes)].sort()).toEqual(['not-enough-money', 'paid'])
    const paid = codes.filter((code, at) => code === 'paid' && at % 10 !== 9).length
    const [left, ...given] = await balancesOf(reseller.id, ...others)
    expect(given.reduce((sum, one) => sum + one)).toBe(paid)
    expect(left).toBe(50 - paid)
    expect(left).toBeGreaterThanOrEqual(0)
    await noBreach()
  })
})

describe('a reversal', () => {
  test('gives the reseller back what it gave, whatever it is worth by now', async () => {
    const euros = await addReseller(null, 'EUR')
    const client = await addClient(euros.id)
    await pay(euros.id, 10)
    const { data: payment } = await pay(client, 5)
    expect(payment.parent_amount).toBe(4_000_000)
    await sql`update currency set rate = 250000000 where code = 'EUR'`.execute(api.database)
    const { data } = await reverse(payment.id)
    await sql`update currency set rate = 125000000 where code = 'EUR'`.execute(api.database)
    expect(data).toMatchObject({
      kind: 'REVERSAL',
      payer_name: euros.name,
      amount: -5_000_000,
      parent_amount: 4_000_000,
      parent_balance_after: 10_000_000n,
      balance_after: 0n,
    })
    expect(await balancesOf(euros.id, client)).toEqual([10, 0])
    const kinds = (await ledgerOf(euros.id)).map(({ kind, amount }) => [kind, amount])
    expect(kinds.slice(0, 2)).toEqual([
      ['REVERSAL', 4_000_000],
      ['PAYMENT', -4_000_000],
    ])
    await noBreach()
  })

  test('goes to whom the money came from, although the client has moved', async () => {
    await pay(top.id, 10)
    await pay(reseller.id, 10)
    const { data: payment } = await pay(client_id, 4)
    await changeRows(api, 'account', { id: client_id }, { parent_id: top.id })
    expect((await reverse(payment.id)).status).toBe(200)
    expect(await balancesOf(top.id, reseller.id, client_id)).toEqual([0, 10, 0])
  })

  test('is refused when the client has spent it', async () => {
    await pay(top.id, 10)
    await pay(reseller.id, 10)
    const { data: payment } = await pay(client_id, 4)
    await changeBalance(api, client_id, { held: money(1) })
    expect((await reverse(payment.id)).problem.code).toBe('not-enough-money')
    expect(await balancesOf(reseller.id, client_id)).toEqual([6, 4])
    await changeBalance(api, client_id, { held: money(0) })
  })
})

test('nobody else of the tree is touched by what a client pays', async () => {
  const sibling = await addReseller(top)
  const others = [top.id, sibling.id, await addClient(sibling.id), await addClient(reseller.id)]
  await pay(top.id, 50)
  await pay(reseller.id, 20)
  await pay(sibling.id, 20)
  const before = await balancesOf(...others)
  const { data } = await pay(client_id, 5)
  await reverse(data.id)
  await pay(client_id, 3)
  expect(await balancesOf(...others)).toEqual(before)
})

test('the dialog learns whose balances a payment moves', async () => {
  await pay(top.id, 10)
  const read = (id: number) =>
    api.admin.call(contract.getPaymentParties, { params: { id } }).then(({ data }) => data)
  expect(await read(top.id)).toMatchObject({ account: { balance: 10_000_000n }, parent: null })
  expect(await read(reseller.id)).toMatchObject({
    account: { kind: 'RESELLER', balance: 0n, fx: 100_000_000 },
    parent: { id: top.id, available: 10_000_000n, currency: 'USD' },
  })
  const { data } = await api.admin.call(lookupUsers, {
    query: { payment: 'RECHARGE', q: reseller.name },
  })
  expect(data).toMatchObject([{ id: reseller.id, type: 'RESELLER' }])
})

test('payments are found by who stands above', async () => {
  await pay(top.id, 10)
  await pay(reseller.id, 10)
  const find = async (query: object) =>
    (await api.admin.call(contract.listPayments, { query })).data.map(
      ({ account_id }) => account_id,
    )
  expect(await find({ account_id: top.id })).toEqual([reseller.id, top.id])
  expect(await find({ account_id: top.id, through: 'operator' })).toEqual([top.id])
  expect(await find({ account_id: top.id, through: 'reseller' })).toEqual([reseller.id])
})

test('who stands below does not see what the reseller above has', async () => {
  await pay(top.id, 10)
  const { data } = await pay(reseller.id, 10)
  const scope = { kind: 'account', account_id: reseller.id } as const
  const seen = await findPayment(api.database, scope, data.id)
  expect(seen).toMatchObject({
    amount: 10_000_000,
    parent_balance_after: null,
    parent_amount: null,
  })
  const other = { kind: 'account', account_id: client_id } as const
  expect(await findPayment(api.database, other, data.id)).toBeUndefined()
})
