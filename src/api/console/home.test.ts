// The figures of the home page, to each user the own, and who has little money left.
import { beforeAll, expect, test } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { home, homeTraffic } from '#contract/console/home.ts'
import { me } from '#contract/people/session.ts'
import { money, toSum } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import { recordAt, trafficAt, writeCalls } from '#test/support/calls.ts'
import { addClientNamed, addTariff } from '#test/support/configuration.ts'
import { clientForm, resellerForm } from '#test/support/forms.ts'
import { changeBalance } from '#test/support/rows.ts'

const HOUR = 3_600_000

const api = apiForFile()
let tariff_id: number
let account_id: number
let other_id: number

beforeAll(async () => {
  tariff_id = await addTariff(api, 'SELL')
  const add = (name: string) => addClientNamed(api, tariff_id, name)
  account_id = await add('Acme')
  other_id = await add('Other')
})

test('the home page sums the traffic of today, to each user the own', async () => {
  const traffic = { calls: 10, answered: 4, duration_ms: 600_000 }
  const sums = { revenue: toSum(5), cost: toSum(3), charged: toSum(6) }
  const pdd = { call_pdd_ms: 3000, call_pdds: 6 }
  const additions = [account_id, other_id].map((id) =>
    trafficAt(Date.now(), { account_id: id, ...traffic, ...sums, ...pdd }),
  )
  await writeCalls(api.url, { additions })
  const { data } = await api.admin.call(home, {})
  expect(data.today).toMatchObject({
    calls: 20,
    answered: 8,
    seconds: 1200,
    revenue: 10n,
    cost: 6n,
    margin: 4n,
    margin_percent: 400_000,
    charged: null,
    asr: 0.4,
    acd_seconds: 150,
    pdd_ms: 500,
  })
  for (const [range, points] of [
    ['6h', 24],
    ['24h', 96],
    ['7d', 168],
  ] as const) {
    const traffic = await api.admin.call(homeTraffic, { query: { range } })
    expect(traffic.data).toHaveLength(points)
    // The quarter may have turned since.
    expect(traffic.data.slice(-2).map(({ calls }) => calls)).toContain(20)
  }
  expect(data.top_clients.map(({ name }) => name).toSorted()).toEqual(['Acme', 'Other'])
  expect(data.low_balances.map(({ available }) => available)).toEqual([0n, 0n])

  const client = await api.signIn('acme', 'CLIENT')
  const own = (await client.call(home, {})).data
  const over = await client.call(homeTraffic, {})
  expect(over.data.slice(-2).map(({ calls }) => calls)).toContain(10)
  expect(own.today).toMatchObject({ calls: 10, charged: 6n })
  expect(own.top_clients).toMatchObject([{ id: account_id, charged: 6n }])
  for (const name of ['revenue', 'cost', 'margin']) {
    expect(own.today).not.toHaveProperty(name)
    expect(own.top_clients[0]).not.toHaveProperty(name)
  }
  expect((await client.call(me, {})).data.calls).toMatchObject({ total: 10, duration: 600 })
})

test('who was refused for money within a day has a low balance, whatever it has now', async () => {
  const reseller = async (name: string, above: Parameters<typeof resellerForm>[2]) => {
    const body = resellerForm(await addTariff(api, 'RESELLER_COST'), name, above)
    return (await api.admin.call(createReseller, { body })).data
  }
  const top = await reseller('Rich', null)
  const low = await reseller('Poor', top)
  const ids = [account_id, other_id, top.id, low.id]
  const setBalance = (id: number, balance: number) =>
    changeBalance(api, id, { balance: money(balance) })
  // The reseller without money is the one that refuses the calls.
  for (const id of ids) await setBalance(id, id === low.id ? 1300 : 900_000_000)
  const refused = (hours_ago: number, change: Parameters<typeof recordAt>[1]) =>
    recordAt(Date.now() - hours_ago * HOUR, { status: 'REJECTED', ...change })
  const of_client = { account_id, refusal: 'BALANCE_LOW' } as const
  const below = { account_id: other_id, refusal: 'BALANCE_RESELLER' } as const
  await writeCalls(api.url, {
    records: [
      ...[1, 2, 23].map((hours) => refused(hours, of_client)),
      refused(25, of_client),
      ...[1, 2].map((hours) => refused(hours, { ...below, reseller_ids: [low.id, top.id] })),
    ],
  })
  const lowBalances = async () =>
    (await api.admin.call(home, {})).data.low_balances.filter(({ id }) => ids.includes(id))
  expect(await lowBalances()).toMatchObject([
    // It spent 6 of its 900,000,000 today.
    { id: account_id, refused_calls: 3, days_left: 150_000_000 },
    { id: low.id, kind: 'RESELLER', level: 2, refused_calls: 2, days_left: null },
  ])
  await setBalance(other_id, 3)
  expect((await lowBalances()).at(-1)).toMatchObject({
    id: other_id,
    refused_calls: 0,
    days_left: 0.5,
  })
})

test('a client is told how many days its money lasts at the pace of the last week', async () => {
  const body = { ...clientForm(tariff_id, 'Frugal'), billing_type: 'POSTPAID' as const }
  const { id } = (
    await api.admin.call(createWholesaleClient, {
      body: { ...body, credit_limit: money(60) },
    })
  ).data
  const own = await api.signIn('frugal', 'CLIENT')
  const lasts = async () => (await own.call(home, {})).data.lasts_days
  expect(await lasts()).toBeNull()
  const charge = (days_ago: number, charged: number) =>
    trafficAt(Date.now() - days_ago * 24 * HOUR, { account_id: id, charged: toSum(charged) })
  const spend = (...additions: ReturnType<typeof charge>[]) => writeCalls(api.url, { additions })
  // Its first day: 60 are left, and 20 were spent.
  await spend(charge(0, 20))
  expect(await lasts()).toBe(3)
  await spend(charge(8, 1_000_000), charge(6.5, 50))
  expect(await lasts()).toBe(6)
  await changeBalance(api, id, { balance: money(-60) })
  expect(await lasts()).toBe(0)
  expect((await api.admin.call(home, {})).data.lasts_days).toBeNull()
})
