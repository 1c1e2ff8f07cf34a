import { describe, expect, it } from 'vitest'
import { money, percent, rate } from '#core/money.ts'
import {
  decimalsOfPrices,
  formatAmount,
  formatChange,
  formatClock,
  formatDate,
  formatDateInWords,
  formatDecimal,
  formatDuration,
  formatExactAmount,
  formatPercentOf,
  formatPrice,
} from './format.ts'

describe('dates', () => {
  const at = '2026-11-20T20:03:07Z'

  it('are written in the time zone and the format of the kit, as far as wanted', () => {
    const utc = { timeZone: 'UTC', dateFormat: 'YYYY-MM-DD' } as const
    const dhaka = { timeZone: 'Asia/Dhaka', dateFormat: 'DD.MM.YYYY' } as const
    expect(formatDate(at, 'second', utc)).toBe('2026-11-20 20:03:07')
    expect(formatDate(at, 'second', dhaka)).toBe('21.11.2026 02:03:07')
    expect(formatDate(at, 'minute', dhaka)).toBe('21.11.2026 02:03')
    expect(formatDate(at, 'day', dhaka)).toBe('21.11.2026')
    expect(formatDate(at, 'day_of_year', dhaka)).toBe('21.11')
    expect(formatDate(at, 'month', dhaka)).toBe('11.2026')
  })

  it('in words are short, or long with weekday and time', () => {
    expect(formatDateInWords(at, 'short', 'Asia/Dhaka')).toBe('Nov 21, 2026')
    expect(formatDateInWords(at, 'long', 'Asia/Dhaka')).toBe('Sat, Nov 21, 2026, 02:03')
  })

  it('stand on the clock with long weekday and month, twelve hours and seconds', () => {
    expect(formatClock(new Date(at), 'Asia/Dhaka')).toMatch(/^Saturday, November 21 at 2:03:07.AM$/)
  })
})

describe('numbers', () => {
  it('show none to four fraction digits', () => {
    expect(formatDecimal(12)).toBe('12')
    expect(formatDecimal(1234.567891)).toBe('1,234.5679')
    expect(formatPercentOf(0.478)).toBe('47.8 %')
    expect([80_024, -50_769, 0].map((change) => formatChange(percent(change)))).toEqual([
      '+8.00 %',
      '−5.08 %',
      '0.00 %',
    ])
    expect(formatPercentOf(null)).toBe('–')
  })
})

describe('money', () => {
  it('has four decimals in lists, two on tiles and all six in detail', () => {
    expect(formatAmount(money(18_204_114_950))).toBe('18,204.1150')
    expect(formatAmount(money(18_204_114_950), 2)).toBe('18,204.11')
    expect(formatExactAmount(money(12_709))).toBe('0.012709')
    expect(formatExactAmount(money(0))).toBe('0.000000')
  })

  it('has a real minus, rounds away from zero, and a dash when unknown', () => {
    expect(formatAmount(money(-1_234_500_050))).toBe('−1,234.5001')
    expect(formatAmount(money(-123_456_000_000), 2)).toBe('−123,456.00')
    expect(formatAmount(money(-1_500_000), 0)).toBe('−2')
    expect(formatAmount(money(12_049_999), 1)).toBe('12.0')
    expect(formatAmount(null)).toBe('–')
  })

  it('per minute has four decimals at least and loses none', () => {
    expect(formatPrice(rate(2_100_000))).toBe('0.0210')
    expect(formatPrice(rate(2_112_345))).toBe('0.02112345')
  })

  it('of a column have the decimals of the longest', () => {
    const column = [rate(767_000), rate(650_000), null, rate(100_000_000)]
    expect(decimalsOfPrices(column)).toBe(5)
    expect(column.map((price) => formatPrice(price, 5))).toEqual([
      ...['0.00767', '0.00650', '–', '1.00000'],
    ])
    expect(decimalsOfPrices([])).toBe(4)
  })
})

describe('durations', () => {
  it('are hh:mm:ss, and mm:ss in minutes mode', () => {
    expect(formatDuration(0)).toBe('00:00:00')
    expect(formatDuration(3_725.9)).toBe('01:02:05')
    expect(formatDuration(3_725, 'minutes')).toBe('62:05')
    expect(formatDuration(360_000)).toBe('100:00:00')
    expect(formatDuration(null)).toBe('–')
  })
})
