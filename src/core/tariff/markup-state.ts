/** States of computed rates: as they should be, being computed, or impossible. */
export const MARKUP_STATES = ['CURRENT', 'PENDING', 'FAILED'] as const
export type MarkupState = (typeof MARKUP_STATES)[number]

/** Copies of copies: a follower of a follower, and so on. */
export const MARKUP_DEPTH_MAX = 5
