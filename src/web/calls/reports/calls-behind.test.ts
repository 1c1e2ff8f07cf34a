import { expect, test } from 'vitest'
import type { TrafficReportRow } from '#contract/traffic-reports.ts'
import { callsBehind } from './calls-behind.ts'

const row = (keys: Partial<TrafficReportRow>) => keys as TrafficReportRow
const shown = {
  unit: undefined,
  groups: [],
  search: {},
  from: '2026-11-01T00:00',
  to: '2026-11-23T10:15',
}

test('an hour leads to the calls of this hour, by the clock of the server', () => {
  const hourly = { ...shown, unit: 'hour', groups: ['hour'] } as const
  expect(callsBehind(row({ time: '2026-11-22T08:15:00Z' }), hourly, 'Asia/Kathmandu')).toEqual({
    kind: 'all',
    filters: { from: '2026-11-22T14:00', to: '2026-11-22T15:00' },
  })
})

test('a month that the report holds only a part of leads to the calls of this part', () => {
  const monthly = { ...shown, unit: 'month', groups: ['month'] } as const
  const from = '2026-10-15T00:00'
  expect(callsBehind(row({ time: '2026-10-01T00:00:00Z' }), { ...monthly, from }, 'UTC')).toEqual({
    kind: 'all',
    filters: { from, to: '2026-11-01T00:00' },
  })
  expect(callsBehind(row({ time: '2026-11-01T00:00:00Z' }), monthly, 'UTC')).toMatchObject({
    filters: { from: '2026-11-01T00:00', to: '2026-11-23T10:15' },
  })
})

test('a client and a SIP code become filters beside those of the report', () => {
  const summary = {
    ...shown,
    groups: ['client', 'sip_code'],
    search: { group: 'client,sip_code', client_type: 'retail', refusal_not: 'BALANCE_LOW' },
  } as const
  expect(callsBehind(row({ client_id: 7, sip_code: 503 }), summary, 'UTC')).toEqual({
    kind: 'retail',
    filters: {
      from: shown.from,
      to: shown.to,
      account_id: '7',
      sip_code: '503',
      refusal_not: 'BALANCE_LOW',
    },
  })
})

test('what the list of calls counts in another way leads nowhere', () => {
  const byGateway = { ...shown, groups: ['gateway'] } as const
  expect(callsBehind(row({ gateway_id: 3 }), byGateway, 'UTC')).toBeUndefined()
  const filtered = { ...shown, search: { gateway_id: '3' } }
  expect(callsBehind(row({}), filtered, 'UTC')).toBeUndefined()
  const bySipCode = { ...shown, groups: ['sip_code'] } as const
  expect(callsBehind(row({ sip_code: 0 }), bySipCode, 'UTC')).toBeUndefined()
})
