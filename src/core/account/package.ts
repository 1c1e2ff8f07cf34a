// Packages: talk seconds that a client buys ahead for numbers that begin so (ADR-0016).

export const PACKAGE_CYCLES = ['ONCE', 'DAY', 'WEEK', 'MONTH'] as const
export type PackageCycle = (typeof PACKAGE_CYCLES)[number]

export const SUBSCRIPTION_STATES = ['ACTIVE', 'PAUSED', 'ENDED'] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]

/** Why a period was not renewed; it is tried again until it can be. */
export const PAUSE_REASONS = [
  'BALANCE_LOW',
  'PACKAGE_BLOCKED',
  'CLIENT_NOT_ACTIVE',
  'CURRENCY_DIFFERS',
  'PARENT_DIFFERS',
] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

/** A subscription of a client, as far as routing needs it. */
export interface Subscription {
  readonly id: number
  readonly name: string
  /** Empty fits every number. */
  readonly prefixes: readonly string[]
  readonly priority: number
}

/**
 * The subscriptions that match the number: longest prefix first, then highest priority, then the
 * oldest.
 */
export function subscriptionsFor(
  subscriptions: readonly Subscription[],
  called_number: string,
): Subscription[] {
  return subscriptions
    .map((subscription) => ({ subscription, length: fitOf(subscription, called_number) }))
    .filter(({ length }) => length >= 0)
    .sort(
      (a, b) =>
        b.length - a.length ||
        b.subscription.priority - a.subscription.priority ||
        a.subscription.id - b.subscription.id,
    )
    .map(({ subscription }) => subscription)
}

/** The length of the longest prefix that fits; -1 if none does. */
function fitOf({ prefixes }: Subscription, called_number: string): number {
  if (prefixes.length === 0) return 0
  return Math.max(
    ...prefixes.map((prefix) => (called_number.startsWith(prefix) ? prefix.length : -1)),
  )
}

/** The seconds of a subscription, as its row has them. */
export interface SubscriptionSeconds {
  readonly id: number
  readonly state: SubscriptionState
  readonly seconds_left: number
  /** The part of those left that active calls hold. */
  readonly seconds_held: number
  /** Epoch seconds; null is never. */
  readonly period_ends_at: number | null
}

/**
 * The seconds of a subscription that a call holding `own` seconds may use now. Between two periods,
 * and when it is paused or ended, only those it already holds.
 */
export function freeSecondsOf(
  row: SubscriptionSeconds | undefined,
  own: number,
  at_seconds: number,
): number {
  if (!row) return own
  const { state, period_ends_at, seconds_left, seconds_held } = row
  const is_open = state === 'ACTIVE' && (period_ends_at === null || at_seconds < period_ends_at)
  return is_open ? seconds_left - seconds_held + own : own
}
