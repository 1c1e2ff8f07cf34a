// Routing errors with their counts, routing logs, and the records of resellers.
import { beforeAll, describe, expect, test } from 'vitest'
import { listResellerRecords } from '#contract/calls/reseller-records.ts'
import {
  countRoutingErrors,
  listRoutingErrors,
  listRoutingLogs,
} from '#contract/calls/routing-logs.ts'
import { testRoute } from '#contract/routing/route-tests.ts'
import { SYSTEM_FX, toSum } from '#core/money.ts'
import type { GatewayExclusion } from '#core/routing/exclusions.ts'
import type { LoggedStep } from '#core/routing/trace.ts'
import { apiForFile } from '#test/support/api.ts'
import { recordAt, writeCalls } from '#test/support/calls.ts'
import { chargedMinute } from '#test/support/chain-call.ts'
import { addClientNamed, addResellerNamed, addTariff } from '#test/support/configuration.ts'
import { amount, makeTerms, perMinute } from '#test/support/terms.ts'

const DAY = Date.UTC(2026, 2, 9, 12)
const RANGE = { from: '2026-03-09T00:00', to: '2026-03-10T00:00' }

const api = apiForFile()
let account_id: number

beforeAll(async () => {
  const tariff_id = await addTariff(api, 'SELL')
  account_id = await addClientNamed(api, tariff_id, 'Acme')
  const call = (minute: number, change: Parameters<typeof recordAt>[1]) =>
    recordAt(DAY + minute * 60_000, { account_id, ...change })
  const refused = call(1, { status: 'REJECTED', refusal: 'NO_ROUTE', attempt_no: 0 })
  const records = [
    refused,
    call(2, { status: 'REJECTED', refusal: 'NO_PROFIT', attempt_no: 0 }),
    call(3, { status: 'REJECTED', refusal: 'NO_ROUTE', attempt_no: 0 }),
    call(4, { status: 'FAILED', refusal: 'ALL_ROUTES_FAILED', attempt_no: 2 }),
    call(5, { status: 'ANSWERED', refusal: null }),
    call(6, { account_id: 0, client_type: 'UNKNOWN', refusal: 'AUTH_UNKNOWN_IP' }),
  ]
  const exclusion = (gateway_id: number, why: GatewayExclusion): LoggedStep => ({
    step: 'GATEWAY',
    gateway_id,
    gateway: `Gateway ${gateway_id}`,
    exclusion: why,
    rate: null,
    rate_currency: null,
    prefix: null,
    cost: null,
    price: null,
    ordered_by: null,
  })
  const steps: LoggedStep[] = [
    exclusion(1, 'NO_BUY_RATE'),
    exclusion(2, 'TIME_WINDOW'),
    exclusion(1, 'NO_BUY_RATE'),
    exclusion(3, 'NO_COMMON_CODEC'),
    { step: 'REFUSED', refusal: 'NO_ROUTE', party: null },
  ]
  const rerouted = call(7, { status: 'ANSWERED', refusal: null, gateway_id: 72, attempt_no: 2 })
  const first = { ...rerouted, gateway_id: 71, attempt_no: 1, is_last: false }
  const logs = [refused, rerouted].map(({ call_id, started_at }) => ({
    call_id,
    started_at,
    steps,
  }))
  await writeCalls(api.url, { records: [...records, first, rerouted], logs })
})

