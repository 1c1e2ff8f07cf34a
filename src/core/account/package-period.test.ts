import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amount } from '#test/support/terms.ts'
import { parseFx, toSum } from '../money.ts'
import type { PackageCycle } from './package.ts'
import {
  lapsedSeconds,
  nextPeriod,
  packageIncome,
  periodAt,
  whyNotBought,
} from './package-period.ts'

const at = (iso: string) => Date.parse(`${iso}Z`)

describe('a period', () => {
  test.each<[PackageCycle, string, string, string, string | null]>([
    ['ONCE', '2026-01-31T10:00', '2031-05-05T00:00', '2026-01-31T10:00', null],
    ['DAY', '2026-01-31T10:00', '2026-02-02T09:59', '2026-02-01T10:00', '2026-02-02T10:00'],
    ['WEEK', '2026-01-31T10:00', '2026-02-07T10:00', '2026-02-07T10:00', '2026-02-14T10:00'],
    ['MONTH', '2026-01-31T10:00', '2026-01-31T10:00', '2026-01-31T10:00', '2026-02-28T10:00'],
    ['MONTH', '2026-01-31T10:00', '2026-02-28T10:00', '2026-02-28T10:00', '2026-03-31T10:00'],
    ['MONTH', '2028-01-31T10:00', '2028-02-29T09:59', '2028-01-31T10:00', '2028-02-29T10:00'],
    ['MONTH', '2026-11-15T23:30', '2027-02-01T00:00', '2027-01-15T23:30', '2027-02-15T23:30'],
  ])('of %s from %s holds %s: %s to %s', (cycle, anchor, now, starts, ends) => {
    const expected = { starts_at: at(starts), ends_at: ends === null ? null : at(ends) }
    expect(periodAt(cycle, at(anchor), at(now))).toEqual(expected)
  })

  test('holds its moment, and the next one begins where it ends', () => {
    const anyMs = fc.integer({ min: at('2020-01-01T00:00'), max: at('2080-01-01T00:00') })
    const anyCycle = fc.constantFrom<PackageCycle>('DAY', 'WEEK', 'MONTH')
    fc.assert(
      fc.property(anyCycle, anyMs, anyMs, (cycle, one, other) => {
        const [anchor, now] = one < other ? [one, other] : [other, one]
        const { starts_at, ends_at } = periodAt(cycle, anchor, now)
        if (ends_at === null || starts_at > now || now >= ends_at) return false
        return periodAt(cycle, anchor, ends_at).starts_at === ends_at
      }),
    )
  })

  const row = { anchored_at: at('2026-01-10T10:00'), seconds_left: 90, seconds_held: 30 }

  test('that follows another keeps to the days of the first, and skips what nobody had', () => {
    const next = nextPeriod('DAY', { ...row, state: 'ACTIVE' }, at('2026-01-15T11:00'))
    expect(next).toEqual({
      starts_at: at('2026-01-15T10:00'),
      ends_at: at('2026-01-16T10:00'),
      anchored_at: row.anchored_at,
    })
  })

  test('after a pause begins when it is paid', () => {
    const next = nextPeriod('DAY', { ...row, state: 'PAUSED' }, at('2026-01-15T11:00'))
    expect(next).toEqual({
      starts_at: at('2026-01-15T11:00'),
      ends_at: at('2026-01-16T11:00'),
      anchored_at: at('2026-01-15T11:00'),
    })
  })

  test('loses what is left at its end, unless it rolls over or a call has it', () => {
    expect(lapsedSeconds({ has_rollover: false }, { ...row, state: 'ACTIVE' })).toBe(60)
    expect(lapsedSeconds({ has_rollover: true }, { ...row, state: 'ACTIVE' })).toBe(0)
  })
})

describe('a package is sold', () => {
  const offer = {
    owner_id: 1,
    status: 'active',
    seconds: 600,
    price: amount('5'),
    currency: 'USD',
    cycle: 'MONTH',
    has_rollover: false,
  } as const
  const buyer = {
    status: 'active',
    currency: 'USD',
    parent_id: 1,
    available: toSum(amount('5')),
  } as const

  test.each([
    [null, {}, {}],
    ['BALANCE_LOW', {}, { available: toSum(amount('4.999999')) }],
    ['PACKAGE_BLOCKED', { status: 'blocked' as const }, {}],
    ['CLIENT_NOT_ACTIVE', {}, { status: 'blocked' as const }],
    ['PARENT_DIFFERS', {}, { parent_id: 7 }],
    ['CURRENCY_DIFFERS', {}, { currency: 'EUR' }],
  ])('unless it is refused: %s', (reason, changed_offer, changed_buyer) => {
    const why = whyNotBought({ ...offer, ...changed_offer }, { ...buyer, ...changed_buyer })
    expect(why).toBe(reason)
  })
})

describe('the income of a period', () => {
  const worth = (text: string) => parseFx(text)!

  test.each([
    ['in the same currency is the whole price, VAT included', '1', '1', '12', '12'],
    ['in another currency is what it is worth', '1', '1.25', '12', '9.6'],
    ['is rounded down to a millionth', '1', '3', '2', '0.666666'],
    ['may be nothing in a strong currency', '0.00000001', '100', '0.000001', '0'],
  ])('%s', (_, fx, seller_fx, price, income) => {
    const rates = { fx: worth(fx), seller_fx: worth(seller_fx) }
    expect(packageIncome(amount(price), rates)).toBe(amount(income))
  })

  test('is none of the operator, which has no balance', () => {
    expect(packageIncome(amount('5'), { fx: worth('1'), seller_fx: null })).toBeNull()
  })
})
