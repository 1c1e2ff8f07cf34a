import { expect, test } from 'vitest'
import type { TrafficReportRow } from '#contract/traffic/traffic-reports.ts'
import { callsBehind, filterOfFigure } from './calls-behind.ts'

const row = (keys: Partial<TrafficReportRow>) => keys as TrafficReportRow
const shown = {
  unit: undefined,
  groups: [],
  search: {},
  listed: 'calls',
  from: '2026-11-01T00:00',
  to: '2026-11-23T10:15',
} as const

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

test('a key has a filter of its own where the list filters by something else', () => {
  const keys = { reseller_id: 0, gateway_id: 3, prefix: '44', destination: '' }
  const groups = ['reseller', 'gateway', 'prefix', 'destination'] as const
  const search = { reseller_id: '5', with_children: 'true', codec_not: 'PCMA' }
  expect(callsBehind(row(keys), { ...shown, groups, search }, 'UTC')?.filters).toEqual({
    from: shown.from,
    to: shown.to,
    reseller_tree_id: '5',
    caller_codec_not: 'PCMA',
    nearest_reseller_id: '0',
    last_gateway_id: '3',
    exact_prefix: '44',
    exact_destination: 'none',
  })
})

test('a count of what the list has no rows of leads nowhere', () => {
  expect(filterOfFigure('attempts', shown)).toBeUndefined()
  expect(filterOfFigure('failed', { ...shown, groups: ['gateway'] })).toBeUndefined()
  expect(filterOfFigure('failed', { ...shown, search: { gateway_id_not: '3' } })).toBeUndefined()
  expect(filterOfFigure('failed', shown)).toEqual({ status: 'FAILED' })
  const attempts = { ...shown, listed: 'attempts' } as const
  expect(filterOfFigure('calls', { ...attempts, groups: ['gateway'] })).toEqual({})
  const bySipCode = { ...attempts, groups: ['sip_code'] } as const
  expect(callsBehind(row({ sip_code: 503 }), bySipCode, 'UTC')).toBeUndefined()
})
