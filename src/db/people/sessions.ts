import { type Insertable, sql } from 'kysely'
import type { UserType } from '#core/permission/permission.ts'
import type { Database, Tx } from '../database.ts'
import type { SessionTable } from '../tables.ts'

export interface UserSession {
  readonly id: number
  readonly cookie_hash: Buffer
  readonly remember: boolean
  readonly last_active_at: string
  readonly expires_at: string
  readonly user_id: number
  readonly username: string
  readonly type: UserType
  readonly account_id: number | null
}

/** The session of a token, unless it was ended or its user may not sign in any more. */
export async function findSession(
  database: Database,
  token_hash: Buffer,
): Promise<UserSession | undefined> {
  return database
    .selectFrom('session as s')
    .innerJoin('console_user as u', 'u.id', 's.user_id')
    .where('s.token_hash', '=', token_hash)
    .where('s.revoked_at', 'is', null)
    .where('u.status', '=', 'active')
    .where('u.deleted_at', 'is', null)
    .select(['s.id', 's.cookie_hash', 's.remember', 's.last_active_at', 's.expires_at'])
    .select(['u.id as user_id', 'u.username', 'u.type', 'u.account_id'])
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

/** Ends one session of a user; false when it is none of theirs, or has ended before. */
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
export async function deleteEndedSessions(database: Database): Promise<void> {
  await database
    .deleteFrom('session')
    .where(sql<boolean>`least(expires_at, revoked_at) < now() - interval '1 day'`)
    .execute()
}
