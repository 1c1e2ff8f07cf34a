// A reseller in its own area: the calls of its whole tree with its own numbers, and the money of
// the accounts right below it.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import * as resellers from '#contract/accounts/resellers.ts'
import * as active from '#contract/calls/active-calls.ts'
import * as records from '#contract/calls/reseller-records.ts'
import { lookupPayers } from '#contract/console/lookups.ts'
import { createPayment, listPayments, reversePayment } from '#contract/payments/payments.ts'
import { me } from '#contract/people/session.ts'
import { listTariffs } from '#contract/tariffs/tariffs.ts'
import { money, rate } from '#core/money.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { openCall, writeCalls } from '#test/support/calls.ts'
import { chargedMinute } from '#test/support/chain-call.ts'
import { addClientNamed, addTariff } from '#test/support/configuration.ts'
import { rechargeForm, resellerForm } from '#test/support/forms.ts'

const api = apiForFile()
let amber: Session
let beryl: Session
const ids = { amber: 0, beryl: 0, cole: 0, dana: 0 }
let call_id: string
let cost: number

async function addReseller(name: string, above: Parameters<typeof resellerForm>[2]) {
  const body = { ...resellerForm(cost, name, above), notes: `Note about ${name}` }
  return (await api.admin.call(resellers.createReseller, { body })).data.id
}

beforeAll(async () => {
  cost = await addTariff(api, 'RESELLER_COST')
  const sell = await addTariff(api, 'SELL')
  ids.amber = await addReseller('Amber', null)
  ids.beryl = await addReseller('Beryl', { id: ids.amber, level: 1 })
  ids.cole = await addClientNamed(api, sell, 'Cole', ids.beryl)
  ids.dana = await addClientNamed(api, sell, 'Dana', ids.amber)
  await api.admin.call(createPayment, { body: rechargeForm(ids.amber, 100) })
  const { record, charges } = chargedMinute(ids.cole, [ids.beryl, ids.amber], cost)
  call_id = record.call_id
  await writeCalls(api.url, { records: [record], charges })
  amber = await api.signIn('amber', 'RESELLER')
  beryl = await api.signIn('beryl', 'RESELLER')
})

test('each reseller has the calls of its tree once, with its own revenue and cost', async () => {
  const of = async (session: Session) => (await session.call(records.listResellerRecords, {})).data
  expect(await of(amber)).toMatchObject([
    { call_id, client_name: 'Cole', revenue: 25_000n, cost: 20_000n, margin: 5_000n },
  ])
  expect(await of(beryl)).toMatchObject([{ call_id, revenue: 30_000n, cost: 25_000n }])
  expect((await of(beryl))[0]).not.toHaveProperty('reseller_name')
  const totals = await amber.call(records.getResellerCallTotals, {})
  expect(totals.data).toMatchObject([{ calls: 1, revenue: 25_000n, cost: 20_000n }])
})

describe('active calls', () => {
  test('show a reseller what the one below it pays, its cost and its margin', async () => {
    const price = (value: number) => ({ terms: { rate: rate(value) }, tariff_id: cost })
    const call = openCall(ids.cole, {
      payer_ids: [ids.amber, ids.beryl, ids.cole],
      held: [money(200), money(250), money(300)],
      decided: {
        payers: [
          { account_id: ids.cole, price: price(3_000_000) },
          { account_id: ids.beryl, price: price(2_500_000) },
          { account_id: ids.amber, price: price(2_000_000) },
        ],
        routes: [{ gateway_id: 7, buy: { price: price(900_000) } }],
      },
    })
    await writeCalls(api.url, { opened: [call] })
    const of = async (session: Session) => (await session.call(active.listActiveCalls, {})).data
    expect(await of(amber)).toMatchObject([
      { held: 250, sell_rate: 2_500_000, cost_rate: 2_000_000, margin_rate: 500_000 },
    ])
    expect(await of(beryl)).toMatchObject([
      { held: 300, sell_rate: 3_000_000, cost_rate: 2_500_000, margin_rate_currency: 'USD' },
    ])
    expect(Object.keys((await of(amber))[0] ?? {}).join(' ')).not.toMatch(/buy|gateway|settlement/)
    expect(await of(api.admin)).toMatchObject([
      { held: 300, sell_rate: 3_000_000, cost_rate: 900_000, margin_rate: 1_100_000 },
    ])
    const params = { call_id: (await of(amber))[0]?.call_id ?? '' }
    expect((await amber.call(active.hangUpCall, { params })).status).toBe(204)
    expect(await of(beryl)).toMatchObject([{ hang_up_asked: true }])
  })
})

