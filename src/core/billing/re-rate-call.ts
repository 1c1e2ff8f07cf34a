// A call that is priced again after it has ended (ADR-0015): what a charge of it would be by a
// tariff, and what the whole call becomes when some of its charges change. Pure.

import { OPERATOR_ID } from '../account/operator.ts'
import type { CallRecord } from '../call/call-record.ts'
import { operatorEarnings } from '../call/earnings.ts'
import { boundedMoney, convertMoney, type Fx, type Money, money, NO_MONEY } from '../money.ts'
import {
  attemptCharge,
  type Charge,
  chargeCall,
  chargeSeconds,
  roundDuration,
} from '../tariff/charge-call.ts'
import type { IsWindowOpen } from '../tariff/rate-sheet.ts'
import { type Price, priceOf, type Tariff } from '../tariff/tariff.ts'
import type { Terms } from '../tariff/terms.ts'

export const RE_RATING_STATES = [
  'PREVIEWING',
  'PREVIEWED',
  'APPLYING',
  'APPLIED',
  'FAILED',
] as const
export type ReRatingState = (typeof RE_RATING_STATES)[number]

/**
 * NO_RATE: the tariff has none for the call. CHANGED: the charge is no longer the one that was
 * shown. BALANCE_LOW: a balance was too low.
 */
export const RE_RATING_PROBLEMS = ['NO_RATE', 'CHANGED', 'BALANCE_LOW'] as const
export type ReRatingProblem = (typeof RE_RATING_PROBLEMS)[number]

/** A charge as it was written down. */
export interface WrittenCharge extends Charge {
  readonly account_id: number
  readonly depth: number
  readonly parent_id: number
  readonly tariff_id: number
  readonly rate_id: number
  readonly prefix: string
  readonly terms: Terms
  readonly attempts: number
  /** The package seconds of the talk, which stay paid. */
  readonly package_seconds: number
  readonly income: Money
}

/** The facts of a call that pricing a charge again needs. */
export interface Talk {
  readonly called_number: string
  /** Epoch seconds. */
  readonly started_at: number
  /** Null where the party has no part in a talk: the fees of attempts are all that it pays. */
  readonly duration_ms: number | null
}

export interface NewPrice extends Charge {
  readonly tariff_id: number
  readonly rate_id: number
  readonly prefix: string
  readonly destination: string
  readonly terms: Terms
}

/**
 * The charge by the rates of `new_tariff_id`, or of the tariff that it had, as they were when the
 * call began; undefined without a rate. VAT and currencies stay as they were then.
 */
export function priceAgain(
  charge: WrittenCharge,
  talk: Talk,
  new_tariff_id: number | null,
  tariffs: ReadonlyMap<number, Tariff>,
  isWindowOpen: IsWindowOpen,
): NewPrice | undefined {
  const { vat_percent, currency, party_fx, tariff_fx } = charge.terms
  const tariff = tariffs.get(new_tariff_id ?? charge.tariff_id)
  if (!tariff) return undefined
  const isSameCurrency = tariffs.get(charge.tariff_id)?.currency === tariff.currency
  const price = priceOf(
    { ...tariff, fx: isSameCurrency ? tariff_fx : tariff.fx },
    talk.called_number,
    Math.floor(talk.started_at),
    { vat_percent, currency, fx: party_fx },
    isWindowOpen,
  )
  return price && pricedBy(price, charge, talk.duration_ms)
}

function pricedBy(price: Price, charge: WrittenCharge, duration_ms: number | null): NewPrice {
  const { tariff_id, rate_id, prefix, destination, terms } = price
  const again = chargeAgain(terms, charge, duration_ms)
  return { tariff_id, rate_id, prefix, destination, terms, ...again }
}

function chargeAgain(terms: Terms, charge: WrittenCharge, duration_ms: number | null): Charge {
  const { attempts, duration_seconds, package_seconds } = charge
  if (duration_ms === null) return attemptCharge(terms, attempts)
  // Cut because the money was at its end: what was talked beyond it is not paid now either.
  const isCut = duration_seconds < roundDuration(duration_ms, charge.terms.duration_rounding)
  return isCut
    ? chargeSeconds(terms, duration_seconds, package_seconds, attempts)
    : chargeCall(terms, duration_ms, package_seconds, attempts)
}

/** Whether both cost the party the same, for the same time. */
export const isSameCharge = (
  one: Pick<Charge, 'amount' | 'net' | 'billed_seconds'>,
  other: Pick<Charge, 'amount' | 'net' | 'billed_seconds'>,
): boolean =>
  one.amount === other.amount &&
  one.net === other.net &&
  one.billed_seconds === other.billed_seconds

