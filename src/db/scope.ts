// Which rows a user may see. It follows the database in every query that a user can reach.

import { type RawBuilder, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'

/** Kinds of tariffs that do not exist for a staff user, whose groups hide their prices. */
type HiddenTariffs = readonly ('SELL' | 'BUY' | 'RESELLER_COST')[]

/**
 * Everything for most admins, some accounts with all below them for others. Other users have their
 * own account and those right below it: what is further down is the business of the account
 * between, of which they have calls and names (`inScopeTree`). A settlement account has calls as
 * the one that took them, all other accounts as those that placed them.
 */
export type Scope =
  | { readonly kind: 'everything'; readonly hidden_tariffs?: HiddenTariffs }
  | {
      readonly kind: 'accounts'
      readonly account_ids: readonly number[]
      readonly hidden_tariffs?: HiddenTariffs
    }
  | {
      readonly kind: 'account' | 'settlement'
      readonly account_id: number
      /** For the staff of the account. */
      readonly hidden_tariffs?: HiddenTariffs
    }

export const EVERYTHING: Scope = { kind: 'everything' }

type OfAdmin = Extract<Scope, { kind: 'everything' | 'accounts' }>

/** Whether the user works for the operator, and so sees both sides of the calls of the scope. */
export const isOfAdmin = (scope: Scope): scope is OfAdmin =>
  scope.kind === 'everything' || scope.kind === 'accounts'

/** A condition: the prices of the tariff, whose kind is in `column`, are not hidden. */
export function seesTariffs(scope: Scope, column: string): RawBuilder<boolean> {
  const { hidden_tariffs: hidden = [] } = scope
  if (hidden.length === 0) return sql<boolean>`true`
  return sql<boolean>`${sql.ref(column)} <> all (${[...hidden]}::text[])`
}

/**
 * A condition: what the account in `column` is paid is not hidden. The invoices and the ledger of a
 * carrier are what calls cost the operator, and those of a reseller what they cost it; those of
 * clients are prices. The staff of an account is not shown what the account itself pays or gets.
 */
export function seesMoneyOf(scope: Scope, column: string): RawBuilder<boolean> {
  const { hidden_tariffs: hidden = [] } = scope
  if (!isOfAdmin(scope)) {
    const own = scope.kind === 'settlement' ? 'BUY' : 'RESELLER_COST'
    return hidden.includes(own) ? isNotOwn(scope, column) : sql<boolean>`true`
  }
  if (!hidden.includes('BUY')) return sql<boolean>`true`
  return sql<boolean>`${sql.ref(column)} not in (select id from account where kind = 'SETTLEMENT')`
}

/** A condition: rows without an account are visible only to those who see everything. */
export const seesEverything = (scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`${sql.lit(scope.kind === 'everything')}`

/** Whose the tariffs, plans and permission groups are that the user adds. */
export const ownerOf = (scope: Scope): number => (isOfAdmin(scope) ? OPERATOR_ID : scope.account_id)

const isOwner = (column: string): boolean => /(^|\.)owner_id$/.test(column)

/**
 * A condition: the account in `column` is one of the scope. `owner_id` is whose tariff or plan it
 * is: an admin of any scope sees those of the operator, other users see their own alone.
 */
export function inScope(scope: Scope, column: string): RawBuilder<boolean> {
  if (scope.kind === 'everything') return sql<boolean>`true`
  if (scope.kind === 'accounts') {
    const isShared = isOwner(column) ? sql`${sql.ref(column)} = ${OPERATOR_ID}` : sql`false`
    return sql<boolean>`(${isShared} or ${inScopeTree(scope, column)})`
  }
  const { account_id } = scope
  if (isOwner(column)) return sql<boolean>`${sql.ref(column)} = ${account_id}`
  return sql<boolean>`${sql.ref(column)} in (
    select ${account_id}::bigint union all
    select id from account where parent_id = ${account_id})`
}

/** A condition: the account in `column` is one of the scope, or anywhere below one. */
export function inScopeTree(scope: Scope, column: string): RawBuilder<boolean> {
  if (scope.kind === 'everything') return sql<boolean>`true`
  const top =
    scope.kind === 'accounts'
      ? sql`unnest(${[...scope.account_ids]}::bigint[])`
      : sql`${scope.account_id}::bigint`
  return isInTreeOf(sql.ref(column), top)
}

/** A condition: the account is one of these, or anywhere below one. */
export const isInTreeOf = (account: RawBuilder<unknown>, top: RawBuilder<unknown>) =>
  sql<boolean>`${account} in (
    with recursive below (id) as (
      select ${top} union select a.id from account a join below on a.parent_id = below.id)
    select id from below)`

/** A condition: the account in `column` is one whose earnings are for the user to see. */
export const seesEarningsOf = isOwn

/** A condition: the account in `column` is that of the user; an admin has those of its scope. */
export function isOwn(scope: Scope, column: string): RawBuilder<boolean> {
  if (isOfAdmin(scope)) return inScope(scope, column)
  return sql<boolean>`${sql.ref(column)} = ${scope.account_id}`
}

/** A condition: the account in `column` is not that of the user. */
export function isNotOwn(scope: Scope, column: string): RawBuilder<boolean> {
  if (isOfAdmin(scope)) return sql<boolean>`true`
  return sql<boolean>`${sql.ref(column)} <> ${scope.account_id}`
}

/**
 * A condition: the account of the user is a party, one of those in the columns. What an account
 * below has with others is its own business: a former client had another parent.
 */
export function isPartyTo(scope: Scope, ...columns: readonly string[]): RawBuilder<boolean> {
  if (isOfAdmin(scope)) return sql<boolean>`true`
  return sql<boolean>`${scope.account_id}::bigint in (${sql.join(columns.map((c) => sql.ref(c)))})`
}
