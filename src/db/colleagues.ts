// Who works for the same account as the user of a scope, and which permission groups are its own.
import { type RawBuilder, sql } from 'kysely'
import { inScope, isOfAdmin, ownerOf, type Scope, seesEverything } from './scope.ts'

/**
 * A condition: the user `u` is a staff user of the operator, for admins who see everything, or of
 * the account of the scope.
 */
export const isColleague = (scope: Scope): RawBuilder<boolean> =>
  isOfAdmin(scope)
    ? sql<boolean>`(u.type = 'ADMIN' and ${seesEverything(scope)})`
    : sql<boolean>`u.employer_id = ${scope.account_id}`

/**
 * A condition: the sessions and API tokens of the user `u` of the account `a` are seen. Admins see
 * those of the accounts of their scope too, and accounts those of their staff alone.
 */
export const isSeenAtWork = (scope: Scope): RawBuilder<boolean> =>
  isOfAdmin(scope)
    ? sql<boolean>`(${seesEverything(scope)} or ${inScope(scope, 'a.id')})`
    : isColleague(scope)

/** A condition: the permission group with this owner is one of those the scope has. */
export const isGroupOf = (scope: Scope, column: string): RawBuilder<boolean> =>
  isOfAdmin(scope)
    ? sql<boolean>`(${sql.ref(column)} = ${ownerOf(scope)} and ${seesEverything(scope)})`
    : sql<boolean>`${sql.ref(column)} = ${scope.account_id}`

/** The account for which the user `u` works, or whose login it is; null for admins. */
export const accountOfUser = sql<number | null>`coalesce(u.account_id, u.employer_id)`

/**
 * A condition: the user `u` may sign in as far as its own state, and that of the login of its
 * employer, permit it.
 */
export const isOpen = sql<boolean>`(u.status = 'active' and u.deleted_at is null
  and (u.employer_id is null or exists (select from console_user e
    where e.account_id = u.employer_id and e.status = 'active' and e.deleted_at is null)))`
