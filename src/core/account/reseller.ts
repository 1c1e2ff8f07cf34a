/** The maximum of resellers above one client. Level 1 is the top, directly under the operator. */
export const RESELLER_LEVELS = 5

/** The handling of a call that a reseller would sell below its own cost. */
export const LOSS_POLICIES = ['BLOCK', 'WARN', 'ALLOW'] as const
export type LossPolicy = (typeof LOSS_POLICIES)[number]
