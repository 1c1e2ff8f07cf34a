// The traffic reports of a reseller: the calls of its tree by client, reseller and destination,
// with the revenue and the cost of its own sides.
import { beforeAll, describe, expect, test } from 'vitest'
import * as contract from '#contract/traffic/traffic-reports.ts'
import { money } from '#core/money.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { writeCalls } from '#test/support/calls.ts'
import { chargedMinute } from '#test/support/chain-call.ts'
import { addClientNamed, addResellerNamed, addTariff } from '#test/support/configuration.ts'
import type { resellerForm } from '#test/support/forms.ts'

const api = apiForFile()
let amber: Session
/** Amber has Beryl and Dana below it, Beryl has Cole and Citrine, and Citrine has Finn. */
const ids = { amber: 0, beryl: 0, citrine: 0, cole: 0, dana: 0, finn: 0, zed: 0, zoe: 0 }

/** The earnings of the operator by each call: in no answer to a reseller. */
const OPERATOR = { revenue: money(77_777), cost: money(33_333) }

beforeAll(async () => {
  const cost = await addTariff(api, 'RESELLER_COST')
  const sell = await addTariff(api, 'SELL')
  const reseller = (name: string, above: Parameters<typeof resellerForm>[2]) =>
    addResellerNamed(api, cost, name, above)
  ids.amber = await reseller('Amber', null)
  ids.beryl = await reseller('Beryl', { id: ids.amber, level: 1 })
  ids.citrine = await reseller('Citrine', { id: ids.beryl, level: 2 })
  ids.zed = await reseller('Zed', null)
  const calls = async (name: string, payers: readonly number[], destination: string) => {
    const id = await addClientNamed(api, sell, name, payers[0])
    const { record, charges } = chargedMinute(id, payers, cost)
    const records = [{ ...record, ...OPERATOR, destination }]
    await writeCalls(api.url, { records, charges })
    return id
  }
  ids.cole = await calls('Cole', [ids.beryl, ids.amber], 'Kenya')
  ids.finn = await calls('Finn', [ids.citrine, ids.beryl, ids.amber], 'Kenya')
  ids.dana = await calls('Dana', [ids.amber], 'Peru')
  ids.zoe = await calls('Zoe', [ids.zed], 'Kenya')
  amber = await api.signIn('amber', 'RESELLER')
})

interface Query {
  readonly group?: contract.ReportGroup[]
  readonly account_id?: number[]
  readonly account_id_not?: number[]
  readonly reseller_id?: number[]
  readonly with_children?: 'true'
}
const report = async (query: Query) => {
  const { data } = await amber.call(contract.listTrafficReport, {
    query: { range: '24h', group: ['client'], ...query },
  })
  return data
}
const namesIn = async (query: Query) =>
  (await report(query)).map(({ client_name }) => client_name).toSorted()
const totalsOf = async (query: Query) =>
  (await amber.call(contract.getTrafficReportTotals, { query: { range: '24h', ...query } })).data

describe('a report of a reseller', () => {
  test('by client has its own revenue, cost and margin, never those of the operator', async () => {
    const rows = await report({})
    const money_of = rows.map(({ client_name, calls, revenue, cost, margin }) => [
      ...[client_name, calls, revenue, cost, margin],
    ])
    // Finn's minute costs Beryl 0.02, and Amber 0.015.
    expect(money_of.toSorted()).toEqual([
      ['Cole', 1, 25_000n, 20_000n, 5000n],
      ['Dana', 1, 30_000n, 25_000n, 5000n],
      ['Finn', 1, 20_000n, 15_000n, 5000n],
    ])
    expect(await totalsOf({})).toMatchObject({ calls: 3, revenue: 75_000n, cost: 60_000n })
    for (const hidden of ['attempts', 'charged', 'gateway_id', 'settlement_id']) {
      expect(rows[0]).not.toHaveProperty(hidden)
    }
  })

  test('by destination, reseller or time has the same totals', async () => {
    const by = async (group: contract.ReportGroup) =>
      (await report({ group: [group] })).map((row) => [
        ...[row.destination ?? row.reseller_name, row.calls, row.revenue],
      ])
    expect((await by('destination')).toSorted()).toEqual([
      ['Kenya', 2, 45_000n],
      ['Peru', 1, 30_000n],
    ])
    expect((await by('reseller')).toSorted()).toEqual([
      ['Amber', 1, 30_000n],
      ['Beryl', 1, 25_000n],
      ['Citrine', 1, 20_000n],
    ])
    for (const unit of ['hour', 'day', 'month'] as const) {
      const sum = (await by(unit)).reduce((left, [, calls]) => left + Number(calls), 0)
      expect([unit, sum]).toEqual([unit, 3])
    }
  })

  test('has one client, or those of a reseller right below with all further down', async () => {
    expect(await namesIn({ account_id: [ids.dana] })).toEqual(['Dana'])
    expect(await namesIn({ account_id: [ids.cole] })).toEqual(['Cole'])
    expect(await namesIn({ account_id_not: [ids.dana] })).toEqual(['Cole', 'Finn'])
    expect(await namesIn({ reseller_id: [ids.beryl] })).toEqual(['Cole'])
    const tree: Query = { reseller_id: [ids.beryl], with_children: 'true' }
    expect(await namesIn(tree)).toEqual(['Cole', 'Finn'])
    expect(await totalsOf(tree)).toMatchObject({ calls: 2, revenue: 45_000n, margin: 10_000n })
  })

  test('has nothing of a foreign account, whatever the filter says', async () => {
    const queries: Query[] = [
      { account_id: [ids.zoe] },
      { reseller_id: [ids.zed] },
      { reseller_id: [ids.zed], with_children: 'true' },
    ]
    for (const query of queries) {
      expect(await report(query)).toEqual([])
      expect(await totalsOf(query)).toMatchObject({ calls: 0, revenue: 0n, clients: 0 })
    }
    // The tree of the operator is everything, and yet only the calls of the reseller are counted.
    const all: Query = { reseller_id: [1], with_children: 'true' }
    expect(await namesIn(all)).not.toContain('Zoe')
  })

  test('is never grouped, filtered or sorted by what only the operator has', async () => {
    for (const query of [
      { group: ['gateway'] },
      { group: ['settlement'] },
      { group: ['refusal'] },
      { gateway_id: [7] },
    ]) {
      const answer = await amber.call(contract.listTrafficReport, { query: query as never })
      expect(answer.problem, JSON.stringify(query)).toMatchObject({ code: 'bad-input' })
    }
  })
})
