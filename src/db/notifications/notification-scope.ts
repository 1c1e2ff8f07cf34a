// Whose rules, webhooks and deliveries a user sees: an admin of all accounts all of them,
// one of some accounts none, and a reseller its own.
import { type RawBuilder, sql } from 'kysely'
import { isOfAdmin, type Scope } from '../scope.ts'

/** Messages have amounts in their sentences: who must not see those has none of them. */
export const seesMessages = ({ kind, hidden_tariffs = [] }: Scope): boolean =>
  kind !== 'accounts' && hidden_tariffs.length === 0

/** A condition on the column with the owner. */
export function isOfOwner(scope: Scope, column: string): RawBuilder<boolean> {
  if (isOfAdmin(scope)) return sql<boolean>`${sql.lit(scope.kind === 'everything')}`
  return sql<boolean>`${sql.ref(column)} = ${scope.account_id}`
}