/** The columns of a record that depend on what the call costs, and those that say what it was. */
export type WrittenRecord = Pick<
  CallRecord,
  | 'is_last'
  | 'attempt_end'
  | 'settlement_id'
  | 'tariff_id'
  | 'rate_id'
  | 'sell_rate'
  | 'sell_amount'
  | 'billed_seconds'
  | 'prefix'
  | 'destination'
  | 'buy_tariff_id'
  | 'buy_rate_id'
  | 'buy_rate'
  | 'buy_prefix'
  | 'buy_amount'
  | 'buy_billed_seconds'
  | 'revenue'
  | 'cost'
>

export interface WrittenCall<R extends WrittenRecord, C extends WrittenCharge> {
  /** In the order of the attempts; the last one represents the call. */
  readonly records: readonly R[]
  readonly charges: readonly C[]
}

/**
 * The call with new prices, by account. `fxOf` is what a unit of an account's currency is worth
 * now: it is needed only for a parent that paid nothing itself.
 */
export function reRateCall<R extends WrittenRecord, C extends WrittenCharge>(
  call: WrittenCall<R, C>,
  prices: ReadonlyMap<number, NewPrice>,
  fxOf: (account_id: number) => Fx,
): WrittenCall<R, C> {
  const priced = call.charges.map((charge): C => {
    const price = prices.get(charge.account_id)
    if (!price) return charge
    const { destination: _, ...rest } = price
    return { ...charge, ...rest }
  })
  const fxThen = new Map(priced.map(({ account_id, terms }) => [account_id, terms.party_fx]))
  const charges = priced.map((charge): C => {
    const { account_id, parent_id, depth, amount, terms } = charge
    if (!prices.has(account_id) || depth < 0 || parent_id === OPERATOR_ID) return charge
    const fx = fxThen.get(parent_id) ?? fxOf(parent_id)
    return { ...charge, income: convertMoney(amount, terms.party_fx, fx) }
  })
  return { charges, records: reRateRecords(call.records, charges, prices) }
}

function reRateRecords<R extends WrittenRecord, C extends WrittenCharge>(
  before: readonly R[],
  charges: readonly C[],
  prices: ReadonlyMap<number, NewPrice>,
): R[] {
  const client = charges.find((charge) => charge.depth === 0)
  const sold = client && prices.get(client.account_id)
  const records: R[] = []
  for (const record of before) {
    // An attempt that was not sent was not bought, at no price.
    const seller = record.attempt_end === 'NOT_SENT' ? null : record.settlement_id
    const bought = seller === null ? undefined : prices.get(seller)
    const sale = sold ? saleColumns(sold, record.is_last) : {}
    const purchase = bought ? purchaseColumns(bought, record, records) : {}
    records.push({ ...record, ...sale, ...purchase })
  }
  const parts = charges.map(({ depth, net, terms }) => ({ depth, net, fx: terms.party_fx }))
  const earnings = operatorEarnings(parts)
  return records.map((record) => (record.is_last ? { ...record, ...earnings } : record))
}

function saleColumns(price: NewPrice, is_last: boolean) {
  const { tariff_id, rate_id, prefix, destination, terms } = price
  const common = { tariff_id, rate_id, prefix, destination, sell_rate: terms.rate }
  if (!is_last) return common
  return { ...common, sell_amount: price.amount, billed_seconds: price.billed_seconds }
}

/** As the records were written at first: attempts before the last cost their fee, it the rest. */
function purchaseColumns(price: NewPrice, record: WrittenRecord, before: readonly WrittenRecord[]) {
  const { tariff_id, rate_id, prefix, terms } = price
  const common = {
    buy_tariff_id: tariff_id,
    buy_rate_id: rate_id,
    buy_prefix: prefix,
    buy_rate: terms.rate,
  }
  if (!record.is_last) return { ...common, buy_amount: attemptCharge(terms, 1).amount }
  const earlier = before.filter(({ settlement_id }) => settlement_id === record.settlement_id)
  const left = earlier.reduce<number>((left, { buy_amount }) => left - buy_amount, price.amount)
  return { ...common, buy_amount: boundedMoney(left), buy_billed_seconds: price.billed_seconds }
}

/** The balances that a charge moves: the party's own, and that of the reseller which it pays. */
export interface Movement {
  readonly account_id: number
  readonly counter_account_id: number
  readonly kind: 'CALL' | 'SALE'
  readonly amount: Money
}

/** Without those of nothing, which no ledger keeps. */
export function movementsOf(charge: WrittenCharge): Movement[] {
  const { account_id, parent_id, depth, amount, income } = charge
  const own = depth < 0 ? amount : money(0 - amount)
  const movements: Movement[] = [
    { account_id, counter_account_id: parent_id, kind: 'CALL', amount: own },
    { account_id: parent_id, counter_account_id: account_id, kind: 'SALE', amount: income },
  ]
  return movements.filter((movement) => movement.amount !== NO_MONEY)
}
