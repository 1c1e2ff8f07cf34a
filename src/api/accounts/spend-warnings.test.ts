// Accounts that spend more than a third of the daily limit within ten minutes.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { stopAccount } from '#contract/accounts/account-stops.ts'
import { createReseller } from '#contract/accounts/resellers.ts'
import { listSpendWarnings } from '#contract/accounts/spend-warnings.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { type Money, money, toSum } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import { callIdAt, openCall, writeCalls } from '#test/support/calls.ts'
import { addTariff, named } from '#test/support/configuration.ts'
import { clientForm, resellerForm } from '#test/support/forms.ts'

const LIMIT = money(30_000_000)
const THIRD = 10_000_000

const api = apiForFile()
let sell: number
let client: { id: number; name: string; username: string }

beforeAll(async () => {
  sell = await addTariff(api, 'SELL')
})

async function add(daily_spend_limit: Money | null = LIMIT, parent_id: number | null = null) {
  const body = { ...clientForm(sell, named('client')), daily_spend_limit, parent_id }
  return (await api.admin.call(createWholesaleClient, { body })).data
}

async function addReseller() {
  const tariff_id = await addTariff(api, 'RESELLER_COST')
  const body = { ...resellerForm(tariff_id, named('reseller')), daily_spend_limit: LIMIT }
  return (await api.admin.call(createReseller, { body })).data
}

/** A call that ended that many minutes ago. */
const charge = (account_id: number, amount: number, minutes_ago = 0) =>
  api.database
    .insertInto('ledger_entry')
    .values({
      at: new Date(Date.now() - minutes_ago * 60_000).toISOString(),
      account_id,
      counter_account_id: 1,
      kind: 'CALL',
      amount: money(-amount),
      balance_after: toSum(0),
      call_id: callIdAt(Date.now()),
    } as never)
    .execute()

const call = (account_id: number, held: number, granted_seconds: number) =>
  writeCalls(api.url, {
    opened: [openCall(account_id, { held: [money(held)], granted_seconds })],
  })

const warnings = async () => (await api.admin.call(listSpendWarnings, {})).data
const named_ = async () => (await warnings()).accounts.map(({ id }) => id)

beforeEach(async () => {
  await api.database.deleteFrom('open_call').execute()
  // Accounts of earlier tests lose their limit, so that their spend causes no warning.
  await api.database.updateTable('account_balance').set({ daily_spend_limit: null }).execute()
  client = await add()
})

test('an account is told of when its calls of ten minutes cost more than a third', async () => {
  await charge(client.id, THIRD)
  expect(await warnings()).toEqual({ accounts: [], count: 0 })
  await charge(client.id, 1)
  expect(await warnings()).toEqual({
    count: 1,
    accounts: [
      {
        id: client.id,
        kind: 'WHOLESALE',
        level: null,
        name: client.name,
        currency: 'USD',
        daily_spend_limit: LIMIT,
        spent: toSum(THIRD + 1),
        active_calls: 0,
      },
    ],
  })
})

test('what was spent earlier, and what is no call, does not count', async () => {
  await charge(client.id, 3 * THIRD, 11)
  await charge(client.id, THIRD, 9)
  expect(await named_()).toEqual([])
})

test('a call that goes on counts with what it holds for its last ten minutes', async () => {
  await charge(client.id, 1)
  // An hour is paid for: a sixth of it is ten minutes.
  await call(client.id, 6 * THIRD - 6, 3600)
  expect(await named_()).toEqual([])
  await call(client.id, 1, 60)
  const { accounts } = await warnings()
  expect(accounts).toMatchObject([{ id: client.id, spent: toSum(THIRD + 1), active_calls: 2 }])
})

test('an account without a daily limit, or one that is stopped, is not told of', async () => {
  const free = await add(null)
  await charge(free.id, 9 * THIRD)
  await charge(client.id, 2 * THIRD)
  expect(await named_()).toEqual([client.id])
  await api.admin.call(stopAccount, { params: { id: client.id } })
  expect(await named_()).toEqual([])
})

test('five are named, who has spent most of its limit first, and all are counted', async () => {
  const clients = await Promise.all(Array.from({ length: 6 }, () => add()))
  for (const [at, { id }] of clients.entries()) await charge(id, THIRD + at + 1)
  const small = await add(money(300))
  await charge(small.id, 299)
  const { accounts, count } = await warnings()
  expect(count).toBe(7)
  expect(accounts.map(({ id }) => id)).toEqual([
    small.id,
    ...clients
      .slice(2)
      .reverse()
      .map(({ id }) => id),
  ])
})

test('a reseller is told of itself and of those below it, a client of nobody', async () => {
  const reseller = await addReseller()
  const below = await add(LIMIT, reseller.id)
  for (const { id } of [client, reseller, below]) await charge(id, 2 * THIRD)
  expect((await named_()).length).toBe(3)
  const portal = await api.signIn(reseller.username, 'RESELLER')
  const { data } = await portal.call(listSpendWarnings, {})
  expect(data.accounts.map(({ id }) => id)).toEqual([reseller.id, below.id])
  expect(data.accounts[0]).toMatchObject({ kind: 'RESELLER', level: 1 })
  const other = await api.signIn(client.username, 'CLIENT')
  expect((await other.call(listSpendWarnings, {})).status).toBe(403)
})
