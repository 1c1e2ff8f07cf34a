// The largest amounts that the forms let in, in currencies that are worth next to nothing or a
// fortune: calls end, books hold, and every list and total is answered.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import * as clients from '#contract/accounts/wholesale-clients.ts'
import { ENDPOINTS } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  createPayment,
  getPaymentTotals,
  listPayments,
  reversePayment,
} from '#contract/payments/payments.ts'
import { createCurrency } from '#contract/tariffs/currencies.ts'
import { tariffRateForm } from '#contract/tariffs/tariff-rates.ts'
import { tariffForm } from '#contract/tariffs/tariffs.ts'
import { listTrafficReport } from '#contract/traffic/traffic-reports.ts'
import { type Fx, fx, MONEY_MAX, type Money, money } from '#core/money.ts'
import { type ChargedPlace, makeCalls, openPlace, setRate } from '../support/charged-calls.ts'
import { addClient } from '../support/configuration.ts'
import { sampleOf, scaled } from '../support/sample.ts'
import { checkBooks } from '../support/world.ts'

const MILLION = 1_000_000
/** The largest values of the forms: a price a minute, a fee, a least or most charge, per cents. */
const RATE_MAX = 100_000_000_000_000
const FEE_MAX = 100_000_000_000
const CHARGE_MAX = 1_000_000_000_000
const SURCHARGE_MAX = 10_000_000
const VAT_MAX = 1_000_000
/** A dong, the weakest and the strongest that there may be. */
const WORTHS = { DNG: 4000, MIN: 1, MAX: 100_000_000_000_000 } as const
const PATHS = { WHOLESALE: 'wholesale-clients', RESELLER: 'resellers', SETTLEMENT: 'settlements' }
const CURRENCIES = ['USD', 'DNG', 'MIN', 'MAX'] as const

// Every list in every order is some thousand requests, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000 })

let place: ChargedPlace
beforeEach(async () => {
  place = await openPlace(3_000_000)
  for (const [code, worth] of Object.entries(WORTHS)) {
    const body = { code, name: code, rate: fx(worth) as Fx }
    expect((await place.api.admin.call(createCurrency, { body })).status).toBe(200)
  }
  // Accounts are listed with their portal logins.
  await place.pool.query(`insert into console_user (username, password_hash, type, account_id)
    select 'login' || id, '-', kind, id
    from account where kind <> 'OPERATOR'`)
})
afterEach(async () => {
  await checkBooks(place.pool)
  await place.pool.end()
  await place.api.close()
})

const recharge = (account_id: number, amount: Money) =>
  place.api.admin.call(createPayment, {
    body: {
      kind: 'RECHARGE',
      account_id,
      amount,
      method: 'bank',
      reference: '',
      note: '',
      private_note: '',
      idempotency_key: randomUUID(),
    },
  })

/** Every list and total as it opens, and in the orders and files of this run: all are answered. */
async function readEverything(): Promise<void> {
  const gets = [...ENDPOINTS.values()].filter(
    ({ method, path, needs }) => method === 'GET' && needs !== 'anyone' && !path.includes(':'),
  )
  for (const endpoint of gets) {
    for (const query of queriesOf(endpoint)) {
      const url = `${endpoint.path}?${query}`
      const { statusCode, body } = await place.api.admin.send({ method: 'GET', url })
      expect(statusCode, `${url} ${body}`).toBe(200)
    }
  }
  const { rows } = await place.pool.query<{ id: number; kind: string }>(
    "select id, kind from account where kind <> 'OPERATOR'",
  )
  for (const { id, kind } of rows) {
    const word = PATHS[kind as keyof typeof PATHS]
    const paths = [`/api/${word}/${id}`, `/api/payments/parties/${id}`]
    if (kind === 'RESELLER') paths.push(`/api/resellers/${id}/figures`)
    for (const url of paths) {
      const { statusCode, body } = await place.api.admin.send({ method: 'GET', url })
      expect(statusCode, `${url} ${body}`).toBe(200)
    }
  }
  const calls = await place.pool.query<{ call_id: string }>(
    'select call_id::text from call_record where is_last',
  )
  for (const { call_id } of calls.rows) {
    const { statusCode, body } = await place.api.admin.send({ url: `/api/cdr/${call_id}` })
    expect(statusCode, body).toBe(200)
  }
}

function queriesOf({ query, path }: Endpoint): string[] {
  if (!query) return ['']
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  const named = (name: string) => {
    const { enum: words = [] } = (properties[name] ?? {}) as { enum?: string[] }
    return words.map((word) => `${name}=${word}`)
  }
  const exported = 'format' in properties ? ['format=csv', 'format=xlsx'] : []
  const views =
    path === '/api/cdr' ? [...named('preset'), 'account_id=1', 'min_duration_seconds=1'] : []
  // In a traffic report this is the figure of clients and settlement accounts alone.
  const sorts = named('sort').filter(
    (sort) => path !== listTrafficReport.path || !sort.includes('charged'),
  )
  return ['', ...sampleOf([...sorts, ...exported, ...views])]
}

