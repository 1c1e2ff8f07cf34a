import { type Insertable, sql } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { UserType } from '#core/permission/permission.ts'
import { mayBeAt } from '../brand-domain.ts'
import { accountOfUser, isOpen, isSeenAtWork } from '../colleagues.ts'
import type { Database, Tx } from '../database.ts'
import { networksText } from '../networks.ts'
import { hasText, hasValues, type ListQuery, offsetPage } from '../paging.ts'
import type { Scope } from '../scope.ts'
import type { SessionTable } from '../tables/people.ts'
import type { StoredGroup } from './permission-groups.ts'
import { hasSecondFactor, mustHaveSecondFactor } from './second-factors.ts'

/** The user of a request, and what its rights follow from. */
export interface SessionUser {
  readonly user_id: number
  readonly username: string
  readonly type: UserType
  /** For a staff user of an account, that account. */
  readonly account_id: number | null
  /** The account for which a staff user works. */
  readonly employer_id: number | null
  readonly has_all_rights: boolean
  readonly allowed_networks: readonly string[]
  readonly user_expires_at: string | null
  readonly timezone: string | null
  readonly own_account_ids: readonly number[]
  readonly groups: readonly StoredGroup[]
  readonly must_have_second_factor: boolean
  readonly has_second_factor: boolean
  /** Null for users of other accounts. */
  readonly reseller: ResellerOfUser | null
}

export interface ResellerOfUser {
  readonly level: number
  /** Whether it may have resellers below it. */
  readonly allow_create_subreseller: boolean
}

export const resellerOfUser = sql<ResellerOfUser | null>`(
  select json_build_object('level', r.level,
    'allow_create_subreseller', r.allow_create_subreseller)
  from reseller r where r.account_id = ${accountOfUser})`

export interface UserSession extends SessionUser {
  readonly id: number
  readonly cookie_hash: Buffer
  readonly remember: boolean
  readonly last_active_at: string
  readonly expires_at: string
  readonly confirmed_at: string
  /** The account whose portal the user sees. */
  readonly on_behalf_of: number | null
  readonly writes_reason: string | null
}

export const groupsOfUser = sql<StoredGroup[]>`(
  select coalesce(json_agg(json_build_object('permissions', g.permissions, 'scope', g.scope,
    'account_ids', g.account_ids,
    'masked_digits', g.masked_digits, 'refuses_export', g.refuses_export,
    'hides_prices', g.hides_prices, 'hides_costs', g.hides_costs)), '[]')
  from user_permission_group m join permission_group g on g.id = m.group_id
  where m.user_id = u.id and g.deleted_at is null
    and g.owner_id = coalesce(u.employer_id, ${OPERATOR_ID}))`

/** The session of a token, unless it was ended or its user may not sign in any more, or here. */
export async function findSession(
  database: Database,
  token_hash: Buffer,
  domain: string | undefined,
): Promise<UserSession | undefined> {
  return database
    .selectFrom('session as s')
    .innerJoin('console_user as u', 'u.id', 's.user_id')
    .where('s.token_hash', '=', token_hash)
    .where('s.revoked_at', 'is', null)
    .where(isOpen)
    .where(mayBeAt(domain, accountOfUser))
    .select(['s.id', 's.cookie_hash', 's.remember', 's.last_active_at', 's.expires_at'])
    .select(['s.on_behalf_of', 's.writes_reason'])
    .select(['s.confirmed_at', mustHaveSecondFactor.as('must_have_second_factor')])
    .select([hasSecondFactor.as('has_second_factor'), resellerOfUser.as('reseller')])
    .select(['u.id as user_id', 'u.username', 'u.type', 'u.employer_id', 'u.has_all_rights'])
    .select(accountOfUser.as('account_id'))
    .select(['u.expires_at as user_expires_at', 'u.timezone', 'u.own_account_ids'])
    .select([networksText('u.allowed_networks').as('allowed_networks'), groupsOfUser.as('groups')])
    .executeTakeFirst()
}

/** The user of work that lasts longer than its request, if the user may still sign in. */
export async function findUserAtWork(
  database: Database,
  user_id: number,
): Promise<SessionUser | undefined> {
  return database
    .selectFrom('console_user as u')
    .where('u.id', '=', user_id)
    .where(isOpen)
    .select([mustHaveSecondFactor.as('must_have_second_factor'), resellerOfUser.as('reseller')])
    .select([hasSecondFactor.as('has_second_factor'), 'u.id as user_id', 'u.username', 'u.type'])
    .select(['u.employer_id', 'u.has_all_rights', accountOfUser.as('account_id')])
    .select(['u.expires_at as user_expires_at', 'u.timezone', 'u.own_account_ids'])
    .select(groupsOfUser.as('groups'))
    .select(networksText('u.allowed_networks').as('allowed_networks'))
    .executeTakeFirst()
}

