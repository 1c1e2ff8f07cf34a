// A new password for an admin who has lost it, set by a user of the machine with the data folder.
import { hash } from '@node-rs/argon2'
import type { Database } from '#db/database.ts'
import { insertActivity } from '#db/people/activity-log.ts'
import { reopenAdmin } from '#db/people/admins.ts'
import { removeSecondFactor } from '#db/people/second-factors.ts'
import { revokeSessionsOf } from '#db/people/sessions.ts'
import { setPasswordHash } from '#db/people/users.ts'
import { COST, makePassword } from './first-admin.ts'

/**
 * Gives an admin a new password and all rights, whatever blocked the login, and takes the second
 * factor away; undefined if there is no admin of this name.
 */
export async function resetAdmin(
  database: Database,
  username: string,
  at: string,
): Promise<{ readonly username: string; readonly password: string } | undefined> {
  const password = makePassword()
  const password_hash = await hash(password, COST)
  return database.transaction().execute(async (tx) => {
    const admin = await reopenAdmin(tx, username)
    if (!admin) return undefined
    await setPasswordHash(tx, admin.id, password_hash, at)
    await revokeSessionsOf(tx, admin.id, at)
    const had_second_factor = await removeSecondFactor(tx, admin.id)
    const changed = ['•••', '•••'] as const
    await insertActivity(tx, {
      user_id: null,
      username: 'command line',
      ip: null,
      user_agent: '',
      request_id: '',
      action: 'UPDATE',
      entity: 'user',
      entity_id: String(admin.id),
      entity_name: admin.username,
      changes: {
        password: changed,
        has_all_rights: [admin.had_all_rights, true],
        second_factor: [had_second_factor, false],
      },
    })
    return { username: admin.username, password }
  })
}
