// The cases of docs/domain/billing.md about prices, by their numbers there.
import { expect, test } from 'vitest'
import { amount, makeTerms, perMinute, share } from '#test/support/terms.ts'
import { formatMoney, subtractMoney } from '../money.ts'
import { affordableSeconds } from './affordable-seconds.ts'
import { attemptCharge, chargeCall, chargeSeconds, roundDuration } from './charge-call.ts'
import { expectedAmount } from './expected-amounts.ts'
import type { Terms } from './terms.ts'

/** A price by its increments. */
const billed = (increments: `${number}/${number}`, rate: string, more: Partial<Terms> = {}) => {
  const [first_increment, next_increment] = increments.split('/').map(Number)
  const increment = { first_increment: first_increment!, next_increment: next_increment! }
  return makeTerms({ ...increment, rate: perMinute(rate), ...more })
}

const fee = { connect_fee: amount('0.1') }
const withGrace = billed('60/30', '0.15', { ...fee, grace_seconds: 3 })
const twoRates = { first_rate: perMinute('0.2'), connect_fee: amount('0.4') }
const ownFirstRate = { first_rate: perMinute('0.015') }
const allFree = { connect_fee: amount('0.01'), free_seconds: 60 }

/** Seconds, billed seconds, amount. */
test.each<[string, Terms, number, number, string]>([
  ['5 30/6 after 32 s', billed('30/6', '0.006'), 32, 36, '0.0036'],
  ['6 30/6 after 57 s', billed('30/6', '0.006'), 57, 60, '0.006'],
  ['7 30/6 after 75 s', billed('30/6', '0.006'), 75, 78, '0.0078'],
  ['8 per second with a fee', billed('1/1', '0.6', fee), 45, 45, '0.55'],
  ['9 a minute', billed('60/1', '1.2', { connect_fee: amount('0.2') }), 45, 60, '1.4'],
  ['11 two rates and a fee', billed('60/1', '0.1', twoRates), 120, 120, '0.7'],
  ['12 fee and grace', withGrace, 43, 60, '0.25'],
  ['14 within grace', withGrace, 2, 0, '0'],
  ['14 at the end of grace', withGrace, 3, 0, '0'],
  ['14 past grace', withGrace, 4, 60, '0.25'],
  ['15 a first rate of its own', billed('15/15', '0.017', ownFirstRate), 45, 45, '0.01225'],
  ['17 free seconds, but the fee', billed('30/6', '0.12', allFree), 40, 0, '0.01'],
  ['21 an amount of four digits', billed('60/60', '12.5'), 4781, 4800, '1000'],
])('case %s', (_name, terms, seconds, billed_seconds, expected) => {
  const charge = chargeCall(terms, seconds * 1000)
  expect(charge.billed_seconds).toBe(billed_seconds)
  expect(formatMoney(charge.amount)).toBe(expected)
})

// The exact net is 0.00094333…, with VAT 0.0011603: each is rounded once from its exact value,
// never one from the other (0.0010 rounded up and then taxed would be 0.0013). VAT lies between.
test.each([
  ['1 to six decimals', 'HALF_UP', 6, '0.000943', '0.000217', '0.00116'],
  ['2 up to four', 'UP', 4, '0.001', '0.0002', '0.0012'],
  ['3 down to four', 'DOWN', 4, '0.0009', '0.0002', '0.0011'],
] as const)(
  'case %s: net and amount are each rounded once',
  (_name, rounding_mode, rounding_decimals, net, vat, total) => {
    const taxed = { vat_percent: share('23'), rounding_mode, rounding_decimals }
    const charge = chargeCall(billed('60/11', '0.0001', taxed), 560_000)
    expect(charge.billed_seconds).toBe(566)
    expect(formatMoney(charge.net)).toBe(net)
    expect(formatMoney(charge.vat)).toBe(vat)
    expect(formatMoney(charge.amount)).toBe(total)
  },
)

test('case 19: a package of 300 seconds pays its part of a call of 420', () => {
  const charge = chargeCall(billed('60/60', '0.14'), 420_000, 300)
  expect(charge.billed_seconds).toBe(120)
  expect(formatMoney(charge.amount)).toBe('0.28')
})

