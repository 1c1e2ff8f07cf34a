// Netting with a bilateral partner that sends and carries calls.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createSettlement, getSettlement } from '#contract/accounts/settlements.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { createNetting, nettingForm } from '#contract/payments/nettings.ts'
import { createPayment, reversePayment } from '#contract/payments/payments.ts'
import { convertExactly, fx, money, SYSTEM_FX } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import { addClient, addEuro, addTariff, named } from '#test/support/configuration.ts'
import { rechargeForm, settlementForm } from '#test/support/forms.ts'
import { changeBalance } from '#test/support/rows.ts'
import { checkBooksOf } from '#test/support/world.ts'

const api = apiForFile()
let tariff_id: number
beforeAll(async () => {
  tariff_id = await addTariff(api, 'BUY')
  await addEuro(api)
})
afterEach(() => checkBooksOf(api))

const units = (amount: number) => money(amount * 1_000_000)

async function adjust(account_id: number, amount: number): Promise<void> {
  const body = { ...rechargeForm(account_id, amount), kind: 'ADJUSTMENT', note: 'debt' } as const
  expect((await api.admin.call(createPayment, { body })).status).toBe(200)
}

/** Whose balances are in millionths; the client may owe a million. */
async function addPartner(we_owe: number, they_owe: number, currency = 'USD') {
  const client = await addClient(api)
  await changeBalance(api, client.id, { credit_limit: money(1000000000000) })
  const body = { ...settlementForm(tariff_id, named('partner')), client_id: client.id, currency }
  const { data } = await api.admin.call(createSettlement, { body })
  if (they_owe) await adjust(client.id, -they_owe / 1e6)
  if (we_owe) await adjust(data.id, -we_owe / 1e6)
  return data.id
}

const form = (settlement_id: number, change: Partial<BodyOf<typeof createNetting>> = {}) => ({
  settlement_id,
  amount: units(60),
  rate: SYSTEM_FX,
  net_payer: null,
  net_amount: null,
  method: 'bank' as const,
  reference: '',
  note: '',
  idempotency_key: randomUUID(),
  ...change,
})
const net = (body: BodyOf<typeof createNetting>) => api.admin.call(createNetting, { body })
async function debtsOf(id: number) {
  const { data } = await api.admin.call(getSettlement, { params: { id } })
  return [data.balance, -(data.client_balance ?? 0n)]
}

test('both debts fall by what is set off, and the net payment clears the rest', async () => {
  const id = await addPartner(60e6, 100e6)
  const body = form(id, { net_payer: 'CLIENT', net_amount: units(40), reference: 'SWIFT 7' })
  const { data } = await net(body)
  expect(await debtsOf(id)).toEqual([0n, 0n])
  expect(
    data.map(({ kind, amount, method, reference }) => [kind, amount, method, reference]),
  ).toEqual([
    ['PAYMENT_MADE', units(60), 'netting', ''],
    ['RECHARGE', units(60), 'netting', ''],
    ['RECHARGE', units(40), 'bank', 'SWIFT 7'],
  ])
  expect(data[2]?.balance_after).toBe(0n)
  const again = await net(body)
  expect(again.data.map((payment) => payment.id)).toEqual(data.map((payment) => payment.id))
  expect(await debtsOf(id)).toEqual([0n, 0n])
})

test('accounts of two currencies are netted at the stated rate', async () => {
  const id = await addPartner(60e6, 100e6, 'EUR')
  const { data } = await net(
    form(id, { amount: units(50), rate: fx(112_345_678), note: 'As agreed' }),
  )
  expect(await debtsOf(id)).toEqual([10_000_000n, 43_827_161n])
  expect(data[1]?.note).toBe('Netting of 50 EUR at 1.12345678 = 56.172839 USD. As agreed')
})

