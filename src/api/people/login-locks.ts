import type * as contract from '#contract/people/login-locks.ts'
import { deleteLoginLock, listLoginLocks } from '#db/people/login-locks.ts'
import { noteActivity } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found } from '../http/problem.ts'

export const loginLocks: HandlersOf<typeof contract> = {
  listLoginLocks: ({ database, caller, query }) => listLoginLocks(database, caller.scope, query),

  deleteLoginLock: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { kind, name, locked_until } = found(await deleteLoginLock(tx, actor.caller.scope, id))
      await noteActivity(tx, actor, {
        action: 'DELETE',
        entity: 'login_lock',
        entity_id: id,
        entity_name: name,
        changes: { kind: [kind, null], locked_until: [locked_until, null] },
      })
    }),
}
