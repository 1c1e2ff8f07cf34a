// A call that is priced again becomes what it would have been with the new prices from the start.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  LONG,
  makeAttempt,
  makeCall,
  makeEnd,
  makeUnsent,
  NOT_ANSWERED,
  START,
} from '#test/support/ended-calls.ts'
import { makeTariff } from '#test/support/tariffs.ts'
import { amount, makeTerms, perMinute, share, worth } from '#test/support/terms.ts'
import type { Payer } from '../account/payer.ts'
import type { Call, CallEnd } from '../call/call.ts'
import { closeCall, type PartyCharge } from '../call/close-call.ts'
import { type Fx, money, NO_MONEY, rate } from '../money.ts'
import type { Terms } from '../tariff/terms.ts'
import {
  movementsOf,
  type NewPrice,
  priceAgain,
  reRateCall,
  type WrittenCharge,
} from './re-rate-call.ts'

const written = ({
  payer,
  charge,
  attempts,
  package_seconds,
  income,
}: PartyCharge): WrittenCharge => {
  const { account_id, depth, parent_id, price } = payer
  const { tariff_id, rate_id, prefix, terms } = price
  return {
    account_id,
    depth,
    parent_id,
    tariff_id,
    rate_id,
    prefix,
    terms,
    attempts,
    package_seconds,
    income,
    ...charge,
  }
}

/** A client, two resellers and a carrier whose terms are these, in that order. */
function callWith([client_terms, ...others]: readonly Terms[]): Call {
  const base = makeCall()
  const [client] = base.payers
  const priced = (terms: Terms | undefined) => ({ ...client.price, terms: terms ?? makeTerms() })
  const reseller = (depth: number, terms: Terms | undefined): Payer => ({
    account_id: 10 + depth,
    depth,
    parent_id: depth === 2 ? 1 : 11 + depth,
    price: priced(terms),
    cost_limit: null,
    has_limit: true,
  })
  return {
    ...base,
    payers: [
      { ...client, parent_id: 11, price: priced(client_terms) },
      reseller(1, others[0]),
      reseller(2, others[1]),
    ],
    routes: base.routes.map((route) =>
      route.buy ? { ...route, buy: { ...route.buy, price: priced(others[2]) } } : route,
    ),
  }
}

const price = fc.record({
  rate: fc.nat(9_000_000),
  fee: fc.integer({ min: 1, max: 5000 }),
  next: fc.constantFrom(1, 6, 60),
})
const terms = (fx: Fx) =>
  price.map(({ rate: per_minute, fee, next }) =>
    makeTerms({
      rate: rate(per_minute),
      attempt_fee: money(fee),
      next_increment: next,
      vat_percent: share('19'),
      tariff_fx: fx,
      party_fx: fx,
    }),
  )
const chain = fc.tuple(
  terms(worth('1')),
  terms(worth('1.25')),
  terms(worth('0.8')),
  terms(worth('1')),
)
const ends: fc.Arbitrary<CallEnd> = fc.oneof(
  fc
    .nat(400)
    .map((seconds) => makeEnd({ ended_at: START + 5 + seconds, attempts: [makeAttempt(30)] })),
  // A call of which no attempt was sent has no charge, so that nothing of it can be priced again.
  fc
    .array(fc.constantFrom(makeAttempt(30), makeAttempt(31), makeUnsent(30), makeUnsent(31)), {
      maxLength: 3,
    })
    .map((more) => [makeAttempt(30), ...more])
    .map((attempts) => makeEnd({ ...NOT_ANSWERED, sip_code: 503, attempts })),
)

test('a call with all its prices changed is the call that had them from the start', () => {
  fc.assert(
    fc.property(chain, chain, ends, (before, after, end) => {
      const was = closeCall(callWith(before), end, LONG)
      const is = closeCall(callWith(after), end, LONG)
      const right = is.charges.map(written)
      const prices = new Map(
        right.map((charge): [number, NewPrice] => {
          const {
            account_id,
            depth: _,
            parent_id: __,
            attempts: ___,
            package_seconds: _____,
            income: ____,
            ...rest
          } = charge
          return [account_id, { ...rest, destination: is.records[0]?.destination ?? '' }]
        }),
      )
      const call = { records: was.records, charges: was.charges.map(written) }
      const again = reRateCall(call, prices, () => worth('1'))
      expect(again.charges).toEqual(right)
      expect(again.records).toEqual(is.records)
    }),
  )
})

test('a call of which nothing changes stays as it is', () => {
  fc.assert(
    fc.property(chain, ends, (terms, end) => {
      const closed = closeCall(callWith(terms), end, LONG)
      const call = { records: closed.records, charges: closed.charges.map(written) }
      expect(reRateCall(call, new Map(), () => worth('1'))).toEqual(call)
    }),
  )
})

test('what a charge moves are its own balance and that of the reseller which it pays', () => {
  const [client, , , settlement] = closeCall(callWith([]), makeEnd(), LONG).charges.map(written)
  expect(client && movementsOf(client)).toEqual([
    { account_id: 10, counter_account_id: 11, kind: 'CALL', amount: money(-60_000) },
    { account_id: 11, counter_account_id: 10, kind: 'SALE', amount: money(60_000) },
  ])
  expect(settlement && movementsOf(settlement)).toMatchObject([
    { kind: 'CALL', amount: money(60_000) },
  ])
  expect(client && movementsOf({ ...client, amount: NO_MONEY, income: NO_MONEY })).toEqual([])
})

test('a talk that was cut for want of money is not paid beyond the cut', () => {
  const tariff = makeTariff({ id: 1, rates: [{ prefix: '', rate: perMinute('0.6') }] })
  const [client] = closeCall(callWith([]), makeEnd({ ended_at: START + 100 }), 30).charges.map(
    written,
  )
  const talk = { called_number: '442071838750', started_at: START, duration_ms: 95_000 }
  const tariffs = new Map([[tariff.id, tariff]])
  const again = client && priceAgain({ ...client, tariff_id: 1 }, talk, null, tariffs, () => true)
  expect(again).toMatchObject({ duration_seconds: 30, amount: amount('0.3') })
})

test('the rate of exchange stays that of the call, unless the currency is another', () => {
  const rates = [{ prefix: '', rate: perMinute('0.06') }]
  const [old, euro] = [
    makeTariff({ id: 1, rates }),
    makeTariff({ id: 2, rates, currency: 'EUR', fx: worth('3') }),
  ]
  const tariffs = new Map([
    [1, { ...old, fx: worth('9') }],
    [2, euro],
  ])
  const [client] = closeCall(callWith([]), makeEnd(), LONG).charges.map(written)
  const talk = { called_number: '442071838750', started_at: START, duration_ms: 60_000 }
  const amountBy = (id: number | null) =>
    client && priceAgain({ ...client, tariff_id: 1 }, talk, id, tariffs, () => true)?.amount
  expect([amountBy(null), amountBy(2)]).toEqual([amount('0.06'), amount('0.18')])
})
