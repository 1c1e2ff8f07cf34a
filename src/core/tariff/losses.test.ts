import { expect, test } from 'vitest'
import { makeTariff, NO_DETAILS } from '#test/support/tariffs.ts'
import { amount, perMinute, worth } from '#test/support/terms.ts'
import { findLosses, type ListedRate, type PriceList } from './losses.ts'
import type { Tariff } from './tariff.ts'
import type { RateDetails } from './terms.ts'

type Rows = Record<string, string | [rate: string, details: Partial<RateDetails>]>

function listOf(increments: `${number}/${number}`, rows: Rows, tariff: Partial<Tariff> = {}) {
  const [first_increment, next_increment] = increments.split('/').map(Number)
  const increment = { first_increment: first_increment!, next_increment: next_increment! }
  const rates = Object.entries(rows).map(([prefix, row]): [string, ListedRate] => {
    const [rate, details] = typeof row === 'string' ? [row, {}] : row
    return [prefix, { rate: perMinute(rate), details: { ...NO_DETAILS, ...details } }]
  })
  const list: PriceList = {
    tariff: makeTariff({ average_duration_seconds: 95, ...increment, ...tariff }),
    rates: new Map(rates),
  }
  return list
}

const client = listOf('1/1', { 44: '0.06' })
const level2 = listOf('6/6', { 44: '0.05' })
const level1 = listOf('60/60', { 44: '0.045' })

test('case 23: a cheaper minute loses where its increments are coarser', () => {
  expect(findLosses(client, level2)).toEqual([])
  expect(findLosses(level2, level1)).toEqual([
    {
      prefix: '44',
      destination: '',
      seconds: 30,
      revenue: amount('0.025'),
      cost: amount('0.045'),
    },
  ])
})

test('a longer prefix of either side is compared with the shorter one that covers it', () => {
  const sold = listOf('1/1', { '': '0.03', 447: ['0.2', { destination: 'Mobile' }] })
  const paid = listOf('1/1', { 44: '0.01', 4471: '0.3', 49: '0.04' })
  const losing = findLosses(sold, paid).map(({ prefix, destination }) => [prefix, destination])
  expect(losing.toSorted()).toEqual([
    ['4471', 'Mobile'],
    ['49', ''],
  ])
})

test('nobody loses by a call that is refused', () => {
  const dear = listOf('1/1', { 44: '9', 49: '9' })
  const blocked = listOf('1/1', { 44: ['0.01', { blocked: true }] })
  expect(findLosses(blocked, dear)).toEqual([])
  expect(findLosses(dear, blocked)).toEqual([])
})

test('prices of different currencies are compared by what they are worth', () => {
  const euros = { currency: 'EUR', fx: worth('1.25') }
  const sold = listOf('1/1', { 44: '0.05' })
  expect(findLosses(sold, listOf('1/1', { 44: '0.041' }, euros))).toMatchObject([
    { seconds: 95, revenue: amount('0.079167'), cost: amount('0.081146') },
  ])
  expect(findLosses(sold, listOf('1/1', { 44: '0.04' }, euros))).toEqual([])
})