describe('past what a number holds', () => {
  /** Spent by a client today, before two calls that take it past the number. */
  const NEAR = MONEY_MAX - 991
  async function spendPast(): Promise<void> {
    await place.pool.query(
      `update account_balance set spent_day = (now() at time zone 'UTC')::date,
         spent_today = $1, spent_this_month = $1 where account_id = $2`,
      [NEAR, place.world.client_id],
    )
    await makeCalls(place, [30, 30])
  }

  async function addCreditAtMost() {
    const client = await addClient(place.api, { credit_limit: MONEY_MAX })
    for (const amount of [money(MILLION), MONEY_MAX, MONEY_MAX]) {
      expect((await recharge(client.id, amount)).status).toBe(200)
    }
    return client
  }

  test('what was spent in a day goes on adding up, and calls end', async () => {
    await spendPast()
    const { rows } = await place.pool.query(
      `select spent_today::text, held::text from account_balance where account_id = $1`,
      [place.world.client_id],
    )
    expect(BigInt(rows[0].spent_today)).toBe(BigInt(NEAR) + 75_600n)
    expect(rows[0].held).toBe('0')
  })

  test('a client may have the largest credit limit and be recharged as well', async () => {
    const { id, form, data } = await addCreditAtMost()
    const found = await place.api.admin.call(clients.getWholesaleClient, { params: { id } })
    expect(found.response.json().data).toMatchObject({
      balance: '18014398510.481982',
      available: '27021597765.222973',
    })
    const body = { ...form, version: data.version }
    const call = { params: { id }, body }
    const { status } = await place.api.admin.call(clients.updateWholesaleClient, call)
    expect(status).toBe(200)
  })

  test('the payments of a currency add up, and one of them is taken back', async () => {
    const { id } = await addClient(place.api)
    const { id: other_id } = await addClient(place.api)
    const { data: first } = await recharge(id, MONEY_MAX)
    await recharge(other_id, MONEY_MAX)
    const totals = async () => {
      const { response, status } = await place.api.admin.call(getPaymentTotals, {
        query: { direction: 'receivable' },
      })
      expect(status).toBe(200)
      return response.json().data
    }
    expect(await totals()).toMatchObject([{ currency: 'USD', paid: '18014398539.481982' }])
    const { status } = await place.api.admin.call(reversePayment, {
      params: { id: first.id },
      body: { note: '', idempotency_key: randomUUID() },
    })
    expect(status).toBe(200)
    expect(await totals()).toMatchObject([{ net: '9007199284.740991' }])
  })

  test('a payment that no balance can take is refused, and all of it is listed', async () => {
    await spendPast()
    await addCreditAtMost()
    const { id } = await addClient(place.api)
    await place.pool.query('alter table account_balance disable trigger user')
    const almost = 9n * 10n ** 18n - 1n
    await place.pool.query('update account_balance set balance = $1 where account_id = $2', [
      almost,
      id,
    ])
    const refused = await recharge(id, money(2))
    expect(refused.problem.fields).toMatchObject({ amount: 'The amount is too high.' })
    expect((await recharge(id, money(1))).status).toBe(200)
    const listed = await place.api.admin.call(listPayments, { query: { account_id: id } })
    expect(listed.response.json().data).toMatchObject([{ balance_after: '9000000000000' }])
    await readEverything()
    await place.pool.query('delete from account_balance where account_id = $1', [id])
  })
})

/** The highest price a minute, of calls that are ten minutes long at least. */
async function sellAtMost(): Promise<void> {
  const { pool, world } = place
  await pool.query('update tariff set first_increment = 600 where id = $1', [world.sell_tariff_id])
  await setRate(place, RATE_MAX)
  await pool.query('update account_balance set credit_limit = $1', [MONEY_MAX])
}

test('a call with the dearest price is listed for everybody', async () => {
  await sellAtMost()
  await makeCalls(place, [600])
  const { rows } = await place.pool.query('select sell_amount from call_record where is_last')
  expect(rows).toEqual([{ sell_amount: 12_000_000_001_800 }])
  await readEverything()
})

test('a charge at the most that a call costs is the one that its terms give', async () => {
  const { pool, world } = place
  await pool.query(`update tariff set currency = 'MAX' where id = $1`, [world.sell_tariff_id])
  await sellAtMost()
  await makeCalls(place, [600])
  const { rows } = await pool.query('select amount from call_charge where depth = 0')
  expect(rows).toEqual([{ amount: 10 ** 15 }])
  await readEverything()
})

const anyOf = <T>(...values: readonly T[]) => fc.constantFrom(...values)

