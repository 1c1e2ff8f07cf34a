/** How many resellers may stand above one client. Level 1 is the top, right under the operator. */
export const RESELLER_LEVELS = 5

/** What becomes of a call that a reseller would sell below its own cost. */
export const LOSS_POLICIES = ['BLOCK', 'WARN', 'ALLOW'] as const
export type LossPolicy = (typeof LOSS_POLICIES)[number]
