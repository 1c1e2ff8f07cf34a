import { expect, test } from 'vitest'
import type { Rate } from '../money.ts'
import { findLowestMargin, findRateRange, findShorterPrefixes } from './prefix-prices.ts'

const ratesOf = (rates: Readonly<Record<string, number | null>>) =>
  new Map(Object.entries(rates).map(([prefix, rate]) => [prefix, rate as Rate | null]))

const FLAT = ratesOf({ '44': 264 })
const DETAILED = ratesOf({ '44': 100, '447': 1400, '4474': 1500, '33': 1 })

test('a tariff with longer prefixes than the rule has a range', () => {
  expect(findRateRange(FLAT, '44')).toEqual({ prefix: '44', lowest: 264, highest: 264, longer: 0 })
  expect(findRateRange(DETAILED, '44')).toEqual({
    prefix: '44',
    lowest: 100,
    highest: 1500,
    longer: 2,
  })
})

test('a shorter prefix than that of the rule sets its rate, a blocked one is none', () => {
  expect(findRateRange(FLAT, '447')).toMatchObject({ prefix: '44', longer: 0 })
  expect(findRateRange(FLAT, '33')).toBeNull()
  const blocked = ratesOf({ '': 5, '44': null, '4420': 7 })
  expect(findRateRange(blocked, '44')).toEqual({ prefix: null, lowest: 7, highest: 7, longer: 1 })
})

test('the lowest margin is that of the worst prefix of either side', () => {
  expect(findLowestMargin(ratesOf({ '44': 300 }), FLAT, '44')).toBe(36)
  expect(findLowestMargin(ratesOf({ '44': 300 }), DETAILED, '44')).toBe(-1200)
  expect(findLowestMargin(ratesOf({ '44': 2000, '4475': 50 }), FLAT, '44')).toBe(-214)
  expect(findLowestMargin(ratesOf({ '33': 300 }), FLAT, '44')).toBeNull()
})

test('a gateway that wins only by a shorter prefix is named with the worst place', () => {
  const gateways = [
    { gateway_id: 1, rates: FLAT },
    { gateway_id: 2, rates: DETAILED },
    { gateway_id: 3, rates: ratesOf({ '44': 120, '447': 1450 }) },
  ]
  expect(findShorterPrefixes(gateways, '44')).toEqual([
    {
      gateway_id: 1,
      prefix: '44',
      rate: 264,
      count: 2,
      at: '4474',
      other: { gateway_id: 3, prefix: '447', rate: 1450 },
    },
  ])
})

test('nothing is said of equal prefixes, nor of a shorter one that is not the cheapest', () => {
  const dear = { gateway_id: 1, rates: ratesOf({ '44': 9000 }) }
  expect(findShorterPrefixes([dear, { gateway_id: 2, rates: DETAILED }], '44')).toEqual([])
  expect(findShorterPrefixes([dear, { gateway_id: 2, rates: FLAT }], '44')).toEqual([])
})
