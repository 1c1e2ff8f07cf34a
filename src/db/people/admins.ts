// Who works for the operator: what is true of admins alone.
import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { ADMINS_LOCK } from '../locks.ts'

/**
 * Waits for other transactions that change admins or permission groups, so that what is checked in
 * this one stays true until its end.
 */
export async function lockAdmins(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(ADMINS_LOCK)})`.execute(tx)
}

/** Whether there is an admin who may do everything, now and later. */
export async function hasLastingAdmin(tx: Tx): Promise<boolean> {
  const admin = await tx
    .selectFrom('console_user')
    .where('has_all_rights', '=', true)
    .where('status', '=', 'active')
    .where('expires_at', 'is', null)
    .where('deleted_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}

/** Lets an admin sign in again with all rights; undefined if there is none of this name. */
export async function reopenAdmin(tx: Tx, username: string) {
  await lockAdmins(tx)
  const admin = await tx
    .selectFrom('console_user')
    .where('type', '=', 'ADMIN')
    .where('deleted_at', 'is', null)
    .where((user) => user(user.fn('lower', ['username']), '=', username.toLowerCase()))
    .select(['id', 'username', 'has_all_rights as had_all_rights'])
    .executeTakeFirst()
  if (!admin) return undefined
  await tx
    .updateTable('console_user')
    .set({ status: 'active', has_all_rights: true, expires_at: null, allowed_networks: [] })
    .where('id', '=', admin.id)
    .execute()
  return admin
}

export async function listAdminNames(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('console_user')
    .where('type', '=', 'ADMIN')
    .where('deleted_at', 'is', null)
    .select('username')
    .orderBy('username')
    .execute()
  return rows.map(({ username }) => username)
}