test('a net payment has a payer and an amount', () => {
  const body = { ...form(2), amount: '60', rate: '1', net_payer: 'CLIENT' }
  expect(nettingForm.safeParse(body).error?.issues.map(({ path }) => path)).toEqual([
    ['net_amount'],
  ])
  expect(nettingForm.safeParse({ ...body, net_amount: '40' }).success).toBe(true)
})

test('no side is paid more than it is owed, and nothing is half done', async () => {
  const id = await addPartner(60e6, 50e6)
  for (const [change, field] of [
    [{ amount: units(61) }, 'amount'],
    [{ amount: units(51) }, 'amount'],
    [{ amount: units(50), rate: fx(99_000_000) }, 'rate'],
    [{ settlement_id: 999_999 }, 'settlement_id'],
  ] as const) {
    expect((await net(form(id, change))).problem.fields).toHaveProperty(field)
  }
  const lonely = await api.admin.call(createSettlement, {
    body: settlementForm(tariff_id, named('lonely')),
  })
  expect((await net(form(lonely.data.id))).problem.fields).toHaveProperty('settlement_id')
  expect(await debtsOf(id)).toEqual([60_000_000n, 50_000_000n])
})

test('whatever is netted, each balance moves by exactly what was said', async () => {
  const amounts = fc.integer({ min: 1, max: 900_000_000 })
  await fc.assert(
    fc.asyncProperty(
      amounts,
      amounts,
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1_000_000, max: 900_000_000 }),
      async (we_owe, they_owe, percent, worth) => {
        const id = await addPartner(we_owe, they_owe, 'EUR')
        const amount = money(Math.max(1, Math.floor((we_owe * percent) / 100)))
        const rate = fx(worth)
        const given = convertExactly(amount, rate, SYSTEM_FX)
        const { status } = await net(form(id, { amount, rate }))
        const isRefused = given > BigInt(they_owe) || given === 0n
        expect(status).toBe(isRefused ? 400 : 200)
        const moved = isRefused ? 0n : 1n
        expect(await debtsOf(id)).toEqual([
          BigInt(we_owe) - moved * BigInt(amount),
          BigInt(they_owe) - moved * given,
        ])
      },
    ),
    { numRuns: 12 },
  )
})

test('the key of a netting stands for this one netting', async () => {
  const id = await addPartner(60e6, 100e6)
  const body = form(id, { amount: units(10), net_payer: 'CLIENT', net_amount: units(5) })
  expect((await net(body)).status).toBe(200)
  const other = await addPartner(60e6, 100e6)
  for (const change of [
    { amount: units(11) },
    { settlement_id: other },
    { net_amount: units(6) },
    { net_payer: 'OPERATOR' as const },
    { net_payer: null, net_amount: null },
  ]) {
    const { status, problem } = await net({ ...body, ...change })
    expect({ status, code: problem.code }).toEqual({ status: 409, code: 'already-exists' })
  }
  expect((await net(body)).status).toBe(200)
})

test.each([0, 1])('a netting is reversed whole, by its half %i', async (half) => {
  const id = await addPartner(60e6, 100e6)
  const { data } = await net(form(id, { net_payer: 'CLIENT', net_amount: units(40) }))
  const reverse = (at: number, idempotency_key = randomUUID()) =>
    api.admin.call(reversePayment, {
      params: { id: data[at]!.id },
      body: { note: 'mistake', idempotency_key },
    })
  const key = randomUUID()
  const { data: reversal } = await reverse(half, key)
  expect(reversal).toMatchObject({ reverses_id: data[half]!.id, kind: 'REVERSAL' })
  // The remainder stays paid.
  expect(await debtsOf(id)).toEqual([60_000_000n, 60_000_000n])
  expect((await reverse(half, key)).data.id).toBe(reversal.id)
  expect((await reverse(1 - half)).problem.code).toBe('already-exists')
  expect((await reverse(2)).status).toBe(200)
  expect(await debtsOf(id)).toEqual([60_000_000n, 100_000_000n])
})