describe('routing errors', () => {
  test('are the calls with a refusal, newest first, each with its stage', async () => {
    const { data, page } = await api.admin.call(listRoutingErrors, { query: RANGE })
    expect(data.map(({ stage, refusal }) => [stage, refusal])).toEqual([
      ['AUTH', 'AUTH_UNKNOWN_IP'],
      ['GATEWAY', 'ALL_ROUTES_FAILED'],
      ['ROUTE', 'NO_ROUTE'],
      ['ROUTE', 'NO_PROFIT'],
      ['ROUTE', 'NO_ROUTE'],
    ])
    expect(data.map(({ has_log }) => has_log)).toEqual([false, false, false, false, true])
    expect(page.total).toBe(5)
    expect(data.at(-1)).toMatchObject({ candidates: 3, last_reason: 'NO_COMMON_CODEC' })
    expect(data[0]).toMatchObject({ candidates: null, last_reason: null })
  })

  test('are found by stage, reason, client and number', async () => {
    const count = async (query: object) =>
      (await api.admin.call(listRoutingErrors, { query: { ...RANGE, ...query } })).data.length
    expect(await count({ stage: ['ROUTE'] })).toBe(3)
    expect(await count({ refusal: ['NO_PROFIT'] })).toBe(1)
    expect(await count({ refusal_not: ['NO_PROFIT'], stage_not: ['AUTH'] })).toBe(3)
    expect(await count({ account_id: [account_id] })).toBe(4)
    expect(await count({ called_number: ['4420'] })).toBe(5)
    expect(await count({ called_number: ['49'] })).toBe(0)
  })

  test('go on where a page has ended', async () => {
    const first = await api.admin.call(listRoutingErrors, { query: { ...RANGE, limit: 2 } })
    const cursor = first.page.next_cursor ?? ''
    const second = await api.admin.call(listRoutingErrors, {
      query: { ...RANGE, limit: 2, cursor },
    })
    const ids = [...first.data, ...second.data].map(({ call_id }) => call_id)
    expect(new Set(ids).size).toBe(4)
  })

  test('are counted by stage, reason and client, for the same filters', async () => {
    const { data } = await api.admin.call(countRoutingErrors, { query: RANGE })
    expect(data.total).toBe(5)
    expect(data.by_stage.map(({ value, count }) => [value, count])).toEqual([
      ['AUTH', 1],
      ['ROUTE', 3],
      ['GATEWAY', 1],
    ])
    expect(data.by_refusal[0]).toMatchObject({ value: 'NO_ROUTE', count: 2 })
    expect(data.by_client.map(({ label, count }) => [label, count])).toEqual([
      ['Acme', 4],
      ['Unknown caller', 1],
    ])
    const query = { ...RANGE, stage: ['ROUTE' as const] }
    expect((await api.admin.call(countRoutingErrors, { query })).data.total).toBe(3)
  })
})

test('routing logs are the calls whose decision was written, found by any gateway', async () => {
  const find = async (query: object) =>
    (await api.admin.call(listRoutingLogs, { query: { ...RANGE, ...query } })).data
  expect(await find({})).toMatchObject([
    { account_id, status: 'ANSWERED', steps: 5 },
    { account_id, status: 'REJECTED', steps: 5 },
  ])
  expect(await find({ status: 'ANSWERED' })).toHaveLength(1)
  for (const gateway_id of [71, 72]) {
    expect(await find({ gateway_id: [gateway_id] })).toMatchObject([{ status: 'ANSWERED' }])
  }
  expect(await find({ gateway_id: [73] })).toEqual([])
  expect(await find({ gateway_id_not: [72] })).toMatchObject([{ status: 'REJECTED' }])
})

test('a call below a reseller is a record of it, with revenue, cost and margin', async () => {
  const cost = await addTariff(api, 'RESELLER_COST')
  const top = await addResellerNamed(api, cost, 'Top')
  const { record, charges } = chargedMinute(account_id, [top], cost)
  const { call_id } = record
  const taxed = { vat: amount('0.006'), amount: amount('0.036'), income: amount('0.036') }
  const priced = charges.map((charge, depth) => ({
    ...{ ...charge, terms: makeTerms({ rate: perMinute('0.02'), party_fx: SYSTEM_FX }) },
    ...(depth === 0 ? taxed : { net: amount('0.02'), amount: amount('0.02'), income: amount('0') }),
  }))
  await writeCalls(api.url, { records: [record], charges: priced })
  const today = { range: 'today' } as const
  const { data, page } = await api.admin.call(listResellerRecords, { query: today })
  expect(data).toMatchObject([
    {
      call_id,
      reseller_name: 'Top',
      level: 1,
      client_name: 'Acme',
      cost_rate: perMinute('0.02'),
      revenue: toSum(amount('0.03')),
      cost: toSum(amount('0.02')),
      margin: toSum(amount('0.01')),
      margin_percent: 333_333,
      child_amount: amount('0.036'),
    },
  ])
  expect(page.total).toBe(1)
  const failed = { ...today, status: 'FAILED' as const }
  expect((await api.admin.call(listResellerRecords, { query: failed })).data).toEqual([])
})

test('a route is not tested for a client that is not there', async () => {
  const body = {
    by: 'client' as const,
    client_id: 999_999,
    source_ip: '',
    source_port: 5060,
    transport: 'UDP' as const,
    username: '',
    dialled_number: '442071838750',
    caller_number: '',
    at: null,
    duration_seconds: 60,
  }
  const answer = await api.admin.call(testRoute, { body })
  expect(answer.status).toBe(400)
  expect(answer.problem.fields).toHaveProperty('client_id')
})
