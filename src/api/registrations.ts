import type * as contract from '#contract/registrations.ts'
import { askRemoval, listRegistrations } from '#db/registrations.ts'
import { sendSignal } from '#db/signals.ts'
import { noteActivity } from './plumbing/activity.ts'
import type { HandlersOf } from './plumbing/handle.ts'
import { found } from './plumbing/problem.ts'
import { toInstant } from './plumbing/surroundings.ts'

export const registrations: HandlersOf<typeof contract> = {
  listRegistrations: ({ database, caller, query }) =>
    listRegistrations(database, caller.scope, query),

  removeRegistration: ({ database, caller, params: { id }, origin, now }) =>
    database.transaction().execute(async (tx) => {
      const removed = found(await askRemoval(tx, caller.scope, id, toInstant(now())))
      await noteActivity(
        tx,
        { caller, origin },
        {
          action: 'EXECUTE',
          entity: 'registration',
          entity_id: String(id),
          entity_name: `${removed.username} at ${removed.contact}`,
          changes: { removal_asked: [false, true] },
        },
      )
      await sendSignal(tx, { changed: 'registrations' })
    }),
}
