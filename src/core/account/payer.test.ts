import { describe, expect, test } from 'vitest'
import { amount, makeTerms, perMinute, share } from '#test/support/terms.ts'
import { addMoney, type Money, NO_MONEY, subtractMoney } from '../money.ts'
import type { Terms } from '../tariff/terms.ts'
import { type AvailableFunds, type Grant, grantSeconds, type Payer } from './payer.ts'

function makePayer(depth: number, terms: Terms): Payer {
  const price = { tariff_id: 1, rate_id: 1, prefix: '', destination: '', blocked: false, terms }
  return {
    account_id: 10 + depth,
    depth,
    parent_id: 11 + depth,
    price,
    cost_limit: null,
    has_limit: true,
  }
}

const steps = (rate: string, increment: number): Terms =>
  makeTerms({ rate: perMinute(rate), first_increment: increment, next_increment: increment })

/** Case 29 of docs/domain/billing.md: a client, and two resellers above it. */
const chain = [
  makePayer(0, steps('0.06', 1)),
  makePayer(1, steps('0.05', 6)),
  makePayer(2, steps('0.045', 60)),
]
const chain_money = [amount('10'), amount('2'), amount('0.5')]

/** Funds by place in the chain; null is not checked. */
const fundsOf =
  (amounts: readonly (Money | null)[]) =>
  (payer: Payer): AvailableFunds | null => {
    const free = amounts[payer.depth] ?? null
    return free === null ? null : { amount: free, reason: 'BALANCE_LOW' }
  }

const held = (grant: Grant) => (grant.kind === 'granted' ? [...grant.holds.values()] : [])

test('case 29: the chain talks as long as its poorest payer can', () => {
  const grant = grantSeconds(chain, fundsOf(chain_money), 86_400)
  expect(grant).toMatchObject({ kind: 'granted', seconds: 660 })
  expect(held(grant)).toEqual([amount('0.66'), amount('0.55'), amount('0.495')])
})

test('whoever is poorest, and wherever it stands in the chain, it decides', () => {
  const seconds = (available: readonly string[]) => {
    const grant = grantSeconds(chain, fundsOf(available.map(amount)), 86_400)
    return grant.kind === 'granted' ? grant.seconds : grant.account_id
  }
  expect(seconds(['0.1', '2', '2'])).toBe(100)
  expect(seconds(['10', '0.1', '2'])).toBe(120)
  expect(seconds(['0', '2', '2'])).toBe(10)
  expect(seconds(['10', '0.004999', '2'])).toBe(11)
  expect(seconds(['10', '2', '0.044999'])).toBe(12)
})

test('a payer whose balance is not checked holds its part and limits nobody', () => {
  const grant = grantSeconds(chain, fundsOf([amount('10'), null, null]), 90)
  expect(grant).toMatchObject({ kind: 'granted', seconds: 90 })
  expect(held(grant)).toEqual([amount('0.09'), amount('0.075'), amount('0.09')])
})

test('no more is granted than was wanted', () => {
  expect(grantSeconds(chain, fundsOf(chain_money), 60)).toMatchObject({ seconds: 60 })
})

test('what is held covers fee and VAT', () => {
  const terms = { ...steps('1', 60), connect_fee: amount('0.5'), vat_percent: share('20') }
  expect(held(grantSeconds([makePayer(0, terms)], fundsOf([amount('5')]), 60))).toEqual([
    amount('1.8'),
  ])
})

test('the cost limit of one call ends it before the money does', () => {
  const client = { ...makePayer(0, steps('0.06', 1)), cost_limit: amount('0.03') }
  expect(grantSeconds([client], fundsOf([amount('10')]), 60)).toMatchObject({ seconds: 30 })
  expect(grantSeconds([client], fundsOf([amount('0.01')]), 60)).toMatchObject({ seconds: 10 })
  const dear = { ...makePayer(0, steps('1', 60)), cost_limit: amount('0.5') }
  expect(grantSeconds([dear], fundsOf([amount('10')]), 60)).toMatchObject({
    kind: 'refused',
    refusal: 'COST_LIMIT',
  })
})

test('a payer that is credited holds nothing', () => {
  const credited = makePayer(0, { ...steps('1', 60), reverse_billing: true })
  expect(held(grantSeconds([credited], fundsOf([amount('0')]), 60))).toEqual([NO_MONEY])
})

test('case 30: of 30 calls on the money for one, one is granted', () => {
  const payer = makePayer(0, steps('1', 60))
  let free: Money = amount('1')
  const granted = Array.from({ length: 30 }, () => {
    const grant = grantSeconds([payer], fundsOf([free]), 60)
    if (grant.kind === 'refused') return false
    free = subtractMoney(free, held(grant).reduce(addMoney))
    return true
  })
  expect(granted.filter(Boolean)).toHaveLength(1)
  expect(free).toBe(NO_MONEY)
})

describe('under a reseller, a client that is credited', () => {
  const credited = makePayer(0, { ...steps('0.06', 1), reverse_billing: true })
  const above = (rate: string) => makePayer(1, steps(rate, 60))

  test('talks as long as the reseller can pay the credit and its own price', () => {
    const grant = (free: string) =>
      grantSeconds([credited, above('0.03')], fundsOf([amount('0'), amount(free)]), 7200)
    expect(grant('0.149999')).toMatchObject({ kind: 'granted', seconds: 89 })
    expect(held(grant('0.15'))).toEqual([NO_MONEY, amount('0.15')])
    expect(grant('0.030999')).toMatchObject({ kind: 'refused', account_id: 11 })
  })

  test('is paid by the next one only: those above pay what they do for any call', () => {
    const chain = [credited, above('0'), makePayer(2, steps('0', 1))]
    const grant = grantSeconds(chain, fundsOf([amount('0'), amount('0.06'), amount('0')]), 7200)
    expect(held(grant)).toEqual([NO_MONEY, amount('0.06'), NO_MONEY])
  })

  test('costs the reseller as much when it is asked alone', () => {
    const reseller = above('0')
    const funds = fundsOf([null, amount('0.06')])
    const grant = grantSeconds([reseller], funds, 7200, undefined, [credited, reseller])
    expect(grant).toMatchObject({ seconds: 60 })
  })
})
