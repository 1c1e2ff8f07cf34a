import { expect, test } from 'vitest'
import { amount, makeTerms, perMinute, share } from '#test/support/terms.ts'
import { addMoney, type Money, NO_MONEY, subtractMoney } from '../money.ts'
import type { Terms } from '../tariff/terms.ts'
import { grantSeconds, holdDifferences, type Payer } from './payer.ts'

function makePayer(depth: number, terms: Terms): Payer {
  const price = { tariff_id: 1, rate_id: 1, prefix: '', destination: '', blocked: false, terms }
  return { account_id: 10 + depth, depth, price }
}

const steps = (rate: string, increment: number): Terms =>
  makeTerms({ rate: perMinute(rate), first_increment: increment, next_increment: increment })

/** Vector 29 of domain.md §2.7: a client, and two resellers above it. */
const chain = [
  makePayer(0, steps('0.06', 1)),
  makePayer(1, steps('0.05', 6)),
  makePayer(2, steps('0.045', 60)),
]
const chain_money = [amount('10'), amount('2'), amount('0.5')]

test('vector 29: the chain talks as long as its poorest payer can', () => {
  expect(grantSeconds(chain, chain_money, 86_400)).toEqual({
    kind: 'granted',
    seconds: 660,
    holds: [amount('0.66'), amount('0.55'), amount('0.495')],
  })
})

test('whoever is poorest, and wherever it stands in the chain, it decides', () => {
  const seconds = (available: readonly string[]) => {
    const grant = grantSeconds(chain, available.map(amount), 86_400)
    return grant.kind === 'granted' ? grant.seconds : grant.account_id
  }
  expect(seconds(['0.1', '2', '2'])).toBe(100)
  expect(seconds(['10', '0.1', '2'])).toBe(120)
  expect(seconds(['0', '2', '2'])).toBe(10)
  expect(seconds(['10', '0.004999', '2'])).toBe(11)
  expect(seconds(['10', '2', '0.044999'])).toBe(12)
})

test('a payer whose balance is not checked holds its part and limits nobody', () => {
  expect(grantSeconds(chain, [amount('10'), null, null], 90)).toEqual({
    kind: 'granted',
    seconds: 90,
    holds: [amount('0.09'), amount('0.075'), amount('0.09')],
  })
})

test('no more is granted than was wanted', () => {
  expect(grantSeconds(chain, chain_money, 60)).toMatchObject({ seconds: 60 })
})

test('what is held covers fee and VAT', () => {
  const terms = { ...steps('1', 60), connect_fee: amount('0.5'), vat_percent: share('20') }
  expect(grantSeconds([makePayer(0, terms)], [amount('5')], 60)).toMatchObject({
    holds: [amount('1.8')],
  })
})

test('vector 30: of 30 calls on the money for one, one is granted', () => {
  const payer = makePayer(0, steps('1', 60))
  let free: Money = amount('1')
  const granted = Array.from({ length: 30 }, () => {
    const grant = grantSeconds([payer], [free], 60)
    if (grant.kind === 'refused') return false
    free = subtractMoney(free, grant.holds.reduce(addMoney))
    return true
  })
  expect(granted.filter(Boolean)).toHaveLength(1)
  expect(free).toBe(NO_MONEY)
})

test('a longer grant holds only what is missing, and what is held counts as available', () => {
  const [client] = chain
  const first = grantSeconds([client as Payer], [amount('0.1')], 60)
  expect(first).toMatchObject({ seconds: 60, holds: [amount('0.06')] })
  // 0.04 is free; with the 0.06 that the call holds it can go on to 100 seconds.
  const second = grantSeconds([client as Payer], [amount('0.1')], 120)
  expect(second).toMatchObject({ seconds: 100, holds: [amount('0.1')] })
  expect(holdDifferences([amount('0.06')], [amount('0.1')])).toEqual([amount('0.04')])
  expect(holdDifferences([], [amount('0.1'), amount('0.2')])).toEqual([
    amount('0.1'),
    amount('0.2'),
  ])
})
