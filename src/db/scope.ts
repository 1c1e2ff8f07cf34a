// Which rows a user may see. It follows the database in every query that a user can reach.

import { type RawBuilder, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'

/** Kinds of tariffs that do not exist for an admin, whose groups hide their prices. */
type HiddenTariffs = readonly ('SELL' | 'BUY' | 'RESELLER_COST')[]

/**
 * Everything for most admins, some accounts for others; for other users their own account. Accounts
 * are seen with all below them. A settlement account has calls as the one that took them, all other
 * accounts as those that placed them.
 */
export type Scope =
  | { readonly kind: 'everything'; readonly hidden_tariffs?: HiddenTariffs }
  | {
      readonly kind: 'accounts'
      readonly account_ids: readonly number[]
      readonly hidden_tariffs?: HiddenTariffs
    }
  | { readonly kind: 'account' | 'settlement'; readonly account_id: number }

export const EVERYTHING: Scope = { kind: 'everything' }

type OfAdmin = Extract<Scope, { kind: 'everything' | 'accounts' }>

/** Whether the user works for the operator, and so sees both sides of the calls of the scope. */
export const isOfAdmin = (scope: Scope): scope is OfAdmin =>
  scope.kind === 'everything' || scope.kind === 'accounts'

/** A condition: the prices of the tariff, whose kind is in `column`, are not hidden. */
export function seesTariffs(scope: Scope, column: string): RawBuilder<boolean> {
  const hidden = (isOfAdmin(scope) && scope.hidden_tariffs) || []
  if (hidden.length === 0) return sql<boolean>`true`
  return sql<boolean>`${sql.ref(column)} <> all (${[...hidden]}::text[])`
}

/**
 * A condition: what the account in `column` is paid is not hidden. The invoices and the ledger of a
 * carrier are what calls cost; those of clients and resellers are prices.
 */
export function seesMoneyOf(scope: Scope, column: string): RawBuilder<boolean> {
  const hidden = (isOfAdmin(scope) && scope.hidden_tariffs) || []
  if (!hidden.includes('BUY')) return sql<boolean>`true`
  return sql<boolean>`${sql.ref(column)} not in (select id from account where kind = 'SETTLEMENT')`
}

/** A condition: rows without an account are visible only to those who see everything. */
export const seesEverything = (scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`${sql.lit(scope.kind === 'everything')}`

/**
 * A condition: the account in `column` is one of the scope, or below one. An admin of any scope
 * sees what the operator owns for all accounts, such as tariffs: `column` is `owner_id` there.
 */
export function inScope(scope: Scope, column: string): RawBuilder<boolean> {
  if (scope.kind === 'everything') return sql<boolean>`true`
  if (scope.kind === 'accounts') {
    const isShared = /(^|\.)owner_id$/.test(column)
      ? sql`${sql.ref(column)} = ${OPERATOR_ID}`
      : sql`false`
    return sql<boolean>`(${isShared} or ${sql.ref(column)} in (
      with recursive below (id) as (
        select unnest(${[...scope.account_ids]}::bigint[])
        union select a.id from account a join below on a.parent_id = below.id)
      select id from below))`
  }
  return sql<boolean>`${sql.ref(column)} in (
    with recursive below (id) as (
      select ${scope.account_id}::bigint
      union all select a.id from account a join below on a.parent_id = below.id)
    select id from below)`
}
