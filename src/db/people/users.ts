// Who may sign in to the console.
import { type Insertable, type RawBuilder, sql } from 'kysely'
import { mayBeAt } from '../brand-domain.ts'
import { accountOfUser, isOpen } from '../colleagues.ts'
import type { Database, Tx } from '../database.ts'
import { networksText } from '../networks.ts'
import { inScope, type Scope } from '../scope.ts'
import type { ConsoleUserTable } from '../tables/people.ts'

export type NewUser = Pick<
  Insertable<ConsoleUserTable>,
  'username' | 'password_hash' | 'type' | 'account_id' | 'status' | 'has_all_rights'
>

export async function insertUser(tx: Tx, user: NewUser): Promise<number> {
  const { id } = await tx
    .insertInto('console_user')
    .values(user)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** `domain` is where the user is, if that can be a brand's. */
export async function findUserByName(
  database: Database,
  username: string,
  domain: string | undefined,
) {
  return database
    .selectFrom('console_user as u')
    .where((user) => user(user.fn('lower', ['u.username']), '=', username.toLowerCase()))
    .where('u.deleted_at', 'is', null)
    .select(['u.id', 'u.username', 'u.type', isOpen.as('is_open')])
    .select(['u.password_hash', 'u.password_changed_at', 'u.expires_at'])
    .select(networksText('u.allowed_networks').as('allowed_networks'))
    .select(mayBeAt(domain, accountOfUser).as('may_be_here'))
    .executeTakeFirst()
}

export async function getUser(database: Database, user_id: number) {
  return database
    .selectFrom('console_user as u')
    .leftJoin('account as a', (join) => join.on('a.id', '=', accountOfUser))
    .where('u.id', '=', user_id)
    .select(['u.id', 'u.password_hash', 'u.password_changed_at'])
    .select(['a.name as account_name', 'a.company'])
    .executeTakeFirstOrThrow()
}

/** Who signs in for the account. */
export async function findPortalUser(tx: Tx, scope: Scope, account_id: number) {
  return tx
    .selectFrom('console_user')
    .where('account_id', '=', account_id)
    .where('deleted_at', 'is', null)
    .where(inScope(scope, 'account_id'))
    .select(['id', 'username'])
    .executeTakeFirst()
}

export async function setPasswordHash(
  tx: Tx,
  user_id: number,
  password_hash: string,
  at: string,
): Promise<void> {
  await tx
    .updateTable('console_user')
    .set({ password_hash, password_changed_at: at })
    .where('id', '=', user_id)
    .execute()
}

/** A form of the user that is open elsewhere is out of date then. */
export async function setUserTimezone(
  tx: Tx,
  user_id: number,
  timezone: string | null,
): Promise<void> {
  await tx
    .updateTable('console_user')
    .set((user) => ({ timezone, version: user('version', '+', 1) }))
    .where('id', '=', user_id)
    .execute()
}

/** The same password under another hash; a password that was changed meanwhile stays. */
export async function replacePasswordHash(
  tx: Tx,
  user_id: number,
  old_hash: string,
  new_hash: string,
): Promise<void> {
  await tx
    .updateTable('console_user')
    .set({ password_hash: new_hash })
    .where('id', '=', user_id)
    .where('password_hash', '=', old_hash)
    .execute()
}

export async function noteLogin(tx: Tx, user_id: number, ip: string, at: string): Promise<void> {
  await tx
    .updateTable('console_user')
    .set({ last_login_at: at, last_login_ip: ip })
    .where('id', '=', user_id)
    .execute()
}

interface PortalLogin {
  readonly username: string
  readonly status: 'active' | 'blocked'
  /** Absent, the password stays. */
  readonly password_hash?: string | undefined
}

/** Changes the portal login of an account; who is blocked or has a new password is signed out. */
export async function updatePortalLogin(
  tx: Tx,
  account_id: number,
  { password_hash, ...login }: PortalLogin,
  at: string,
): Promise<void> {
  await tx
    .updateTable('console_user')
    .set({ ...login, ...(password_hash && { password_hash, password_changed_at: at }) })
    .where('account_id', '=', account_id)
    .where('deleted_at', 'is', null)
    .execute()
  if (login.status === 'blocked' || password_hash) await signOut(tx, account_id, at)
  if (login.status === 'blocked') await signOutStaff(tx, account_id, at)
}

/** Who signs in for the account no longer may, until it is active again. */
export async function blockPortalLogin(tx: Tx, account_id: number, at: string): Promise<void> {
  await tx
    .updateTable('console_user')
    .set({ status: 'blocked' })
    .where('account_id', '=', account_id)
    .where('deleted_at', 'is', null)
    .execute()
  await signOut(tx, account_id, at)
  await signOutStaff(tx, account_id, at)
}

/** The staff of an account goes with it. */
export async function deletePortalLogin(tx: Tx, account_id: number, at: string): Promise<void> {
  await signOut(tx, account_id, at)
  await signOutStaff(tx, account_id, at)
  await tx
    .updateTable('console_user')
    .set({ deleted_at: at })
    .where((user) => user.or([user('account_id', '=', account_id), worksFor(account_id)]))
    .where('deleted_at', 'is', null)
    .execute()
}

const signOut = (tx: Tx, account_id: number, at: string): Promise<void> =>
  signOutThose(tx, sql<boolean>`account_id = ${account_id}`, at)

const worksFor = (account_id: number) => sql<boolean>`employer_id = ${account_id}`

/** Who works for the account may do nothing while its login may not. */
const signOutStaff = (tx: Tx, account_id: number, at: string): Promise<void> =>
  signOutThose(tx, worksFor(account_id), at)

async function signOutThose(tx: Tx, those: RawBuilder<boolean>, at: string): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: at })
    .where('revoked_at', 'is', null)
    .where('user_id', 'in', (users) => users.selectFrom('console_user').where(those).select('id'))
    .execute()
}

export async function hasAdmin(tx: Tx): Promise<boolean> {
  const admin = await tx
    .selectFrom('console_user')
    .where('type', '=', 'ADMIN')
    .where('deleted_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}
