// The gaps that keep the calls of clients from being routed, as the console reads them.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { getWholesaleClient, listWholesaleClients } from '#contract/accounts/wholesale-clients.ts'
import { getFirstCall } from '#contract/first-call/first-call.ts'
import { asSqlConnection } from '#db/database.ts'
import { apiForFile } from '#test/support/api.ts'
import { chainOf, tariffOf } from '#test/support/world.ts'
import { type Ids, writeWorld } from '#test/support/write-world.ts'

const NOW = { ip: '192.0.2.1' }
const funds = { balance: 10_000_000 }
const chain = chainOf([2_000_000], 0)

const api = apiForFile()
let ids: Ids
beforeAll(async () => {
  ids = await writeWorld(asSqlConnection(api.database), {
    ...chain,
    tariffs: {
      ...chain.tariffs,
      Sell: tariffOf('SELL', 3_000_000),
      Empty: { kind: 'SELL', rates: [] },
      Buy: tariffOf('BUY', 1_000_000),
      'Buy nothing': { kind: 'BUY', rates: [] },
    },
    route_plans: {
      Plan: { rules: [{ targets: ['Good'] }] },
      'Without rates': { rules: [{ targets: ['Unpriced'] }] },
      'Over the fallback': { fallback_plan: 'Plan', rules: [{ targets: ['Unpriced'] }] },
    },
    settlements: {
      Northern: { tariff: 'Buy', gateways: { Good: { host: '192.0.2.9' } } },
      Dealer: { tariff: 'Buy nothing', gateways: { Unpriced: { host: '192.0.2.8' } } },
    },
    clients: {
      Ready: { tariff: 'Sell', terms: { route_plan: 'Plan' }, money: funds, ips: [NOW] },
      'By fallback': {
        tariff: 'Sell',
        terms: { route_plan: 'Over the fallback' },
        money: funds,
        ips: [{ ip: '192.0.2.2' }],
      },
      'Plan of its address': {
        tariff: 'Empty',
        money: funds,
        ips: [{ ip: '192.0.2.3', tariff: 'Sell', route_plan: 'Plan' }],
      },
      Bare: { tariff: 'Empty' },
      'No buy rates': {
        tariff: 'Sell',
        terms: { route_plan: 'Without rates' },
        money: funds,
        ips: [{ ip: '192.0.2.4', status: 'blocked' }],
      },
      'Below a poor reseller': {
        tariff: 'Sell',
        reseller: 'Reseller 1',
        terms: { route_plan: 'Plan' },
        money: funds,
        ips: [{ ip: '192.0.2.5' }],
      },
    },
  })
  // A client of the console has a login.
  await sql`insert into console_user (account_id, username, password_hash, type)
    select id, 'user-' || id, '-', kind from account where kind = 'WHOLESALE'`.execute(api.database)
})

const gapsOf = async (name: string) => {
  const call = { params: { id: ids.get(name)! } }
  return (await api.admin.call(getWholesaleClient, call)).data.gaps
}

test('each client says what it lacks', async () => {
  expect(await gapsOf('Ready')).toEqual([])
  expect(await gapsOf('By fallback')).toEqual([])
  expect(await gapsOf('Plan of its address')).toEqual([])
  expect(await gapsOf('Bare')).toEqual(['NO_ADDRESS', 'NO_RATES', 'NO_ROUTE_PLAN', 'NO_FUNDS'])
  expect(await gapsOf('No buy rates')).toEqual(['NO_ADDRESS', 'NO_GATEWAY'])
  expect(await gapsOf('Below a poor reseller')).toEqual(['RESELLER_NO_FUNDS'])
})

test('the list is filtered by readiness', async () => {
  const ready = await api.admin.call(listWholesaleClients, { query: { ready: 'true' } })
  const names = ready.data.map(({ name }) => name)
  expect(names).toEqual(['By fallback', 'Plan of its address', 'Ready'])
  const lacking = await api.admin.call(listWholesaleClients, { query: { ready: 'false' } })
  expect(lacking.data.map(({ name, gaps }) => [name, gaps.length])).toEqual([
    ['Bare', 4],
    ['Below a poor reseller', 1],
    ['No buy rates', 2],
  ])
  expect([ready.page.total, lacking.page.total]).toEqual([3, 3])
})

test('a gateway that is down and a banned address are gaps', async () => {
  const { database } = api
  await sql`update gateway_state set ping_state = 'DOWN'
    where gateway_id = ${ids.get('Good')}`.execute(database)
  await sql`insert into ban (ip, kind, banned_until)
    values ('192.0.2.1', 'AUTO', now() + interval '1 hour')`.execute(database)
  expect(await gapsOf('Ready')).toEqual(['GATEWAYS_DOWN', 'BANNED'])
})

test('the steps to a first call name what there is, and the clients that can call', async () => {
  await sql`update gateway_state set ping_state = 'UP'`.execute(api.database)
  const { data } = await api.admin.call(getFirstCall, {})
  const of = (name: string) => data.steps.find(({ step }) => step === name)
  expect(data).toMatchObject({ next: 'call', has_calls: false })
  expect(of('sell_tariff')?.things).toMatchObject([
    { name: 'Empty', gap: 'WITHOUT_RATES' },
    { name: 'Sell', gap: null },
  ])
  expect(of('settlement')?.things).toMatchObject([
    { name: 'Dealer', gap: 'TARIFF_WITHOUT_RATES' },
    { name: 'Northern', gap: null },
  ])
  expect(of('call')?.things.map(({ name }) => name)).toEqual(['Plan of its address', 'By fallback'])
})
