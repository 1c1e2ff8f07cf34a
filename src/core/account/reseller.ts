/** How many resellers may stand above one client. Level 1 is the top, right under the operator. */
export const RESELLER_LEVELS = 5