describe('a reseller', () => {
  const recharge = (session: Session, account_id: number, units: number) =>
    session.call(createPayment, { body: rechargeForm(account_id, units) })

  test('recharges the accounts right below it out of its own balance', async () => {
    const { data } = await recharge(amber, ids.beryl, 30)
    expect(data).toMatchObject({ account_name: 'Beryl', balance_after: 30_000_000n })
    expect(data.parent_balance_after).toBe(70_000_000n)
    const names = (await amber.call(lookupPayers, { query: {} })).data.map(({ name }) => name)
    expect(names).toEqual(['Beryl', 'Dana'])
  })

  test('never pays more than it has, nor itself, nor who is further down', async () => {
    const problems = await Promise.all([
      recharge(beryl, ids.cole, 31),
      recharge(amber, ids.amber, 1),
      recharge(amber, ids.cole, 1),
    ])
    expect(problems.map(({ problem }) => problem.fields)).toEqual([
      { amount: 'Beryl has only 30 USD available.' },
      { account_id: 'Not your own account.' },
      { account_id: 'This account does not exist.' },
    ])
    const seen = await amber.call(listPayments, {})
    expect(seen.data.map(({ account_name }) => account_name)).toEqual(['Beryl', 'Amber'])
  })

  test('takes back what it has recorded itself, and nothing that another one has', async () => {
    const reverse = (session: Session, id: number) => {
      const body = { note: 'mistake', idempotency_key: randomUUID() }
      return session.call(reversePayment, { params: { id }, body })
    }
    const { data: own } = await recharge(amber, ids.dana, 20)
    const { data: others } = await recharge(api.admin, ids.dana, 5)
    const mine = await amber.call(listPayments, { query: { mine: 'true' } })
    expect(mine.data.map(({ id }) => id)).toContain(own.id)
    expect(mine.data.map(({ id }) => id)).not.toContain(others.id)
    const { data } = await amber.call(listPayments, {})
    const ofOperator = data.filter(({ account_name }) => account_name === 'Amber')
    for (const { id } of [...ofOperator, others]) {
      expect((await reverse(amber, id)).problem.code).toBe('not-allowed')
    }
    expect((await reverse(beryl, own.id)).status).toBe(404)
    const taken = await reverse(amber, own.id)
    expect(taken.data).toMatchObject({ kind: 'REVERSAL', parent_balance_after: 65_000_000n })
    expect((await reverse(amber, own.id)).problem.code).toBe('already-exists')
    await reverse(api.admin, others.id)
  })

  test('sees its tree by name, and the money of those right below it', async () => {
    const top = await amber.call(resellers.getWholeTree, {})
    expect(top.data.nodes).toMatchObject([
      { id: ids.beryl, balance: 30_000_000n, clients_count: 1 },
      { id: ids.dana, balance: 0n },
    ])
    const below = await amber.call(resellers.getResellerTree, { params: { id: ids.beryl } })
    expect(below.data.nodes).toMatchObject([{ name: 'Cole', balance: null, available: null }])
    const foreign = { params: { id: ids.amber } }
    expect((await beryl.call(resellers.getResellerTree, foreign)).status).toBe(404)
  })

  test('reads the notes about those below it, not those about itself', async () => {
    const { data } = await amber.call(resellers.listResellers, {})
    expect(data.map(({ name, notes }) => [name, notes])).toEqual([['Beryl', 'Note about Beryl']])
    expect((await beryl.call(resellers.listResellers, {})).data).toEqual([])
  })

  test('reads the tariff by which it is charged', async () => {
    const query = { charges_own: 'true' } as const
    const { data } = await beryl.call(listTariffs, { query })
    expect(data.map(({ id }) => id)).toEqual([cost])
    expect(data[0]?.notes).toBe('')
  })
})

test('the counters of a reseller are those of its whole tree', async () => {
  const countersOf = async (session: Session) => (await session.call(me, {})).data.calls
  expect(await countersOf(amber)).toMatchObject({ total: 2, active: 1, duration: 60 })
  expect(await countersOf(beryl)).toMatchObject({ total: 2, active: 1, duration: 60 })
})
