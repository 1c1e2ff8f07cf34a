// Figures derived for resellers: where they would sell below cost, and their dashboard.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/accounts/resellers.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { home } from '#contract/console/home.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { money, rate, type Sum } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import { trafficAt, writeCalls } from '#test/support/calls.ts'
import { addRate } from '#test/support/configuration.ts'
import { clientForm, resellerForm, tariffForm } from '#test/support/forms.ts'
import { changeBalance } from '#test/support/rows.ts'
import { withoutUnseen } from '#test/support/seen-body.ts'

const api = apiForFile()
let cost: number
let sell: number
let serial = 0

async function addTariff(name: string, kind: 'SELL' | 'RESELLER_COST', increments = 1) {
  const form = { ...tariffForm, name, kind, average_duration_seconds: 95 } as const
  const body = { ...form, first_increment: increments, next_increment: increments }
  return (await api.admin.call(createTariff, { body })).data.id
}

async function addReseller(above: Parameters<typeof resellerForm>[2], tariff_id = cost) {
  serial += 1
  const body = resellerForm(tariff_id, `reseller${serial}`, above)
  return (await api.admin.call(contract.createReseller, { body })).data
}

async function addClient(parent_id: number, tariff_id = sell) {
  serial += 1
  const body = { ...clientForm(tariff_id, `client${serial}`), parent_id }
  return (await api.admin.call(createWholesaleClient, { body })).data
}

beforeAll(async () => {
  cost = await addTariff('Cost', 'RESELLER_COST')
  sell = await addTariff('Sell', 'SELL')
})

const setBalance = (id: number, balance: number) =>
  changeBalance(api, id, { balance: money(balance) })

test('who sells below cost is told so, before and after it is saved', async () => {
  const costs = [
    await addTariff('L1 cost', 'RESELLER_COST', 60),
    await addTariff('L2 cost', 'RESELLER_COST', 6),
  ]
  await addRate(api, costs[0]!, { rate: rate(4_500_000) })
  await addRate(api, costs[1]!, { rate: rate(5_000_000) })
  const own = await addReseller(null, costs[0])
  const child = await addReseller(own, costs[1])
  const retail = await addTariff('Retail', 'SELL')
  await addRate(api, retail, { rate: rate(6_000_000) })
  await addClient(child.id, retail)
  const check = async (id: number, query = {}) =>
    (await api.admin.call(contract.checkMargins, { params: { id }, query })).data
  expect(await check(child.id)).toMatchObject({ losses: [], count: 0, left_out: 0 })
  expect(await check(own.id)).toEqual({
    count: 1,
    currency: 'USD',
    left_out: 0,
    losses: [
      {
        tariff_id: costs[1],
        tariff_name: 'L2 cost',
        prefix: '44',
        destination: 'United Kingdom',
        seconds: 30,
        revenue: 25_000,
        cost: 45_000,
      },
    ],
  })
  expect((await check(own.id, { tariff_id: costs[1] })).count).toBe(0)
  expect((await check(own.id, { child_tariff_id: retail })).losses).toMatchObject([
    { revenue: 30_000, cost: 45_000 },
  ])
})

test('a reseller is told so of its own children, by what it pays itself', async () => {
  const cost = await addTariff('Its cost', 'RESELLER_COST', 60)
  await addRate(api, cost, { rate: rate(4_500_000) })
  const own = await addReseller(null, cost)
  const session = await api.signIn(own.name, 'RESELLER')
  const form = { ...tariffForm, name: 'Its prices', kind: 'SELL' } as const
  const body = withoutUnseen('RESELLER', createTariff, form) as typeof form
  const sold = (await session.call(createTariff, { body })).data.id
  await addRate(api, sold, { rate: rate(3_000_000) })
  const query = { child_tariff_id: sold }
  const check = (id: number) => session.call(contract.checkMargins, { params: { id }, query })
  expect((await check(own.id)).data).toMatchObject({ count: 1, losses: [{ tariff_id: sold }] })
  const other = await addReseller(null)
  expect((await check(other.id)).status).toBe(404)
})

test('the figures of a reseller are its own, for the operator and for itself', async () => {
  const top = await addReseller(null)
  const child = await addReseller(top)
  const client = await addClient(child.id)
  const sideOf = (seller_id: number, revenue: bigint, cost: bigint) =>
    trafficAt(Date.now(), {
      ...{ seller_id, account_id: client.id, reseller_id: child.id },
      ...{ calls: 3, answered: 2, duration_ms: 90_000 },
      ...{ revenue: revenue as Sum, cost: cost as Sum },
    })
  const additions = [sideOf(child.id, 900_000n, 600_000n), sideOf(top.id, 600_000n, 400_000n)]
  await writeCalls(api.url, { additions })
  const figuresOf = (id: number, session = api.admin) =>
    session.call(contract.getResellerFigures, { params: { id } })
  const { data } = await figuresOf(child.id)
  expect(data).toMatchObject({ name: child.name, level: 2, clients_count: 1, calls_now: 0 })
  expect(data.days).toHaveLength(30)
  expect(data.days.at(-1)).toMatchObject({
    calls: 3,
    answered: 2,
    seconds: 90,
    cost: 600_000n,
    revenue: 900_000n,
    margin: 300_000n,
  })
  expect(data.top_payers).toMatchObject([
    { id: client.id, kind: 'WHOLESALE', level: null, revenue: 900_000n },
  ])
  expect((await figuresOf(top.id)).data.top_payers).toMatchObject([
    { id: child.id, kind: 'RESELLER', level: 2, seconds: 90, revenue: 600_000n },
  ])
  // The child has spent 600,000 in its only day.
  await setBalance(child.id, 1_300_000)
  expect((await figuresOf(child.id)).data.lasts_days).toBe(2)
  await setBalance(child.id, 0)
  const portal = await api.signIn(child.username, 'RESELLER')
  expect((await figuresOf(child.id, portal)).status).toBe(200)
  expect((await figuresOf(top.id, portal)).status).toBe(404)
})

test('the operator is told of a reseller that has as little as it named', async () => {
  const lisbon = await addReseller(null)
  const set = (balance: number) => setBalance(lisbon.id, balance)
  await sql`update reseller set low_balance_threshold = 5000000
    where account_id = ${lisbon.id}`.execute(api.database)
  const lowOnes = async () =>
    (await api.admin.call(home, {})).data.low_balances.filter(({ id }) => id === lisbon.id)
  await set(5_000_001)
  expect(await lowOnes()).toEqual([])
  await set(5_000_000)
  expect(await lowOnes()).toMatchObject([{ kind: 'RESELLER', level: 1, available: 5_000_000n }])
  await set(0)
})
