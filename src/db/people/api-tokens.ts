import { type Insertable, sql } from 'kysely'
import type { UserType } from '#core/permission/permission.ts'
import { mayBeAt } from '../brand-domain.ts'
import { accountOfUser, isOpen, isSeenAtWork } from '../colleagues.ts'
import type { Database, Tx } from '../database.ts'
import { networksOf, networksText } from '../networks.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import type { Scope } from '../scope.ts'
import type { ApiTokenTable } from '../tables/people.ts'
import { hasSecondFactor, mustHaveSecondFactor } from './second-factors.ts'
import { groupsOfUser, resellerOfUser, type SessionUser } from './sessions.ts'

interface TokenOfUser extends SessionUser {
  readonly id: number
  readonly name: string
  readonly permissions: readonly string[]
  readonly token_networks: readonly string[]
  readonly token_expires_at: string | null
  readonly last_used_at: string | null
}

/** The token with its user, unless it was revoked or its user may not sign in any more, or here. */
export async function findApiToken(
  database: Database,
  token_hash: Buffer,
  domain: string | undefined,
): Promise<TokenOfUser | undefined> {
  return database
    .selectFrom('api_token as t')
    .innerJoin('console_user as u', 'u.id', 't.user_id')
    .where('t.token_hash', '=', token_hash)
    .where('t.revoked_at', 'is', null)
    .where(isOpen)
    .where(mayBeAt(domain, accountOfUser))
    .select(['t.id', 't.name', 't.permissions', 't.expires_at as token_expires_at'])
    .select(['t.last_used_at', networksText('t.allowed_networks').as('token_networks')])
    .select(['u.id as user_id', 'u.username', 'u.type', 'u.employer_id', 'u.has_all_rights'])
    .select(accountOfUser.as('account_id'))
    .select(['u.expires_at as user_expires_at', 'u.timezone', 'u.own_account_ids'])
    .select([networksText('u.allowed_networks').as('allowed_networks'), groupsOfUser.as('groups')])
    .select([mustHaveSecondFactor.as('must_have_second_factor')])
    .select([hasSecondFactor.as('has_second_factor'), resellerOfUser.as('reseller')])
    .executeTakeFirst()
}

export async function touchApiToken(
  database: Database,
  id: number,
  ip: string,
  at: string,
): Promise<void> {
  await database
    .updateTable('api_token')
    .set({ last_used_at: at, last_used_ip: ip })
    .where('id', '=', id)
    .execute()
}

const tokens = (database: Database) =>
  database
    .selectFrom('api_token as t')
    .where('t.revoked_at', 'is', null)
    .select(['t.id', 't.name', 't.prefix', 't.permissions', 't.expires_at', 't.last_used_at'])
    .select([networksText('t.allowed_networks').as('allowed_networks'), 't.created_at'])
    .select(sql<string | null>`host(t.last_used_ip)`.as('last_used_ip'))

export const listOwnApiTokens = (database: Database, user_id: number) =>
  tokens(database).where('t.user_id', '=', user_id).orderBy('t.id', 'desc').execute()

export const findOwnApiToken = (database: Database, user_id: number, id: number) =>
  tokens(database).where('t.user_id', '=', user_id).where('t.id', '=', id).executeTakeFirst()

/** The lock keeps two requests from both adding the last one. */
export async function countApiTokensToAdd(tx: Tx, user_id: number): Promise<number> {
  await tx.selectFrom('console_user').where('id', '=', user_id).select('id').forUpdate().execute()
  const { count } = await tx
    .selectFrom('api_token')
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type NewToken = Pick<
  Insertable<ApiTokenTable>,
  'user_id' | 'name' | 'prefix' | 'token_hash' | 'expires_at'
> & { readonly permissions: readonly string[]; readonly allowed_networks: readonly string[] }

export async function insertApiToken(tx: Tx, token: NewToken): Promise<number> {
  const { id } = await tx
    .insertInto('api_token')
    .values({
      ...token,
      permissions: [...token.permissions],
      allowed_networks: networksOf(token.allowed_networks),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function revokeApiToken(tx: Tx, id: number, at: string): Promise<void> {
  await tx.updateTable('api_token').set({ revoked_at: at }).where('id', '=', id).execute()
}

const SORTS = {
  username: sql`lower(u.username)`,
  name: sql`lower(t.name)`,
  expires_at: sql`t.expires_at`,
  last_used_at: sql`t.last_used_at`,
  created_at: sql`t.created_at`,
}

interface TokenQuery extends ListQuery<keyof typeof SORTS> {
  readonly type?: UserType | undefined
}

/** Those of deleted users open nothing, and are not shown. */
const allTokens = (database: Database, scope: Scope) =>
  tokens(database)
    .innerJoin('console_user as u', 'u.id', 't.user_id')
    .leftJoin('account as a', (join) => join.on('a.id', '=', accountOfUser))
    .where('u.deleted_at', 'is', null)
    .where(isSeenAtWork(scope))
    .select(['u.username', 'u.type', 'a.name as account_name'])

export async function listApiTokens(database: Database, scope: Scope, query: TokenQuery) {
  const select = allTokens(database, scope)
    .where(hasText(query.q, 'u.username', 'a.name', 't.name', 't.prefix'))
    .where(hasValues({ 'u.type': query.type }))
  return offsetPage(database, select, query, SORTS, '-created_at', sql`t.id`)
}

export const findApiTokenInScope = (tx: Tx, scope: Scope, id: number) =>
  allTokens(tx, scope).where('t.id', '=', id).executeTakeFirst()
