import { describe, expect, test } from 'vitest'
import { amount, share } from '#test/support/terms.ts'
import { percent, type Sum, toSum } from '../money.ts'
import { commissionOf, dueCommission } from './commission.ts'

describe('a commission', () => {
  test.each([
    ['5 % of 100', '100', '5', '5'],
    ['a part of a millionth is not paid', '0.000019', '10', '0.000001'],
    ['nothing', '0', '5', '0'],
    ['nothing of a credit', '-3', '5', '0'],
    ['all', '12.345678', '100', '12.345678'],
  ])('is %s', (_, net, rate, expected) => {
    expect(commissionOf(toSum(amount(net)), share(rate))).toBe(amount(expected))
  })

  test('has an upper end, as every amount', () => {
    expect(commissionOf((10n ** 30n) as Sum, percent(1_000_000))).toBeLessThan(2 ** 53)
  })
})

describe('a period', () => {
  const at = (text: string) => Date.parse(text)

  test('is what is left of its month in the zone, due a day after its end', () => {
    const from_at = '2026-10-20T10:00:00.000Z'
    const to_at = '2026-10-31T23:00:00.000Z'
    const due = dueCommission('Europe/Berlin', from_at, at('2026-11-01T23:00:00Z'))
    expect(due).toEqual({ month: '2026-10', from_at, to_at })
    expect(dueCommission('Europe/Berlin', from_at, at('2026-11-01T22:59:59Z'))).toBeUndefined()
  })

  test('is followed by the whole next month', () => {
    const next = dueCommission(
      'Europe/Berlin',
      '2026-10-31T23:00:00.000Z',
      at('2026-12-24T00:00:00Z'),
    )
    expect(next).toMatchObject({ month: '2026-11', to_at: '2026-11-30T23:00:00.000Z' })
  })
})
