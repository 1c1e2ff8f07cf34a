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

const CHANGE_WORDS = {
  new_count: 'new',
  increase_count: 'increased',
  decrease_count: 'decreased',
  changed_count: 'changed',
  removed_count: 'removed',
  withdrawn_count: 'withdrawn',
} as const
export type ChangedCounts = Readonly<Record<keyof typeof CHANGE_WORDS, number>>

/** 3 new, 1 increased. Empty if nothing has changed. */
export const changesInWords = (counts: ChangedCounts): string =>
  Object.entries(CHANGE_WORDS)
    .map(([name, word]) => ({ word, count: counts[name as keyof ChangedCounts] }))
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${count} ${word}`)
    .join(', ')