/** Adds a session and ends those of the user that were used longest ago, above `most`. */
export async function insertSession(
  database: Database,
  session: Insertable<SessionTable>,
  most: number,
): Promise<number> {
  const { id } = await database
    .insertInto('session')
    .values(session)
    .returning('id')
    .executeTakeFirstOrThrow()
  await database
    .updateTable('session')
    .set({ revoked_at: session.last_active_at ?? null })
    .where('user_id', '=', session.user_id)
    .where('revoked_at', 'is', null)
    .where('id', 'not in', (sessions) =>
      sessions
        .selectFrom('session')
        .where('user_id', '=', session.user_id)
        .where('revoked_at', 'is', null)
        .orderBy('last_active_at', 'desc')
        .orderBy('id', 'desc')
        .limit(most)
        .select('id'),
    )
    .execute()
  return id
}

export async function touchSession(database: Database, id: number, at: string): Promise<void> {
  await database.updateTable('session').set({ last_active_at: at }).where('id', '=', id).execute()
}

/** The user of the session has proved to be the one. */
export async function confirmSession(database: Database, id: number, at: string): Promise<void> {
  await database.updateTable('session').set({ confirmed_at: at }).where('id', '=', id).execute()
}

/** Gives a session another cookie; its token stays. */
export async function replaceCookie(
  tx: Tx,
  id: number,
  cookie_hash: Buffer,
): Promise<Pick<UserSession, 'remember' | 'expires_at'>> {
  return tx
    .updateTable('session')
    .set({ cookie_hash })
    .where('id', '=', id)
    .returning(['remember', 'expires_at'])
    .executeTakeFirstOrThrow()
}

/** Ends one session of a user; false when it belongs to another user, or has ended before. */
export async function revokeSession(
  tx: Tx,
  user_id: number,
  id: number,
  at: string,
): Promise<boolean> {
  const ended = await tx
    .updateTable('session')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Ends all sessions of a user but one. */
export async function revokeOtherSessions(
  tx: Tx,
  user_id: number,
  kept_id: number,
  at: string,
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: at })
    .where('user_id', '=', user_id)
    .where('id', '<>', kept_id)
    .where('revoked_at', 'is', null)
    .execute()
}

const SORTS = {
  username: sql`lower(u.username)`,
  type: sql`u.type`,
  last_active_at: sql`s.last_active_at`,
  created_at: sql`s.created_at`,
}

interface SessionQuery extends ListQuery<keyof typeof SORTS> {
  readonly user_id?: number | undefined
  readonly type?: UserType | undefined
}

const allSessions = (database: Database, scope: Scope, now: string) =>
  database
    .selectFrom('session as s')
    .innerJoin('console_user as u', 'u.id', 's.user_id')
    .leftJoin('account as a', (join) => join.on('a.id', '=', accountOfUser))
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where(isSeenAtWork(scope))
    .select(['s.id', 's.user_id', 'u.username', 'u.type', 'a.name as account_name', 's.ip'])
    .select(['s.user_agent', 's.created_at', 's.last_active_at', 's.expires_at'])

/** The sessions of all users of the scope that have not ended. */
export async function listAllSessions(
  database: Database,
  scope: Scope,
  query: SessionQuery,
  now: string,
) {
  const { q, user_id, type } = query
  const select = allSessions(database, scope, now)
    .where(hasText(q, 'u.username', 'a.name', sql`host(s.ip)`))
    .where(hasValues({ 's.user_id': user_id, 'u.type': type }))
  return offsetPage(database, select, query, SORTS, '-last_active_at', sql`s.id`)
}

export const findAnySession = (tx: Tx, scope: Scope, id: number, now: string) =>
  allSessions(tx, scope, now).where('s.id', '=', id).executeTakeFirst()

/** Ends all sessions of a user. */
export async function revokeSessionsOf(tx: Tx, user_id: number, at: string): Promise<void> {
  await revokeOtherSessions(tx, user_id, 0, at)
}

/** The sessions of a user that have not ended, newest first. */
export async function listSessions(database: Database, user_id: number, now: string) {
  return database
    .selectFrom('session')
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['id', 'ip', 'user_agent', 'created_at', 'last_active_at'])
    .orderBy('id', 'desc')
    .execute()
}

/** Expired sessions; the logins stay in the activity log. */
export async function deleteEndedSessions(database: Database): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('session')
    .where(sql<boolean>`least(expires_at, revoked_at) < now() - interval '1 day'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
