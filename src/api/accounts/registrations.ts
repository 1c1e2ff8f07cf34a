import type * as contract from '#contract/accounts/registrations.ts'
import { askRemoval, listRegistrations } from '#db/accounts/registrations.ts'
import { sendSignal } from '#db/signals.ts'
import { noteActivity } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found } from '../http/problem.ts'

export const registrations: HandlersOf<typeof contract> = {
  listRegistrations: ({ database, caller, query }) =>
    listRegistrations(database, caller.scope, query),

  removeRegistration: ({ database, caller, params: { id }, origin, clock }) =>
    database.transaction().execute(async (tx) => {
      const removed = found(await askRemoval(tx, caller.scope, id, toInstant(clock.now_ms())))
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
