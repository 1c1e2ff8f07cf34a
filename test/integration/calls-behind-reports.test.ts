// Each count of a traffic report leads to a list of calls, which finds as many.
import { beforeAll, expect, test } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { listCallRecords } from '#contract/calls/call-records.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import {
  listTrafficReport,
  REPORT_GROUPS,
  type ReportGroup,
} from '#contract/traffic/traffic-reports.ts'
import type { CallRecord } from '#core/call/call-record.ts'
import {
  COUNTED,
  callsBehind,
  filterOfFigure,
  type ListedCalls,
} from '#web/calls/reports/calls-behind.ts'
import { apiForFile, type Session } from '../support/api.ts'
import { recordAt, writeCalls } from '../support/calls.ts'
import { clientForm, resellerForm, settlementForm, tariffForm } from '../support/forms.ts'

const NOON = Date.parse('2026-03-10T12:00:00Z')
const RANGE = { from: '2026-03-10T00:00', to: '2026-03-11T00:00' }
const TIMES: readonly string[] = ['hour', 'day', 'month']

const api = apiForFile()
let above: number

beforeAll(async () => {
  const addTariff = async (name: string, kind: 'SELL' | 'BUY' | 'RESELLER_COST') =>
    (await api.admin.call(createTariff, { body: { ...tariffForm, name, kind } })).data.id
  const sell = await addTariff('Sell', 'SELL')
  const london = { body: settlementForm(await addTariff('Buy', 'BUY'), 'London') }
  const settlement_id = (await api.admin.call(createSettlement, london)).data.id
  const cost = await addTariff('Cost', 'RESELLER_COST')
  const add = async (name: string, parent: number | null) => {
    const body = resellerForm(cost, name, parent === null ? null : { id: parent, level: 1 })
    return (await api.admin.call(createReseller, { body })).data.id
  }
  above = await add('Above', null)
  const below = await add('Below', above)
  const addClient = async (name: string, parent_id: number | null) => {
    const body = { ...clientForm(sell, name), parent_id }
    return (await api.admin.call(createWholesaleClient, { body })).data.id
  }
  const acme = { account_id: await addClient('Acme', null) }
  const other = { account_id: await addClient('Other', below), reseller_ids: [below, above] }
  await writeCalls(api.url, { records: callsOf(settlement_id, acme, other) })
})

function callsOf(london: number, acme: Partial<CallRecord>, other: Partial<CallRecord>) {
  const uk = { prefix: '44', destination: 'United Kingdom' }
  const mobile = { prefix: '447', destination: 'United Kingdom, Mobile', codec: 'G729' }
  const over = (gateway_id: number) => ({ gateway_id, settlement_id: london })
  const answered = { status: 'ANSWERED', attempt_end: 'ANSWERED', sip_code: 200 } as const
  const refused = { attempt_end: 'REFUSED', gateway_sip_code: 486, sip_code: 486 } as const
  const first = recordAt(NOON, { ...acme, ...uk, ...refused, ...over(6), sip_code: null })
  const { call_id } = first
  return [
    { ...first, is_last: false },
    recordAt(NOON, { ...acme, ...uk, ...answered, ...over(7), call_id, attempt_no: 2 }),
    recordAt(NOON, {
      ...{ ...acme, ...mobile, ...answered, ...over(7), duration_ms: 60_000 },
      one_way_audio: 'CALLER',
    }),
    recordAt(NOON, { ...other, ...uk, ...answered, ...over(6), duration_ms: 60_000 }),
    recordAt(NOON + 1, { ...other, ...mobile, ...refused, ...over(7), fault: 'USER' }),
    recordAt(NOON + 2, {
      ...{ ...other, status: 'REJECTED', refusal: 'NO_ROUTE', fault: 'SWITCH', sip_code: 404 },
    }),
    recordAt(NOON, {
      called_number: '14165550123',
      status: 'REJECTED',
      refusal: 'AUTH_UNKNOWN_IP',
      fault: 'CLIENT',
    }),
    recordAt(NOON, { ...acme, ...answered, called_number: '12025550123', codec: 'PCMA' }),
  ]
}

/** Compares the count of the report with the number of calls that the list finds for it. */
async function compare(
  session: Session,
  listed: ListedCalls,
  groups: ReportGroup[],
  search: object,
) {
  const query = { ...RANGE, ...search, group: groups }
  const { data: rows } = await session.call(listTrafficReport, { query })
  const unit = groups.includes('hour') ? 'hour' : undefined
  const written = Object.entries(search).map(([name, value]) => [name, String(value)])
  const shown = { unit, groups, search: Object.fromEntries(written), listed, ...RANGE } as const
  let compared = 0
  for (const row of rows) {
    for (const figure of COUNTED) {
      const behind = callsBehind(row, shown, 'UTC')
      const filter = filterOfFigure(figure, shown)
      if (!behind || !filter || row[figure] == null) continue
      const asked = new URLSearchParams({ type: behind.kind, ...behind.filters, ...filter })
      const found = await session.send({ url: `${listCallRecords.path}?${asked}` })
      const about = JSON.stringify([groups, search, figure, behind.filters])
      expect(`${about} ${found.json().page?.total}`).toBe(`${about} ${row[figure]}`)
      compared += 1
    }
  }
  return compared
}

test('each count of the operator is the number of calls that it leads to', async () => {
  for (const group of REPORT_GROUPS.filter((one) => one === 'hour' || !TIMES.includes(one))) {
    const isWay = group === 'gateway' || group === 'settlement'
    const compared = await compare(api.admin, 'calls', [group], {})
    expect([group, compared > 0 && compared % (isWay ? 8 : 9)]).toEqual([group, 0])
  }
  expect(await compare(api.admin, 'calls', ['hour', 'prefix', 'gateway'], {})).toBeGreaterThan(0)
})

test('so it is with each filter of the report, and with its opposite', async () => {
  const filters = [
    { reseller_id: [above], with_children: 'true' },
    { reseller_id: [above] },
    { gateway_id: [7] },
    { settlement_id: [7] },
    { country: ['GB', 'CA'] },
    { prefix: ['44'] },
    { destination: 'kingdom, m' },
    { sip_code: [200] },
    { refusal: ['NO_ROUTE'] },
    { codec: ['G729'] },
    { client_type: 'retail' },
  ]
  for (const filter of filters) {
    await compare(api.admin, 'calls', ['country'], filter)
    const turned = Object.entries(filter).map(([name, value]) =>
      name === 'with_children' || name === 'client_type' ? [name, value] : [`${name}_not`, value],
    )
    const compared = await compare(api.admin, 'calls', ['country'], Object.fromEntries(turned))
    expect([filter, compared > 0]).toEqual([filter, filter.client_type === undefined])
  }
})

test('a client is led to its own calls, a settlement account to its attempts', async () => {
  const acme = await api.signIn('acme', 'CLIENT')
  for (const group of ['destination', 'country', 'prefix', 'sip_code', 'codec'] as const) {
    expect(await compare(acme, 'calls', [group], {})).toBeGreaterThan(0)
  }
  const london = await api.signIn('london', 'CLIENT')
  for (const group of ['hour', 'gateway', 'country', 'codec'] as const) {
    expect(await compare(london, 'attempts', [group], {})).toBeGreaterThan(0)
  }
})
