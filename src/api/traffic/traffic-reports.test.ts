// Traffic by any keys, to each kind of user from the own side.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { setOwnTimezone } from '#contract/people/session.ts'
import * as contract from '#contract/traffic/traffic-reports.ts'
import type { CallRecord } from '#core/call/call-record.ts'
import { money } from '#core/money.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { recordAt, writeCalls } from '#test/support/calls.ts'
import { addClientNamed, addResellerNamed, addTariff } from '#test/support/configuration.ts'
import { settlementForm } from '#test/support/forms.ts'

const DAY = Date.parse('2026-03-10T12:00:00Z')
const HOUR = 3_600_000
const RANGE = { from: '2026-03-10T00:00', to: '2026-03-11T00:00' }

const api = apiForFile()
let client: Session
const ids: Record<string, number> = {}

/** An answered call: a minute, sold for 3 and bought for 2. */
const answered = (change: Partial<CallRecord>) => ({
  status: 'ANSWERED' as const,
  attempt_end: 'ANSWERED' as const,
  sip_code: 200,
  gateway_id: 7,
  settlement_id: ids.london ?? 0,
  duration_ms: 60_000,
  billed_seconds: 60,
  buy_billed_seconds: 66,
  sell_amount: money(4),
  buy_amount: money(5),
  revenue: money(3),
  cost: money(2),
  pdd_ms: 1000,
  call_pdd_ms: 3000,
  prefix: '44',
  destination: 'United Kingdom',
  codec: 'PCMA',
  ...change,
})

beforeAll(async () => {
  const tariff_id = await addTariff(api, 'SELL')
  const buy_id = await addTariff(api, 'BUY')
  ids.buy = buy_id
  const london = { body: settlementForm(buy_id, 'London') }
  ids.london = (await api.admin.call(createSettlement, london)).data.id
  ids.reseller = await addResellerNamed(api, await addTariff(api, 'RESELLER_COST'), 'Above')
  const add = (name: string, parent_id: number | null) =>
    addClientNamed(api, tariff_id, name, parent_id)
  ids.acme = await add('Acme', null)
  ids.other = await add('Other', ids.reseller)
  client = await api.signIn('acme', 'CLIENT')
  const own = { account_id: ids.acme }
  const reply = { attempt_end: 'REFUSED', gateway_id: 7, settlement_id: ids.london ?? 0 } as const
  await writeCalls(api.url, {
    records: [
      recordAt(DAY, answered(own)),
      recordAt(DAY + HOUR, answered({ ...own, duration_ms: 6000, called_number: '14165550123' })),
      recordAt(DAY + HOUR, {
        ...{ ...own, ...reply, sip_code: 486, gateway_sip_code: 486, fault: 'USER' },
      }),
      recordAt(DAY, { ...own, ...reply, is_last: false, sip_code: null, gateway_sip_code: 503 }),
      recordAt(DAY, {
        ...{ ...own, status: 'REJECTED', refusal: 'NO_ROUTE', fault: 'SWITCH', sip_code: 404 },
      }),
      recordAt(DAY - 24 * HOUR, answered(own)),
      recordAt(DAY, answered({ account_id: ids.other, reseller_ids: [ids.reseller] })),
    ],
  })
})

const list = async (session: Session, query: object) =>
  (await session.call(contract.listTrafficReport, { query: { ...RANGE, ...query } })).data

test('a report groups calls by up to three keys, and its totals are sums of calls', async () => {
  const rows = await list(api.admin, { group: ['hour', 'client', 'country'] })
  expect(
    rows.map(({ time, client_name, country, calls }) => [time, client_name, country, calls]),
  ).toEqual([
    ['2026-03-10T13:00:00Z', 'Acme', 'CA', 1],
    ['2026-03-10T13:00:00Z', 'Acme', 'GB', 1],
    ['2026-03-10T12:00:00Z', 'Acme', 'GB', 2],
    ['2026-03-10T12:00:00Z', 'Other', 'GB', 1],
  ])
  const { data } = await api.admin.call(contract.getTrafficReportTotals, { query: RANGE })
  expect(data).toMatchObject({
    from_at: '2026-03-10T00:00:00Z',
    to_at: '2026-03-11T00:00:00Z',
    attempts: 5,
    calls: 5,
    answered: 3,
    failed: 2,
    short_calls: 1,
    ...{ switch_faults: 1, client_faults: 0, settlement_faults: 0, user_faults: 1 },
    asr: 0.6,
    ner: 0.8,
    acd_seconds: 42,
    pdd_ms: 3000,
    seconds: 126,
    billed_seconds: 180,
    bought_seconds: 198,
    revenue: 9n,
    cost: 6n,
    margin: 3n,
    sold_rate: 300,
    clients: 2,
    calls_change: 4,
  })
  expect(data).not.toHaveProperty('charged')
})

test('a gateway answers for its attempts, a client for its calls', async () => {
  const [gateway] = await list(api.admin, { group: ['gateway'], sip_code: [200, 486, 503] })
  expect(gateway).toMatchObject({ attempts: 5, calls: 4, failed: 2, asr: 0.6, ner: 0.8 })
  expect(gateway?.pdd_ms).toBe(1000)
})

