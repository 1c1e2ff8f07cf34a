// The contents of a price notification about a rate, and which rates it has.

/**
 * CHANGED has the same rate and other increments or another connect fee. WITHDRAWN was announced
 * earlier, and will not take effect.
 */
export const PRICE_CHANGES = [
  'NEW',
  'INCREASE',
  'DECREASE',
  'CHANGED',
  'REMOVED',
  'WITHDRAWN',
  'UNCHANGED',
] as const
export type PriceChange = (typeof PRICE_CHANGES)[number]

/** KNOWN: what was entered since a time. EFFECTIVE: what takes effect after it. */
export const NOTIFICATION_BASES = ['KNOWN', 'EFFECTIVE'] as const
export type NotificationBasis = (typeof NOTIFICATION_BASES)[number]

/** PREPARING: its rates are being compared; FAILED: they could not be, and are tried again. */
export const NOTIFICATION_STATES = ['PREPARING', 'FAILED', 'READY'] as const
export type NotificationState = (typeof NOTIFICATION_STATES)[number]
