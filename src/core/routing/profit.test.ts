import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeTariff } from '#test/support/tariffs.ts'
import { amount, makeTerms, perMinute, share } from '#test/support/terms.ts'
import { type Fx, type Money, type Percent, percent } from '../money.ts'
import type { Price } from '../tariff/tariff.ts'
import { checkMinimumMargin, type Purchase, type Sale } from './profit.ts'

const price = (rate = '0.06', terms: Partial<Price['terms']> = {}): Price => ({
  tariff_id: 1,
  rate_id: 1,
  prefix: '',
  destination: '',
  blocked: false,
  terms: makeTerms({ rate: perMinute(rate), first_rate: perMinute(rate), ...terms }),
})

const sale = (amount: number, tariff: Parameters<typeof makeTariff>[0] = {}): Sale => ({
  tariff: makeTariff({ max_loss_percent: share('0'), ...tariff }),
  price: price(),
  amount: amount as Money,
})
const purchase = (amount: number, rate = '0.03'): Purchase => ({
  price: price(rate),
  amount: amount as Money,
})

const OFF = {
  profit_mode: 'OFF',
  min_profit_percent: share('50'),
  min_profit_abs: amount('1'),
} as const
const nobody = { min_profit_percent: null }
const asks = (text: string) => ({ min_profit_percent: share(text) })
const perCall = (text: string, abs = '0') =>
  ({ profit_mode: 'PER_CALL', ...asks(text), min_profit_abs: amount(abs) }) as const

const LOSS = 'COST_ABOVE_REVENUE'
const LITTLE = 'BELOW_MIN_MARGIN'

describe('the protection of the tariff', () => {
  test('drops what costs more than it brings, whatever the plan says', () => {
    const protect = { loss_protection: true }
    expect(checkMinimumMargin(sale(100, protect), purchase(101), OFF, nobody, nobody)).toBe(LOSS)
    expect(checkMinimumMargin(sale(100, protect), purchase(100), OFF, nobody, nobody)).toBeNull()
    expect(checkMinimumMargin(sale(100), purchase(101), OFF, nobody, nobody)).toBeNull()
  })

  test('bears the loss that the tariff allows', () => {
    const bears = { loss_protection: true, max_loss_percent: share('10') }
    expect(checkMinimumMargin(sale(100, bears), purchase(110), OFF, nobody, nobody)).toBeNull()
    expect(checkMinimumMargin(sale(100, bears), purchase(111), OFF, nobody, nobody)).toBe(LOSS)
  })
})

describe('the least profit', () => {
  test.each([
    ['nobody asks for one', 100, OFF, nobody, nobody, null],
    ['a fifth of the cost', 120, perCall('20'), nobody, nobody, null],
    ['a little less than a fifth', 119, perCall('20'), nobody, nobody, LITTLE],
    ['the client asks for more', 120, perCall('20'), asks('21'), nobody, LITTLE],
    ['the gateway asks for more', 120, perCall('20'), nobody, asks('21'), LITTLE],
    ['the gateway asks for less', 119, perCall('20'), nobody, asks('5'), LITTLE],
    ['only the client asks', 104, OFF, asks('5'), nobody, LITTLE],
    ['only the client asks, and gets it', 105, OFF, asks('5'), nobody, null],
    ['an amount beside the share', 120, perCall('1', '0.000021'), nobody, nobody, LITTLE],
    ['an amount that is reached', 121, perCall('1', '0.000021'), nobody, nobody, null],
    ['a loss that the plan allows', 95, perCall('-5'), nobody, nobody, null],
    ['a greater loss', 94, perCall('-5'), nobody, nobody, LITTLE],
  ] as const)('%s', (_, pays, plan, client, gateway, why) => {
    expect(checkMinimumMargin(sale(pays), purchase(100), plan, client, gateway)).toBe(why)
  })

  test('per minute compares the rates in one currency, whatever the calls cost', () => {
    const byMinute = { ...perCall('100'), profit_mode: 'PER_MINUTE' } as const
    const why = (rate: string, tariff_fx?: number) =>
      checkMinimumMargin(
        sale(0),
        {
          price: price(rate, tariff_fx ? { tariff_fx: tariff_fx as Fx } : {}),
          amount: 900 as Money,
        },
        byMinute,
        nobody,
        nobody,
      )
    expect(why('0.03')).toBeNull()
    expect(why('0.03000001')).toBe(LITTLE)
    expect(why('0.02', 150_000_000)).toBeNull()
    expect(why('0.02', 150_100_000)).toBe(LITTLE)
  })

  test('is exact for every amount', () => {
    const anyAmount = fc.integer({ min: -1e12, max: 1e12 })
    const anyPercent = fc.integer({ min: -1_000_000, max: 100_000_000 })
    fc.assert(
      fc.property(anyAmount, anyAmount, anyPercent, (pays, costs, least) => {
        const plan = { ...perCall('0'), min_profit_percent: percent(least) as Percent }
        const isEnough = BigInt(pays - costs) * 1_000_000n >= BigInt(costs) * BigInt(least)
        const why = checkMinimumMargin(sale(pays), purchase(costs), plan, nobody, nobody)
        expect(why).toBe(isEnough ? null : LITTLE)
      }),
    )
  })
})
