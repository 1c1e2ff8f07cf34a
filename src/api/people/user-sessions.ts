import type * as contract from '#contract/people/user-sessions.ts'
import { findAnySession, listAllSessions, revokeSession } from '#db/people/sessions.ts'
import { findStaffUser } from '#db/people/staff.ts'
import { refuseStronger } from '../checks/grants.ts'
import { noteActivity } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found, Problem } from '../http/problem.ts'

export const userSessions: HandlersOf<typeof contract> = {
  async listUserSessions({ database, caller, query, clock }) {
    const { rows, page } = await listAllSessions(
      database,
      caller.scope,
      query,
      toInstant(clock.now_ms()),
    )
    return {
      rows: rows.map((row) => ({ ...row, is_current: row.id === caller.session_id })),
      page,
    }
  },

  async endUserSession({ database, params: { id }, clock, ...actor }) {
    const { scope, session_id } = actor.caller
    if (id === session_id) {
      throw new Problem('in-use', { message: 'This is the current session. Log out to end it.' })
    }
    await database.transaction().execute(async (tx) => {
      const at = toInstant(clock.now_ms())
      const session = found(await findAnySession(tx, scope, id, at))
      const admin = await findStaffUser(tx, scope, session.user_id)
      if (admin) await refuseStronger(tx, actor.caller, admin)
      await revokeSession(tx, session.user_id, id, at)
      await noteActivity(tx, actor, {
        action: 'DELETE',
        entity: 'session',
        entity_id: String(id),
        entity_name: session.username,
        changes: {},
      })
    })
  },
}
