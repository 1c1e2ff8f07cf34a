// The periods of a subscription: from when to when each lasts, and whether it may begin.

import { boundedMoney, convertDown, type Fx, type Money, type Sum } from '../money.ts'
import { dayIn } from '../time/calendar.ts'
import type { PackageCycle, PauseReason, SubscriptionState } from './package.ts'

/** Epoch milliseconds; null is without an end. */
export interface Period {
  readonly starts_at: number
  readonly ends_at: number | null
}

const DAY_MS = 86_400_000

/** The period that holds `at_ms`, of those that follow one another from `anchor_ms` on. */
export function periodAt(cycle: PackageCycle, anchor_ms: number, at_ms: number): Period {
  switch (cycle) {
    case 'ONCE':
      return { starts_at: anchor_ms, ends_at: null }
    case 'DAY':
      return evenPeriod(DAY_MS, anchor_ms, at_ms)
    case 'WEEK':
      return evenPeriod(7 * DAY_MS, anchor_ms, at_ms)
    case 'MONTH':
      return monthPeriod(anchor_ms, at_ms)
  }
}

function evenPeriod(length_ms: number, anchor_ms: number, at_ms: number): Period {
  const starts_at = anchor_ms + Math.floor((at_ms - anchor_ms) / length_ms) * length_ms
  return { starts_at, ends_at: starts_at + length_ms }
}

function monthPeriod(anchor_ms: number, at_ms: number): Period {
  const [anchor, at] = [dateOf(anchor_ms), dateOf(at_ms)]
  const months = (at.year - anchor.year) * 12 + at.month - anchor.month
  const passed = addMonths(anchor_ms, months) <= at_ms ? months : months - 1
  return { starts_at: addMonths(anchor_ms, passed), ends_at: addMonths(anchor_ms, passed + 1) }
}

/** The same day of the month and time of the day in UTC, or the last day of a shorter month. */
function addMonths(anchor_ms: number, months: number): number {
  const { year, month, day } = dateOf(anchor_ms)
  const first = Date.UTC(year, month - 1 + months, 1)
  const days = (Date.UTC(year, month + months, 1) - first) / DAY_MS
  return first + (Math.min(day, days) - 1) * DAY_MS + (anchor_ms % DAY_MS)
}

function dateOf(at_ms: number) {
  const [year = 0, month = 1, day = 1] = dayIn('UTC', at_ms).split('-').map(Number)
  return { year, month, day }
}

/** The terms on which a package is sold for each of its periods. */
export interface PackageOffer {
  /** Who sells it: the operator or a reseller. */
  readonly owner_id: number
  readonly status: 'active' | 'blocked'
  readonly seconds: number
  readonly price: Money
  readonly currency: string
  readonly cycle: PackageCycle
  readonly has_rollover: boolean
}

/** Who buys it. */
export interface PackageBuyer {
  readonly status: 'active' | 'blocked' | 'closed'
  readonly currency: string
  /** The account right above it, which alone sells it packages. */
  readonly parent_id: number | null
  readonly available: Sum
}

/** Why a period cannot be bought now; null if it can. */
export function whyNotBought(offer: PackageOffer, buyer: PackageBuyer): PauseReason | null {
  if (offer.status !== 'active') return 'PACKAGE_BLOCKED'
  if (buyer.status !== 'active') return 'CLIENT_NOT_ACTIVE'
  if (buyer.parent_id !== offer.owner_id) return 'PARENT_DIFFERS'
  if (buyer.currency !== offer.currency) return 'CURRENCY_DIFFERS'
  return offer.price > buyer.available ? 'BALANCE_LOW' : null
}

/**
 * The income of the reseller that sells a period, in its own currency, rounded down: it sells as
 * many as it likes (ADR-0053). Null if the operator sells it, which has no balance.
 */
export function packageIncome(
  price: Money,
  { fx, seller_fx }: { readonly fx: Fx; readonly seller_fx: Fx | null },
): Money | null {
  return seller_fx === null ? null : boundedMoney(convertDown(price, fx, seller_fx))
}

interface Renewable {
  readonly state: SubscriptionState
  /** Epoch milliseconds: from then on its periods follow one another. */
  readonly anchored_at: number
  readonly seconds_left: number
  readonly seconds_held: number
}

/**
 * The period after the last one. Periods that passed without a renewal are skipped; after a pause
 * the periods start now, because nothing was available in between.
 */
export function nextPeriod(
  cycle: PackageCycle,
  { state, anchored_at }: Renewable,
  now_ms: number,
): Period & { readonly anchored_at: number } {
  const anchor = state === 'PAUSED' ? now_ms : anchored_at
  return { ...periodAt(cycle, anchor, now_ms), anchored_at: anchor }
}

/**
 * The seconds that lapse at the end of a period: none with rollover, and none that active calls
 * hold.
 */
export function lapsedSeconds(
  { has_rollover }: Pick<PackageOffer, 'has_rollover'>,
  { seconds_left, seconds_held }: Renewable,
): number {
  return has_rollover ? 0 : seconds_left - seconds_held
}