test('case 20: a cheaper minute may still cost more', () => {
  const sell = billed('1/1', '0.012')
  const buy = billed('60/60', '0.011')
  const [sale, cost] = [chargeSeconds(sell, 10), chargeSeconds(buy, 10)]
  expect([sale.billed_seconds, cost.billed_seconds]).toEqual([10, 60])
  expect(formatMoney(subtractMoney(sale.net, cost.net))).toBe('-0.009')

  const [sold, bought] = [sell, buy].map((terms) =>
    [1, 30, 60].map((seconds) => expectedAmount(terms, seconds)),
  )
  expect(sold).toEqual(['0.0002', '0.006', '0.012'].map(amount))
  expect(bought).toEqual(['0.011', '0.011', '0.011'].map(amount))
})

test('case 22: a client pays one attempt, a carrier is paid for each', () => {
  const client = makeTerms({ attempt_fee: amount('0.01'), vat_percent: share('20') })
  const settlement = makeTerms({ attempt_fee: amount('0.002') })
  const once = attemptCharge(client, 1)
  expect([once.billed_seconds, formatMoney(once.amount)]).toEqual([0, '0.012'])
  expect(formatMoney(attemptCharge(settlement, 2).amount)).toBe('0.004')
})

test('case 23: each party of a chain is rated by its own increments', () => {
  const chain = [
    billed('1/1', '0.06'),
    billed('6/6', '0.05'),
    billed('60/60', '0.045'),
    billed('1/1', '0.03'),
  ]
  const charges = chain.map((terms) => chargeCall(terms, 95_000))
  expect(charges.map((charge) => charge.billed_seconds)).toEqual([95, 96, 120, 95])
  const amounts = charges.map((charge) => charge.amount)
  expect(amounts.map(formatMoney)).toEqual(['0.095', '0.08', '0.09', '0.0475'])
  const margins = amounts.slice(1).map((cost, at) => subtractMoney(amounts[at]!, cost))
  expect(margins.map(formatMoney)).toEqual(['0.015', '-0.01', '0.0425'])
})

test.each<[string, Terms, string, number]>([
  ['24 sixty at three a minute', billed('1/1', '3'), '60', 1200],
  ['24 a price of nothing lasts to the border', billed('1/1', '0'), '60', 7200],
  ['25 less than the first second', billed('1/1', '3'), '0.00001', 0],
  ['25 half a minute where minutes are sold', billed('60/60', '1'), '0.5', 0],
  ['25 a cent where a minute costs four', billed('60/60', '0.04'), '0.01', 0],
  ['27 a balance of 1 with a credit of 5', billed('60/60', '0.6'), '6', 600],
  ['29 the client of the chain', billed('1/1', '0.06'), '10', 7200],
  ['29 its reseller', billed('6/6', '0.05'), '2', 2400],
  ['29 the reseller above', billed('60/60', '0.045'), '0.5', 660],
])('case %s', (_name, terms, available, seconds) => {
  expect(affordableSeconds({ terms }, amount(available), 7200)).toBe(seconds)
})

test('case 29: the client alone could talk for 10,000 seconds', () => {
  expect(affordableSeconds({ terms: billed('1/1', '0.06') }, amount('10'), 86_400)).toBe(10_000)
})

test.each([
  ['HALF_UP', 0, 0],
  ['HALF_UP', 499, 0],
  ['HALF_UP', 500, 1],
  ['HALF_UP', 1400, 1],
  ['HALF_UP', 1499, 1],
  ['HALF_UP', 1500, 2],
  ['HALF_UP', 2500, 3],
  ['UP', 0, 1],
  ['UP', 1, 1],
  ['UP', 1000, 1],
  ['UP', 1001, 2],
  ['UP', 1100, 2],
  ['DOWN', 999, 0],
  ['DOWN', 1000, 1],
  ['DOWN', 1999, 1],
] as const)('case 32: %s makes of %i ms %i s', (rounding, duration_ms, seconds) => {
  expect(roundDuration(duration_ms, rounding)).toBe(seconds)
})

test('case 34: reverse billing credits what would be charged', () => {
  const terms = billed('1/1', '3.999', { reverse_billing: true })
  expect(formatMoney(chargeCall(terms, 60_000).amount)).toBe('-3.999')
})
