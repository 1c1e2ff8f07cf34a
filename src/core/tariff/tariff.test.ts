import { expect, test } from 'vitest'
import { makeTariff, NO_DETAILS } from '#test/support/tariffs.ts'
import { amount, makeTerms, perMinute, share, worth } from '#test/support/terms.ts'
import { SYSTEM_FX } from '../money.ts'
import { highestRate, priceOf } from './tariff.ts'
import { type PricedParty, termsOf } from './terms.ts'

const NOW = 1_780_000_000
const always = () => true

const party = (changes: Partial<PricedParty> = {}): PricedParty => ({
  vat_percent: share('0'),
  currency: 'USD',
  fx: SYSTEM_FX,
  ...changes,
})

const ownRate = {
  first_rate: perMinute('0.2'),
  first_increment: 6,
  next_increment: 7,
  connect_fee: amount('0.3'),
  grace_seconds: 8,
  free_seconds: 9,
  min_duration_seconds: 10,
  surcharge_percent: share('11'),
}
const onlyOfRates = {
  attempt_fee: amount('0.4'),
  additional_seconds: 12,
  min_charge: amount('0.5'),
  max_charge: amount('0.6'),
  steps: [{ after_seconds: 13, rate: perMinute('0.7'), increment: 14 }],
  reverse_billing: true,
}

test('a rate takes from its tariff what it does not say itself', () => {
  const tariff = makeTariff({ ...ownRate, rounding_decimals: 4, fx: worth('2') })
  const terms = termsOf(tariff, perMinute('0.1'), NO_DETAILS, party())
  const { first_rate, ...inherited } = ownRate
  expect(terms).toEqual({
    ...makeTerms({ rate: perMinute('0.1') }),
    ...inherited,
    rounding_decimals: 4,
    tariff_fx: worth('2'),
  })
})

test('what a rate says itself goes before the tariff', () => {
  const details = { ...NO_DETAILS, ...ownRate, ...onlyOfRates }
  expect(termsOf(makeTariff(), perMinute('0.1'), details, party())).toEqual({
    ...makeTerms({ rate: perMinute('0.1') }),
    ...ownRate,
    ...onlyOfRates,
  })
})

test('VAT and currency are those of the party', () => {
  const euros = party({ vat_percent: share('23'), currency: 'EUR', fx: worth('1.08') })
  const price = priceOf(makeTariff(), '442071838750', NOW, euros, always)
  expect(price?.terms).toMatchObject({
    vat_percent: share('23'),
    currency: 'EUR',
    tariff_fx: SYSTEM_FX,
    party_fx: worth('1.08'),
  })
})

test('hours decide which rate a number has', () => {
  const rates = [
    { id: 1, prefix: '44', rate: perMinute('0.1') },
    { id: 2, prefix: '44', rate: perMinute('0.05'), window_id: 7 },
  ]
  const priced = (isWindowOpen: (id: number) => boolean) =>
    priceOf(makeTariff({ rates }), '4420', NOW, party(), isWindowOpen)?.rate_id
  expect(priced((id) => id === 7)).toBe(2)
  expect(priced((id) => id !== 7)).toBe(1)
})

test('a blocked tariff has a price for nobody', () => {
  expect(priceOf(makeTariff({ status: 'blocked' }), '4420', NOW, party(), always)).toBeUndefined()
})

test.each([
  ['the rate', {}, '0.06'],
  ['the first rate', { first_rate: perMinute('0.08') }, '0.08'],
  ['a step', { steps: [{ after_seconds: 60, rate: perMinute('0.09'), increment: 1 }] }, '0.09'],
  ['another currency, up to the last digit', { party_fx: worth('0.7') }, '0.08571429'],
  ['nothing that is paid', { reverse_billing: true }, '0'],
])('the highest rate is that of %s', (_name, changes, highest) => {
  expect(highestRate(makeTerms({ ...changes }))).toBe(perMinute(highest))
})