test('each filter leaves what it names, and its opposite the rest', async () => {
  const count = async (filter: object) =>
    (await list(api.admin, { group: [], ...filter })).reduce((sum, { calls }) => sum + calls, 0)
  const all = await count({})
  for (const [name, value, calls] of [
    ['account_id', [ids.acme], 4],
    ['reseller_id', [ids.reseller], 1],
    ['settlement_id', [ids.london], 4],
    ['gateway_id', [7], 4],
    ['country', ['GB'], 4],
    ['prefix', ['4'], 3],
    ['sip_code', [200], 3],
    ['refusal', ['NO_ROUTE'], 1],
    ['codec', ['PCMA'], 3],
    ['destination', 'kingdom', 3],
  ] as const) {
    expect([name, await count({ [name]: value })]).toEqual([name, calls])
    expect([name, await count({ [`${name}_not`]: value })]).toEqual([name, all - calls])
  }
  expect(await count({ client_type: 'retail' })).toBe(0)
  expect(await count({ reseller_id: [1], with_children: 'true' })).toBe(1)
  expect(await list(api.admin, { group: ['client'], min_calls: 2 })).toHaveLength(1)
})

test('traffic that is kept by the day has whole days, and no rows of hours', async () => {
  const keepDays = (until: string) =>
    sql`update traffic_condensed set days_until = ${until}::timestamptz`.execute(api.database)
  await keepDays('2026-03-11T00:00Z')
  const query = { from: '2026-03-10T12:00', to: '2026-03-10T13:00' }
  const whole = await api.admin.call(contract.getTrafficReportTotals, { query })
  expect(whole.data).toMatchObject({
    kept_by: 'day',
    from_at: '2026-03-10T00:00:00Z',
    to_at: '2026-03-11T00:00:00Z',
  })
  const { problem } = await api.admin.call(contract.listTrafficReport, {
    query: { ...query, group: ['hour'] },
  })
  expect(Object.keys(problem.fields ?? {})).toEqual(['range'])
  await keepDays('-infinity')
})

test('days are those of the zone that the request names, else of the user', async () => {
  const query = { zone: 'Asia/Kathmandu', from: '2026-03-10T18:30', to: '2026-03-10T19:00' }
  const [row] = await list(api.admin, { ...query, group: ['hour'] })
  expect(row).toMatchObject({ time: '2026-03-10T12:15:00Z', calls: 2 })
  // Without one, those of the user.
  await api.admin.call(setOwnTimezone, { body: { timezone: 'Asia/Kathmandu' } })
  const { zone: _, ...unnamed } = query
  expect(await list(api.admin, { ...unnamed, group: ['hour'] })).toEqual([row])
  const totals = await api.admin.call(contract.getTrafficReportTotals, { query: unnamed })
  expect(totals.data.zone).toBe('Asia/Kathmandu')
  await api.admin.call(setOwnTimezone, { body: { timezone: null } })
  const wrong = { query: { ...query, zone: 'Moon/Crater' } }
  const { problem } = await api.admin.call(contract.listTrafficReport, wrong)
  expect(problem.fields).toEqual({ zone: 'There is no such time zone.' })
})

describe('a client', () => {
  test('sees its own calls and what it was charged, and nothing of the operator', async () => {
    const [row] = await list(client, { group: [] })
    expect(row).toMatchObject({ calls: 4, charged: 8n, charged_change: 1, billed_seconds: 120 })
    const parties = ['client', 'reseller', 'settlement', 'gateway'].map((one) => `${one}_id`)
    const money = ['revenue', 'cost', 'margin', 'margin_percent', 'sold_rate', 'bought_rate']
    const others = [
      'attempts',
      'switch_faults',
      'bought_seconds',
      'revenue_change',
      'margin_change',
      'clients',
    ]
    for (const name of [...parties, ...money, ...others]) expect(row).not.toHaveProperty(name)
  })

  test('cannot group, filter or sort by what it does not see', async () => {
    const hidden = ['client', 'reseller', 'settlement', 'gateway', 'refusal']
    const queries = [
      ...hidden.map((group) => ({ group: [group] })),
      { gateway_id: [7] },
      { settlement_id_not: [8] },
      { account_id: [ids.other] },
      { refusal: ['NO_ROUTE'] },
      { sort: '-margin' },
      { sort: 'bought_seconds' },
      { sort: '-settlement_faults' },
    ]
    for (const query of queries) {
      const answer = await client.call(contract.listTrafficReport, { query: query as never })
      expect(answer.problem, JSON.stringify(query)).toMatchObject({ code: 'bad-input' })
    }
  })
})

test('for a settlement account each attempt is a call; it sees what it gets, alone', async () => {
  const london = await api.signIn('london', 'CLIENT')
  const [row] = await list(london, { group: ['gateway'] })
  expect(row).toMatchObject({
    gateway_id: 7,
    calls: 5,
    answered: 3,
    failed: 2,
    short_calls: 1,
    asr: 0.6,
    ner: 0.8,
    pdd_ms: 1000,
    bought_seconds: 198,
    charged: 15n,
    charged_change: 2,
  })
  const seen = Object.keys(row ?? {})
  const hidden_fields = ['attempts', 'revenue', 'cost', 'margin', 'billed_seconds', 'clients']
  for (const hidden of [...hidden_fields, 'client_id']) {
    expect(seen).not.toContain(hidden)
  }
  await api.admin.call(createSettlement, { body: settlementForm(ids.buy ?? 0, 'Paris') })
  const paris = await api.signIn('paris', 'CLIENT')
  expect(await list(paris, { group: ['gateway'] })).toEqual([])
  for (const query of [{ group: ['client'] }, { group: ['prefix'] }, { sort: 'revenue' }]) {
    const answer = await london.call(contract.listTrafficReport, { query: query as never })
    expect(answer.problem, JSON.stringify(query)).toMatchObject({ code: 'bad-input' })
  }
})
