// Which rows a user may see. It follows the database in every query that a user can reach.
import { type RawBuilder, sql } from 'kysely'

/** Everything for an admin; for other users their own account and all below it. */
export type Scope =
  | { readonly kind: 'everything' }
  | { readonly kind: 'account'; readonly account_id: number }

export const EVERYTHING: Scope = { kind: 'everything' }

/** A condition: rows without an account are visible only to those who see everything. */
export const seesEverything = (scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`${sql.lit(scope.kind === 'everything')}`

/** A condition: the account in `column` is that of the scope, or one below it. */
export function inScope(scope: Scope, column: string): RawBuilder<boolean> {
  if (scope.kind === 'everything') return sql<boolean>`true`
  return sql<boolean>`${sql.ref(column)} in (
    with recursive below (id) as (
      select ${scope.account_id}::bigint
      union all select a.id from account a join below on a.parent_id = below.id)
    select id from below)`
}