const anyPrices = fc.record({
  currency: anyOf(...CURRENCIES),
  rate: anyOf(0, 1, 3_000_000, RATE_MAX),
  connect_fee: anyOf(0, FEE_MAX),
  attempt_fee: anyOf(0, 1, FEE_MAX),
  charge: anyOf(
    { min_charge: null, max_charge: null },
    { min_charge: CHARGE_MAX, max_charge: null },
    { min_charge: 0, max_charge: CHARGE_MAX },
  ),
  surcharge_percent: anyOf(0, SURCHARGE_MAX),
  reverse_billing: fc.boolean(),
  rounding_decimals: anyOf(0, 6),
})
const anyParty = fc.record({ currency: anyOf(...CURRENCIES), vat_percent: anyOf(0, VAT_MAX) })

/** Any values of the tariffs and parties of the place, in the order of their ids. */
const anySetting = fc.record({
  tariffs: fc.array(anyPrices, { minLength: 5, maxLength: 5 }),
  parties: fc.array(anyParty, { minLength: 5, maxLength: 5 }),
  talks: fc.array(anyOf(1, 59, 600, 7200), { minLength: 1, maxLength: 2 }),
})
type Setting = typeof anySetting extends fc.Arbitrary<infer T> ? T : never

async function arrange({ tariffs, parties }: Setting): Promise<void> {
  const { pool } = place
  const found = await pool.query<{ id: number; kind: string }>(
    'select id, kind from tariff order by id',
  )
  for (const [at, { id, kind }] of found.rows.entries()) {
    const { currency, rounding_decimals, charge, ...price } = tariffs[at]!
    // The resellers above would have to pay the credit of a client.
    const reverse_billing = price.reverse_billing && kind === 'BUY'
    await pool.query(
      `update tariff set currency = $2, rounding_decimals = $3, loss_protection = false
        where id = $1`,
      [id, currency, rounding_decimals],
    )
    const fields = {
      ...charge,
      ...price,
      reverse_billing,
      attempt_fee: reverse_billing ? 0 : price.attempt_fee,
    }
    const set = Object.keys(fields).map((name, nth) => `${name} = $${nth + 2}`)
    await pool.query(`update tariff_rate set ${set.join(', ')} where tariff_id = $1`, [
      id,
      ...Object.values(fields),
    ])
  }
  const accounts = await pool.query<{ id: number }>(
    "select id from account where kind <> 'OPERATOR' order by id",
  )
  for (const [at, { id }] of accounts.rows.entries()) {
    const { currency, vat_percent } = parties[at]!
    await pool.query('update account set currency = $2, vat_percent = $3 where id = $1', [
      id,
      currency,
      vat_percent,
    ])
  }
}

/** More for each account than these calls can cost; a reseller recharges its children. */
async function rechargeAll(): Promise<void> {
  await place.pool.query("update account set currency = 'USD'")
  const chain = [place.world.client_id, ...place.reseller_ids]
  for (const [depth, id] of [...chain.entries()].toReversed()) {
    for (let times = 0; times <= depth; times++) {
      expect((await recharge(id, MONEY_MAX)).status).toBe(200)
    }
  }
}

test('whatever the prices, calls end and are charged, and everything is listed', async () => {
  await place.pool.query('update account_balance set credit_limit = $1 where account_id = $2', [
    MONEY_MAX,
    place.reseller_ids.at(-1),
  ])
  // One place for all settings: what an account has is in another currency from one to the next.
  await place.pool.query('alter table account disable trigger user')
  await place.pool.query("update route_plan set profit_mode = 'OFF'")
  await fc.assert(
    fc.asyncProperty(anySetting, async (setting) => {
      await rechargeAll()
      await arrange(setting)
      await makeCalls(place, [...setting.talks, null])
    }),
    { numRuns: scaled(20) },
  )
  await readEverything()
})

test('the forms let in these amounts, and no larger ones', () => {
  const takes = (form: z.ZodObject, field: string, scaled: number, decimals: number) => {
    const text = (value: number) => (value / 10 ** decimals).toFixed(decimals)
    const schema = form.shape[field] as z.ZodType
    expect(schema.safeParse(text(scaled)).success, field).toBe(true)
    expect(schema.safeParse(text(scaled + 1)).success, field).toBe(false)
  }
  takes(tariffRateForm, 'rate', RATE_MAX, 8)
  takes(tariffRateForm, 'connect_fee', FEE_MAX, 6)
  takes(tariffRateForm, 'attempt_fee', FEE_MAX, 6)
  takes(tariffRateForm, 'min_charge', CHARGE_MAX, 6)
  takes(tariffRateForm, 'max_charge', CHARGE_MAX, 6)
  takes(tariffForm, 'surcharge_percent', SURCHARGE_MAX, 4)
  takes(clients.createWholesaleClient.body, 'vat_percent', VAT_MAX, 4)
  takes(createCurrency.body, 'rate', WORTHS.MAX, 8)
  for (const form of [
    clients.createWholesaleClient.body.shape.credit_limit,
    createPayment.body.shape.amount,
  ]) {
    expect(form.safeParse('9007199254.740991').success).toBe(true)
    expect(form.safeParse('9007199254.740992').success).toBe(false)
  }
})
