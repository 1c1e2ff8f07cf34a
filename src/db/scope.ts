// Which rows a user may see. It stands right after the database in every query that a user can reach.

/** Everything for an admin; for everybody else the own account and what hangs below it. */
export type Scope =
  | { readonly kind: 'everything' }
  | { readonly kind: 'account'; readonly account_id: number }

export const EVERYTHING: Scope = { kind: 'everything' }
