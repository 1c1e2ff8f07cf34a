/** Of the rates that follow another tariff: as they should be, being computed, or not computable. */
export const MARKUP_STATES = ['CURRENT', 'PENDING', 'FAILED'] as const
export type MarkupState = (typeof MARKUP_STATES)[number]

/** Copies of copies: a follower of a follower, and so on. */
export const MARKUP_DEPTH_MAX = 5
