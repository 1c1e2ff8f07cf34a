import { describe, expect, test } from 'vitest'
import { money } from '../money.ts'
import { type AccountLimits, widerLimits } from './narrower-limits.ts'

const NONE: AccountLimits = {
  channel_limit: null,
  cps_limit: null,
  daily_spend_limit: null,
  monthly_spend_limit: null,
  expires_at: null,
  max_clients: null,
}

const PARENT: AccountLimits = {
  channel_limit: 20,
  cps_limit: 5,
  daily_spend_limit: money(50_000_000),
  monthly_spend_limit: money(900_000_000),
  expires_at: '2026-12-31T00:00:00.000Z',
  max_clients: 3,
}

const WIDER: AccountLimits = {
  channel_limit: 21,
  cps_limit: 6,
  daily_spend_limit: money(50_000_001),
  monthly_spend_limit: money(900_000_001),
  expires_at: '2026-12-31T00:00:00.001Z',
  max_clients: 4,
}

describe('limits below a reseller', () => {
  test('may be as its own', () => {
    expect(widerLimits(PARENT, PARENT)).toEqual({})
  })

  test('are refused one by one where they are wider', () => {
    expect(widerLimits(WIDER, PARENT)).toEqual({
      channel_limit: 'At most 20, as your own account.',
      cps_limit: 'At most 5, as your own account.',
      daily_spend_limit: 'At most 50, as your own account.',
      monthly_spend_limit: 'At most 900, as your own account.',
      expires_at: 'Not later than your own account.',
      max_clients: 'At most 3, as your own account.',
    })
  })

  test('may be absent, because those above count too, but for the number of clients', () => {
    expect(widerLimits(NONE, PARENT)).toEqual({ max_clients: 'At most 3, as your own account.' })
    const { max_clients: _, ...client } = NONE
    expect(widerLimits(client, PARENT)).toEqual({})
  })

  test('are free where the reseller has none', () => {
    expect(widerLimits(WIDER, NONE)).toEqual({})
  })

  test('stay as the operator has set them', () => {
    expect(widerLimits(WIDER, PARENT, WIDER)).toEqual({})
    expect(widerLimits(WIDER, PARENT, { ...WIDER, cps_limit: 7 })).toHaveProperty('cps_limit')
  })
})
